"""The languages of Discord's client, and what it shows of a command in each. Knows nothing of who uses which."""

from collections.abc import Mapping

from localcord.wire import JsonObject

# fmt: off
LOCALES: Mapping[str, str] = {
    "id": "Bahasa Indonesia", "da": "Dansk", "de": "Deutsch", "en-GB": "English, UK", "en-US": "English, US",
    "es-ES": "Español", "es-419": "Español, LATAM", "fr": "Français", "hr": "Hrvatski", "it": "Italiano",
    "lt": "Lietuviškai", "hu": "Magyar", "nl": "Nederlands", "no": "Norsk", "pl": "Polski",
    "pt-BR": "Português do Brasil", "ro": "Română", "fi": "Suomi", "sv-SE": "Svenska", "vi": "Tiếng Việt",
    "tr": "Türkçe", "cs": "Čeština", "el": "Ελληνικά", "bg": "български", "ru": "Русский", "uk": "Українська",
    "he": "עברית", "ar": "العربية", "hi": "हिन्दी", "th": "ไทย", "zh-CN": "中文", "ja": "日本語", "zh-TW": "繁體中文",
    "ko": "한국어",
}
"""Each locale's name in its own language. Source: https://discord.com/developers/docs/reference#locales"""
# fmt: on

DEFAULT_LOCALE = "en-US"
"""The locale if nobody has chosen one."""

FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
"""https://discord.com/developers/docs/interactions/application-commands#locale-fallbacks"""


def known_locale(locale: str) -> str:
    """Returns the locale unchanged. Raises: ValueError if Discord doesn't have it."""
    if locale not in LOCALES:
        raise ValueError(f"Discord has no locale {locale}")
    return locale


def preferred_locale(languages: str) -> str:
    """Discord's locale for the first language that it has of an Accept-Language header, or en-US."""
    for part in languages.split(","):  # browsers put the preferred language first
        wanted = part.partition(";")[0].strip().casefold()
        related = [locale for locale in (DEFAULT_LOCALE, *LOCALES) if _language(locale) == _language(wanted)]
        if related:
            return next((locale for locale in related if locale.casefold() == wanted), related[0])
    return DEFAULT_LOCALE


def _language(locale: str) -> str:
    return locale.casefold().partition("-")[0]


def localised(part: JsonObject, locale: str) -> JsonObject:
    """A command, option or choice in this locale: `name` is what is sent, `name_localized` what is shown."""
    shown = dict(part)
    shown["name_localized"] = _of(part, "name", locale)
    if "description" in part:
        shown["description"] = _of(part, "description", locale)
    for below in ("options", "choices"):
        if below in part:
            shown[below] = [localised(child, locale) for child in part[below]]
    return shown


def _of(part: JsonObject, field: str, locale: str) -> str:
    known = part.get(f"{field}_localizations") or {}
    return str(known.get(locale) or known.get(FALLBACKS.get(locale, "")) or part[field])
