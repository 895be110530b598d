"""The parts of a page that all games share: the frame of a match, and closed tables."""

from dataclasses import replace
from random import Random

import pytest

from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.tables.clock import SeatClock
from bot.tables.table import Person, Phase, RevealPause, Sitter
from cogs.catalogue import GAME_UIS
from cogs.table.table_pages import GamePages
from games.bluff.rules import BluffState
from games.catalogue import GAMES
from games.core import CHANCE
from tests.cogs.tables import ANA, BEN, CLEO, STEADY, match_at, seated
from tests.games.bluff.tables import act, table
from tests.pages import as_text, button
from tests.preferences import nothing_chosen

THREE = "1 2 * / 3 3 5 5 / 4 * *"


@pytest.fixture
def frame() -> GamePages:
    return GamePages(GAME_UIS, nothing_chosen(), lobby_minutes=30, idle_minutes=60)


def board(frame: GamePages, match: Match) -> str:
    return as_text(frame.board(match).parts)


def panel(frame: GamePages, match: Match, reader: Person) -> str:
    return as_text(frame.panel(match, reader.user_id, "en-US").parts)


def test_under_way_a_board_leads_to_ones_panel(frame: GamePages) -> None:
    shown = board(frame, match_at(table(THREE), ANA, BEN, CLEO)).splitlines()

    assert shown[0] == "## Bluff · round 1 · 10 dice"
    assert shown[-1] == "[My dice !] [What happened] [Rules] [Seats]"


def test_under_way_a_board_says_nothing_about_seals_or_closing(frame: GamePages) -> None:
    match = match_at(table(THREE), ANA, BEN, CLEO)
    sealed = replace(match, table=replace(match.table, fingerprint="0123456789abcdef" * 4))

    assert board(frame, sealed) == board(frame, match)
    assert "<t:" not in board(frame, match)


def test_the_panel_of_the_player_to_act_ends_with_what_helps(frame: GamePages) -> None:
    shown = panel(frame, match_at(table(THREE), ANA, BEN, CLEO), ANA)

    assert shown.splitlines()[-1] == "[What happened] [Rules] [Why not?]"
    assert shown.count("Why not") == 1


def test_a_doubt_stands_beside_what_helps(frame: GamePages) -> None:
    shown = panel(frame, match_at(act(table(THREE), "bid 1x1"), ANA, BEN, CLEO), BEN)

    assert shown.splitlines()[-1] == "[Doubt! x] [What happened] [Rules] [Why not?]"


def test_the_panel_of_a_player_who_waits_ends_with_what_helps(frame: GamePages) -> None:
    shown = panel(frame, match_at(table(THREE), ANA, BEN, CLEO), BEN).splitlines()

    assert shown[-1] == "[What happened] [Rules]"
    assert "Refresh" not in "\n".join(shown)


def test_the_panel_of_a_player_who_reads_a_result_ends_with_what_helps(frame: GamePages) -> None:
    match = match_at(act(table(THREE), "bid 1x1", "lift"), ANA, BEN, CLEO)
    held = replace(match, table=replace(match.table, hold=RevealPause(2_000_000_000)))

    assert panel(frame, held, ANA).splitlines()[-1] == "[Go on !] [What happened] [Rules]"


def test_the_rules_of_a_panel_open_the_chapter_that_fits(frame: GamePages) -> None:
    game, rng = GAMES["faehrte"].game, Random(1)
    state = game.start(3, {"jokers": True})
    while CHANCE in state.to_act:
        state = state.apply(CHANCE, state.sample_chance(rng)).state
    match = Match(replace(seated(ANA, BEN, CLEO), game="faehrte"), state)
    panels = [frame.panel(match, person.user_id, "en-US").parts for person in (ANA, BEN, CLEO)]

    last = {as_text(parts).splitlines()[-1]: button(parts, "Rules").custom_id for parts in panels}
    assert last == {
        "[What happened] [Rules]": "f1|rules|0|0|faehrte hidden",
        "[What happened] [Rules] [Why not?]": "f1|rules|0|0|faehrte hidden",
    }


