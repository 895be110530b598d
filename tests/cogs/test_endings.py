"""What people read at the end of a match, and when they can end one early."""

from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.pages.page import Picture, Text
from bot.tables.clock import SeatClock
from bot.tables.ratings import Change
from bot.tables.table import Person, Phase, Robot, Sitter
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.parts.scores import headline
from games.catalogue import GAMES
from games.core import Outcome, Seat
from games.figures import RunningFigures, Tally
from tests.cogs.tables import (
    ANA,
    BEN,
    CLEO,
    FRAME,
    HERE,
    LEFT,
    STEADY,
    match_at,
    page,
    seated,
    shown_board,
    shown_panel,
    shown_seats,
    under_way,
)
from tests.games.bluff.tables import act, table
from tests.pages import as_text

AGREED = SeatClock(wish="end")


def over(*clocks: SeatClock, sitters: tuple[Sitter, ...] = (ANA, BEN, CLEO)) -> Match:
    """A match in which the first sitter came first, the second last, and the third second."""
    match = match_at(act(table("1 / - / 2"), "bid 1x1", "lift"), *sitters)
    return replace(match, table=replace(match.table, clocks=clocks))


def ended(match: Match, phase: Phase) -> Match:
    return replace(match, table=replace(match.table, phase=phase))


def test_the_one_who_remains_is_asked_before_anything_else() -> None:
    match = under_way(HERE, LEFT, LEFT)

    assert shown_panel(match) == page("""
        ## Bluff
        ② **Ben** and ③ **Cleo** left, so you're the only person still in this match. Take the win and it ends now: \
you finish first, and it's a loss for everyone who left. Or play on against the computer.
        [Take the win +] [Play on]
    """)
    told = "All other people have left. ① **Ana** can take the win or play on.\n[Take the win +] [Play on]"
    assert told in shown_board(match)
    assert "🤖" not in shown_board(match)
    assert shown_seats(match, ANA, asks=Seat(0)) == page("""
        ## Bluff
        If you leave, the match ends and counts as a loss for you. You can take the win instead.
        [Take the win +] [Leave for good x] [Stay]
    """)


def test_several_who_remain_can_agree_to_end_it() -> None:
    match = under_way(AGREED, LEFT, HERE)
    agreed = "🤝 Agreed to end the match: ① **Ana** · not yet: ③ **Cleo**"

    assert f"-# {agreed}" in shown_board(match)
    assert agreed in shown_seats(match, CLEO)
    assert shown_seats(match, CLEO, asks="end") == page(f"""
        ## Bluff
        If everyone still in the match agrees, it ends now: ① **Ana** and ③ **Cleo** share first place, and it counts \
as a loss for ② **Ben**. Computer players don't get a say.
        {agreed}
        [Agree to end x] [Back]
    """)
    assert "[Play on] [Back]" in shown_seats(match, ANA, asks="end")


TAKEN = {
    ANA.user_id: Change(1204, 1216, 3, 1),
    BEN.user_id: Change(1230, 1223, 1, 2),
    CLEO.user_id: Change(1000, 1000, None, 3, is_provisional=True),
}


def test_a_win_that_was_taken_is_the_board_and_the_panel() -> None:
    match = replace(ended(under_way(AGREED, LEFT, LEFT), "settled"), changes=TAKEN)

    assert shown_board(match) == page("""
        ## Bluff · ended early
        Everyone else left the match, so ① **Ana** took the win.
        -# 🤖 Left the match, a loss: ② ③
        -# Leaderboard points: ① **2**
        -# Ratings: ① **+12** → 1216, #1 · ② **−7** → 1223, #2
        [Rematch +] [Leaderboard] [Replay]
        [What happened]
    """)
    assert shown_panel(match).startswith("## You took the win\nYou get a win and 2 leaderboard points.\n")
    assert shown_panel(match, BEN).splitlines()[:4] == [
        "## The match is over",
        "You left this match, so it counts as a loss for you.",
        "Rating **−7** · ① **Ana** finished ahead",
        "-# Bluff · now 1223 · #2 on the leaderboard, down from #1",
    ]


