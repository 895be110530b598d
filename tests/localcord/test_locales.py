"""How a browser's languages become one of Discord's locales."""

import pytest

from localcord.locales import preferred_locale


@pytest.mark.parametrize(
    ("languages", "locale"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr", "fr"),
        ("en-GB,en;q=0.9", "en-GB"),
        ("en", "en-US"),
        ("pt-PT", "pt-BR"),
        ("gsw,de;q=0.5", "de"),
        ("ZH-tw", "zh-TW"),
        ("", "en-US"),
        ("*", "en-US"),
    ],
)
def test_the_first_language_that_discord_has_is_taken(languages: str, locale: str) -> None:
    assert preferred_locale(languages) == locale
