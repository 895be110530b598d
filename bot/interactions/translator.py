"""What Discord itself shows of the commands, in every language that has a catalogue. Knows no command."""

from discord import Locale
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.words import words

TYPED = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}
"""What people type stays the same in every language: a client shows one name only."""


class CommandWords(Translator):
    """Translates descriptions and choices."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The text in that language, or None where it is the English one."""
        if context.location in TYPED:
            return None
        said = words(str(locale))(string.message)
        return None if said == string.message else said