def test_no_headline_names_a_winner_who_has_lost() -> None:
    match = over(LEFT, HERE, HERE)

    assert shown_board(match).replace("\\", "").splitlines()[:4] == [
        "## Bluff · ③ **Cleo** wins!",
        "1. 🤖 ① **Ana** · 1",
        "2. ③ **Cleo** · 0 🏆",
        "3. ② **Ben** · 0",
    ]
    assert "-# 🤖 Left the match, a loss: ① (1st place)" in shown_board(match)
    podium = next(part for part in FRAME.board(match).parts if isinstance(part, Picture)).drawing
    shown = [(standing.name, standing.has_won) for standing in podium.standings]  # type: ignore[attr-defined]
    assert shown == [("Ana (computer)", False), ("Cleo", True), ("Ben", False)]


IRIS, OTTO = Robot("steady", "Iris"), Robot("steady", "Otto")


@pytest.mark.parametrize(
    ("sitters", "places", "told"),
    [
        (
            (IRIS, OTTO, ANA, BEN),
            (1, 1, 3, 3),
            "① **🤖 Iris** and ② **🤖 Otto** share the win · best among people: ③ **Ana** and ④ **Ben**",
        ),
        ((ANA, BEN, IRIS), (2, 2, 1), "③ **🤖 Iris** wins · best among people: ① **Ana** and ② **Ben**"),
        ((ANA, BEN, CLEO), (1, 1, 1), "a draw!"),
    ],
    ids=["computers", "people behind a computer", "all"],
)
def test_who_shares_a_place_shares_the_headline(
    sitters: tuple[Sitter, ...], places: tuple[int, ...], told: str
) -> None:
    table = replace(seated(ANA, phase="over"), sitters=sitters)
    shown = headline("Bluff", table, Outcome((0,) * len(places), places), ENGLISH)

    assert as_text((Text(shown),)) == f"## Bluff · {told}"


@pytest.mark.parametrize(
    ("places", "heading"),
    [((1, 1, 1), "## A draw · good game!"), ((1, 1, 3), "## 🏆 You share the win!")],
    ids=["by all", "by two of three"],
)
def test_first_place_that_is_shared_is_a_win_unless_by_all(
    monkeypatch: pytest.MonkeyPatch, places: tuple[int, ...], heading: str
) -> None:
    monkeypatch.setattr("cogs.table.endings.outcome_of", lambda _: Outcome((0, 0, 0), places))
    match = over(HERE, HERE, HERE)
    shown, points = shown_panel(match), shown_board(match).splitlines()[-3]

    assert shown.splitlines()[0] == heading
    assert ("🏆" in shown, "🏆" in points) == (places[2] != 1, places[2] != 1)
    assert ("It counts as a win for each of you." in shown) == (places[2] == 1)


def test_a_loser_reads_of_the_last_round_whom_they_beat_and_what_they_did_well() -> None:
    figures = RunningFigures(({}, {"bluffs_through": Tally(2, 5)}, {"doubts_right": Tally(1, 1)}))
    match = over(HERE, HERE, HERE)
    counted = replace(match, figures=figures)
    shown = shown_panel(match, CLEO)

    assert shown.startswith("## 2nd place · good game!\nYou doubted ① **Ana**'s 1 × 1: there is **1**.")
    assert "\nYou finished ahead of ② **Ben**.\n" in shown
    assert "\nYou get 1 leaderboard point.\n" in shown
    assert "\nYou saw through 1 bid that was too high.\n" in shown_panel(counted, CLEO)
    assert "\nYou got away with 2 bluffs.\n" in shown_panel(counted, BEN)
    assert "You finished ahead" not in shown_panel(match)


def lost_alone(rated: int, *, is_provisional: bool) -> Match:
    """A match that Ben has lost alone against two computer players."""
    match = over(HERE, HERE, HERE)
    change = Change(1000, 885, None, 4, is_provisional=is_provisional, rated=rated)
    sitters = (Robot("easy", "Iris"), BEN, Robot("easy", "Otto"))
    table = replace(match.table, sitters=sitters, host_id=BEN.user_id, board_id=8)
    return replace(match, table=table, changes={BEN.user_id: change})


