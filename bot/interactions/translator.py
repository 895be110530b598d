"""Translates what Discord itself shows of the commands. Knows no command by name."""

from discord import Locale
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.words import words

TYPED = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}
"""Names that people type. They stay English in every language, because a client shows only one name."""


class CommandWords(Translator):
    """Translates the descriptions and choices of commands."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The text in that language, or None to keep the English one."""
        if context.location in TYPED:
            return None
        translated = words(str(locale))(string.message)
        return None if translated == string.message else translated