def test_a_passer_by_is_shown_nothing_hidden(frame: GamePages) -> None:
    assert panel(frame, match_at(table(THREE), ANA, BEN, STEADY), CLEO) == (
        "You're watching this table. Type /play to open your own."
    )


@pytest.fixture
def over() -> BluffState:
    return act(table("1 / 2 2"), "bid 2x1", "lift")


def test_the_end_offers_a_rematch_and_the_leaderboard(frame: GamePages, over: BluffState) -> None:
    assert board(frame, match_at(over, ANA, BEN)).splitlines()[-2:] == [
        "[Rematch +] [Leaderboard] [Replay]",
        "[Review my match]",
    ]


def test_the_end_of_a_match_with_sealed_deals_leads_to_checking_them(frame: GamePages, over: BluffState) -> None:
    match = match_at(over, ANA, BEN)
    sealed = replace(match, table=replace(match.table, fingerprint="0" * 64))
    assert board(frame, sealed).splitlines()[-1] == "[Review my match] [Check rolls and deals]"
    assert "0000" not in board(frame, sealed)


@pytest.mark.parametrize(
    ("rival", "asked"), [(BEN, "bluff all people 0"), (STEADY, "bluff all computer 0")], ids=["people", "computer"]
)
def test_the_end_leads_to_the_ranking_that_it_counted_for(
    frame: GamePages, over: BluffState, rival: Sitter, asked: str
) -> None:
    leads_to = CustomId.from_text(button(frame.board(match_at(over, ANA, rival)).parts, "Leaderboard").custom_id)

    assert leads_to == CustomId("rankopen", text=asked)


def test_after_the_end_a_panel_says_ones_place(frame: GamePages, over: BluffState) -> None:
    shown = panel(frame, match_at(over, ANA, BEN), ANA).splitlines()
    assert [shown[0], *shown[-4:]] == [
        "## 2nd place · good game!",
        "You held out until round 1 of 1.",
        "No leaderboard points this time. Rematch?",
        "[Rematch +] [Review my match]",
        "[Replay] [Leaderboard]",
    ]


CLOSED: dict[Phase, str] = {
    "cancelled": "This table was cancelled before the match began. Type /play to open a new one.",
    "lapsed": "This table closed before anyone started it. Type /play to open a new one.",
    "outdated": "This match was played under older rules and can no longer be shown.",
}


@pytest.mark.parametrize("phase", CLOSED)
def test_a_closed_table_says_why(frame: GamePages, phase: Phase) -> None:
    match = Match(seated(ANA, BEN, phase=phase))

    assert board(frame, match) == panel(frame, match, ANA) == f"## Bluff\n{CLOSED[phase]}"


ENDED_EARLY: dict[Phase, str] = {
    "cancelled": "This table was cancelled. It counts only for ① **Ana** and ② **Ben**, as a loss.",
    "deserted": "Everyone has left this match. It counts only for ① **Ana** and ② **Ben**, as a loss.",
}


@pytest.mark.parametrize("phase", ENDED_EARLY)
def test_a_match_that_was_not_played_to_its_end_says_for_whom_it_counts(frame: GamePages, phase: Phase) -> None:
    begun = replace(seated(ANA, BEN, phase=phase), clocks=(SeatClock(presence="left"),) * 2)

    assert board(frame, Match(begun)) == f"## Bluff\n{ENDED_EARLY[phase]}"


def test_a_match_alone_that_nobody_went_on_with_says_so(frame: GamePages) -> None:
    begun = replace(seated(ANA, STEADY, phase="deserted"), clocks=(SeatClock(), SeatClock()))

    assert "This match was closed because nobody had played for a long time." in board(frame, Match(begun))


def test_a_match_that_was_cancelled_shows_no_dice(frame: GamePages) -> None:
    match = Match(seated(ANA, BEN, CLEO, phase="cancelled"), table(THREE))
    shown = f"## Bluff\n{CLOSED['cancelled']}\n[What happened] [Replay]"

    assert board(frame, match) == panel(frame, match, BEN) == shown