def test_learning_is_offered_to_beginners_who_lost_alone_only() -> None:
    people = replace(over(HERE, HERE, HERE), changes={BEN.user_id: Change(1000, 885, None, 4, is_provisional=True)})
    winner = over(HERE, HERE, HERE, sitters=(ANA, STEADY, STEADY))
    change = Change(1000, 1120, None, 4, is_provisional=True, rated=1)

    assert "[Learn]" in shown_panel(lost_alone(1, is_provisional=True), BEN)
    assert "885" not in shown_board(lost_alone(1, is_provisional=True))
    assert "[Learn]" not in shown_panel(lost_alone(9, is_provisional=False), BEN)
    assert "[Learn]" not in shown_panel(people, BEN)
    assert "[Learn]" not in shown_panel(replace(winner, changes={ANA.user_id: change}))


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [(ANA, "It counts as a loss for you."), (BEN, "It doesn't count for you.")],
    ids=["who lost by it", "another"],
)
def test_a_cancelled_match_says_to_each_what_it_counts(reader: Person, sentence: str) -> None:
    match = ended(under_way(LEFT, HERE, HERE), "cancelled")
    told = "This table was cancelled. It counts only for ① **Ana**, as a loss."

    assert shown_panel(match, reader) == f"## Bluff\nThis table was cancelled. {sentence}\n[What happened] [Replay]"
    assert shown_board(match) == f"## Bluff\n{told}\n[What happened] [Replay]"


@pytest.mark.parametrize(
    ("clocks", "phase", "told"),
    [
        ((HERE, HERE, HERE), "cancelled", "This table was cancelled. It doesn't count for anyone."),
        ((LEFT, LEFT, LEFT), "deserted", "Everyone has left this match. It counts only for ① **Ana**, ② **Ben**"),
        ((LEFT, HERE, HERE), "deserted", "This match was closed because nobody had played for a long time."),
    ],
)
def test_a_match_that_was_not_played_to_its_end_says_for_whom_it_counts(
    clocks: tuple[SeatClock, ...], phase: Phase, told: str
) -> None:
    assert told in shown_board(ended(under_way(*clocks), phase))


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("bluff", "lift", "Doubt"),
        ("faehrte", "trump keep", "Keep trump"),
        ("faehrte", "trump blue", "Change trump to 💧 blue"),
        ("tuecke", "take r1 y3", "Take ❤️ 1 · ☀️ 3"),
        ("tuecke", "keep red yellow", "Keep ❤️ red · ☀️ yellow"),
        ("volltreffer", "row r5 y5 r4 g4", "Lay out ❤️ 5 · ☀️ 5 · ❤️ 4 · 🍀 4"),
        ("volltreffer", "declare -", "Show nothing"),
    ],
)
def test_every_game_tells_what_was_done(game: str, text: str, told: str) -> None:
    action = GAMES[game].game.parse_action(text)

    assert as_text((Text(GAME_UIS[game].action_label(action, words("en"))),)) == told


def in_thread(match: Match) -> Match:
    """The match in a thread of channel 30."""
    return replace(match, table=replace(match.table, parent_id=30, board_id=40))


def test_a_channel_leads_into_a_matchs_thread_and_then_tells_who_won() -> None:
    def way_in(match: Match) -> str:
        return as_text(FRAME.way_in(in_thread(match)).parts)

    assert way_in(under_way(HERE, HERE, HERE)) == page("""
        ## Bluff
        **Ana**, **Ben**, **Cleo**
        [Go to the table -> https://discord.com/channels/10/20/40]
    """)
    assert way_in(over(HERE, HERE, HERE)) == page("""
        ## Bluff · ① **Ana** wins!
        [Rematch +] [Go to the table -> https://discord.com/channels/10/20/40]
    """)
    assert way_in(ended(under_way(HERE, HERE, HERE), "cancelled")) == page("""
        ## Bluff
        This table was cancelled. It doesn't count for anyone.
    """)


def test_a_thread_is_named_after_game_and_people_as_far_as_there_is_room() -> None:
    assert FRAME.thread_name(seated(ANA, STEADY, BEN)) == "Bluff · Ana, Ben"
    long = FRAME.thread_name(seated(*(Person(number, "W" * 32) for number in range(1, 6))))
    assert (len(long), long[-1]) == (100, "…")
