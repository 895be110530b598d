"""The link with which a member of a server invites the bot."""

from urllib.parse import parse_qs, urlsplit

from bot.invitation import invitation


def test_the_link_asks_for_what_the_bot_needs_and_nothing_else() -> None:
    asked = parse_qs(urlsplit(invitation(1234)).query)

    assert asked["client_id"] == ["1234"]
    assert asked["scope"] == ["bot applications.commands"]
    assert asked["permissions"] == ["274879056896"]  # what doctor/rights.py and cogs/table/answers.py look at
