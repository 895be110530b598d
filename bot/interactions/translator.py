"""Translates what Discord itself shows of the commands. Knows no command by name."""

from functools import cache

from discord import Locale
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.words import ENGLISH, Words, words

TYPED = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}
"""Names that people type. They stay English in every language, because a client shows only one name."""


class CommandWords(Translator):
    """Translates the descriptions and choices of commands."""

    def __init__(self) -> None:
        self._translated = cache(_translated)  # a start asks thousands of times

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The text in that language, or None to keep the English one."""
        spoken = None if context.location in TYPED else self._translated(locale)
        if spoken is None:
            return None
        translated = spoken(string.message)
        return None if translated == string.message else translated


def _translated(locale: Locale) -> Words | None:
    """The words for this locale, or None if there's no translation, as for most."""
    found = words(str(locale))
    return None if found.spoken == ENGLISH.spoken else found
