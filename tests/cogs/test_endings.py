"""What people read at the end of a match, and when they can end one early."""

from dataclasses import replace
from random import Random
from textwrap import dedent

import pytest

from bot.matches.match import Match
from bot.pages.page import Picture, Text
from bot.tables.clock import SeatClock
from bot.tables.ratings import Change
from bot.tables.table import Person, Phase, Robot, Sitter
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.parts.scores import headline, standings
from cogs.table.table_pages import GamePages
from games.catalogue import GAMES
from games.core import Outcome, Seat, play_out, replay
from games.figures import RunningFigures, Tally
from tests.cogs.tables import ANA, BEN, CLEO, STEADY, match_at, seated
from tests.games.bluff.tables import act, table
from tests.pages import as_text
from tests.preferences import nothing_chosen

HERE, AWAY, LEFT = SeatClock(), SeatClock(presence="away"), SeatClock(presence="left")
AGREED = SeatClock(wish="end")
PLAYS_ON = SeatClock(wish="play")


@pytest.fixture
def frame() -> GamePages:
    return GamePages(GAME_UIS, nothing_chosen(), lobby_minutes=30, idle_minutes=60)


def page(text: str) -> str:
    return dedent(text).strip()


def under_way(*clocks: SeatClock) -> Match:
    """Ana, Ben and Cleo at Bluff, with these clocks."""
    match = match_at(table("1 2 * / 3 3 5 5 / 4 * *"), ANA, BEN, CLEO)
    return replace(match, table=replace(match.table, clocks=clocks, host_id=ANA.user_id))


def over(*clocks: SeatClock, sitters: tuple[Sitter, ...] = (ANA, BEN, CLEO)) -> Match:
    """A match in which the first sitter came first, the second last, and the third second."""
    match = match_at(act(table("1 / - / 2"), "bid 1x1", "lift"), *sitters)
    return replace(match, table=replace(match.table, clocks=clocks))


def ended(match: Match, phase: Phase) -> Match:
    return replace(match, table=replace(match.table, phase=phase))


def board(frame: GamePages, match: Match) -> str:
    return as_text(frame.board(match).parts)


def panel(frame: GamePages, match: Match, reader: Person = ANA) -> str:
    return as_text(frame.panel(match, reader.user_id, "en-US").parts)


def title(frame: GamePages, match: Match) -> str:
    return board(frame, match).splitlines()[0]


def test_the_one_who_remains_is_asked_before_anything_else(frame: GamePages) -> None:
    assert panel(frame, under_way(HERE, LEFT, LEFT)) == page("""
        ## Bluff
        ② **Ben** and ③ **Cleo** left, so you're the only person still in this match. Take the win and it ends now: \
you finish first, and it's a loss for everyone who left. Or play on against the computer.
        [Take the win +] [Play on]
    """)


def test_the_board_offers_the_win_too(frame: GamePages) -> None:
    shown = board(frame, under_way(HERE, LEFT, LEFT))
    assert "All other people have left. ① **Ana** can take the win or play on.\n[Take the win +] [Play on]" in shown


def test_a_player_who_plays_on_sees_their_hand_and_can_still_take_the_win(frame: GamePages) -> None:
    match = under_way(PLAYS_ON, LEFT, LEFT)
    assert "Take the win" not in panel(frame, match) + board(frame, match)
    shown = as_text(frame.seats(match, ANA.user_id, "en-US", moderator=False).parts)
    assert "[Take the win +] [Leave the match… x]" in shown


@pytest.mark.parametrize("clocks", [(HERE, HERE, HERE), (HERE, LEFT, HERE), (HERE, AWAY, LEFT), (HERE, AWAY, AWAY)])
def test_where_others_are_in_the_match_there_is_no_win_to_take(frame: GamePages, clocks: tuple[SeatClock, ...]) -> None:
    match = under_way(*clocks)
    seats = as_text(frame.seats(match, ANA.user_id, "en-US", moderator=True).parts)
    assert "Take the win" not in panel(frame, match) + board(frame, match) + seats


def test_several_who_remain_can_agree_to_end_it(frame: GamePages) -> None:
    match = under_way(AGREED, LEFT, HERE)
    agreed = "🤝 Agreed to end the match: ① **Ana** · not yet: ③ **Cleo**"
    assert f"-# {agreed}" in board(frame, match)
    assert agreed in as_text(frame.seats(match, CLEO.user_id, "en-US", moderator=False).parts)
    assert as_text(frame.seats(match, CLEO.user_id, "en-US", moderator=False, asks="end").parts) == page(f"""
        ## Bluff
        If everyone still in the match agrees, it ends now: ① **Ana** and ③ **Cleo** share first place, and it counts \
as a loss for ② **Ben**. Computer players don't get a say.
        {agreed}
        [Agree to end x] [Back]
    """)
    assert "[Play on] [Back]" in as_text(frame.seats(match, ANA.user_id, "en-US", moderator=False, asks="end").parts)


def test_nobody_agrees_to_end_a_match_that_nobody_has_left(frame: GamePages) -> None:
    match = under_way(HERE, AWAY, HERE)
    for asks in (None, "end"):
        shown = as_text(frame.seats(match, ANA.user_id, "en-US", moderator=False, asks=asks).parts)
        assert "End the match" not in shown
        assert "Agree" not in shown


def test_the_last_one_is_told_that_the_win_is_there_instead_of_leaving(frame: GamePages) -> None:
    shown = frame.seats(under_way(HERE, LEFT, LEFT), ANA.user_id, "en-US", moderator=False, asks=Seat(0))
    assert as_text(shown.parts) == page("""
        ## Bluff
        If you leave, the match ends and counts as a loss for you. You can take the win instead.
        [Take the win +] [Leave for good x] [Stay]
    """)


def test_leaving_alone_in_the_first_round_costs_nothing(frame: GamePages) -> None:
    match = match_at(table("1 2 * / 3 3"), ANA, STEADY)
    shown = as_text(frame.seats(match, ANA.user_id, "en-US", moderator=False, asks=Seat(0)).parts)
    assert "The first round isn't over, so it doesn't count for anyone." in shown


TAKEN = {
    ANA.user_id: Change(1204, 1216, 3, 1),
    BEN.user_id: Change(1230, 1223, 1, 2),
    CLEO.user_id: Change(1000, 1000, None, 3, is_provisional=True),
}


def test_a_win_that_was_taken_is_the_board_and_the_panel(frame: GamePages) -> None:
    match = ended(under_way(AGREED, LEFT, LEFT), "settled")
    match = replace(match, changes=TAKEN)
    assert board(frame, match) == page("""
        ## Bluff · ended early
        Everyone else left the match, so ① **Ana** took the win.
        -# 🤖 Left the match, a loss: ② ③
        -# Leaderboard points: ① **2**
        -# Ratings: ① **+12** → 1216, #1 · ② **−7** → 1223, #2
        [Rematch +] [Leaderboard] [Replay]
        [What happened]
    """)
    assert panel(frame, match) == page("""
        ## You took the win
        You get a win and 2 leaderboard points.
        Rating **+12** · you finished ahead of ② **Ben** and ③ **Cleo**
        -# Bluff · now 1216 · #1 on the leaderboard, up from #3
        [Rematch +] [What happened]
        [Replay] [Leaderboard]
    """)
    assert panel(frame, match, BEN) == page("""
        ## The match is over
        You left this match, so it counts as a loss for you.
        Rating **−7** · ① **Ana** finished ahead
        -# Bluff · now 1223 · #2 on the leaderboard, down from #1
        [Rematch +] [What happened]
        [Replay] [Leaderboard]
    """)


def test_an_agreed_end_is_a_shared_win(frame: GamePages) -> None:
    match = ended(under_way(AGREED, LEFT, AGREED), "settled")
    told = "① **Ana** and ③ **Cleo** agreed to end the match after ② **Ben** left, and share the win."
    assert board(frame, match).splitlines()[:2] == ["## Bluff · ended early", told]
    assert panel(frame, match).startswith("## You share the win\nYou get a win and 1 leaderboard point.")
    assert "🏆" not in board(frame, match) + panel(frame, match)


def test_no_headline_names_a_winner_who_has_lost(frame: GamePages) -> None:
    match = over(LEFT, HERE, HERE)
    assert title(frame, match) == "## Bluff · ③ **Cleo** wins!"
    lines = board(frame, match).replace("\\", "").splitlines()[1:4]
    assert lines == ["1. 🤖 ① **Ana** · 1", "2. ③ **Cleo** · 0 🏆", "3. ② **Ben** · 0"]
    assert "-# 🤖 Left the match, a loss: ① (1st place)" in board(frame, match)


def test_where_it_counts_as_won_for_nobody_nobody_wins(frame: GamePages) -> None:
    match = over(LEFT, AWAY, AWAY)
    assert title(frame, match) == "## Bluff · nobody wins"
    assert "🏆" not in board(frame, match)


def test_a_computer_player_that_wins_is_named_with_the_best_of_the_people(frame: GamePages) -> None:
    match = over(HERE, HERE, HERE, sitters=(ANA, STEADY, BEN))
    first = replace(match, table=replace(match.table, sitters=(Robot("steady", "Iris"), ANA, BEN)))
    first = replace(first, table=replace(first.table, host_id=ANA.user_id))
    shown = panel(frame, first, BEN)
    assert title(frame, first) == "## Bluff · ① **🤖 Iris** wins · best among people: ③ **Ben**"
    assert shown.startswith("## 2nd place · best of the people\n")
    assert "\nYou get a win and 1 leaderboard point.\n" in shown
    assert "🏆" not in shown


def test_computer_players_that_share_the_win_are_named_with_the_best_of_the_people() -> None:
    iris, otto = Robot("steady", "Iris"), Robot("steady", "Otto")
    shared = Outcome(places=(1, 1, 3, 3), scores=(2, 2, 0, 0))
    table = replace(seated(ANA, BEN, phase="over"), sitters=(iris, otto, ANA, BEN))
    assert as_text((Text(headline("Bluff", table, shared, ENGLISH)),)) == (
        "## Bluff · ① **🤖 Iris** and ② **🤖 Otto** share the win · best among people: ③ **Ana** and ④ **Ben**"
    )


@pytest.mark.parametrize("key", GAMES)
def test_no_headline_of_any_game_names_a_winner_who_has_left(frame: GamePages, key: str) -> None:
    listing, people = GAMES[key], (ANA, BEN, CLEO, Person(4, "Dora"))
    log = play_out(listing.game, 4, {}, listing.computers["steady"], Random(1))
    state = replay(listing.game, 4, {}, log)
    assert state.outcome is not None
    clocks = tuple(LEFT if place == 1 else HERE for place in state.outcome.places)
    table = replace(seated(*people, phase="over"), game=key, clocks=clocks)
    winner = people[state.outcome.places.index(1)]

    shown = title(frame, Match(table, state))

    assert shown.endswith((" wins!", " share the win!"))
    assert winner.name not in shown


def test_the_picture_marks_who_has_won_and_whom_the_computer_played(frame: GamePages) -> None:
    podium = next(part for part in frame.board(over(LEFT, HERE, HERE)).parts if isinstance(part, Picture)).drawing
    shown = [(standing.name, standing.has_won) for standing in podium.standings]  # type: ignore[attr-defined]
    assert shown == [("Ana (computer)", False), ("Cleo", True), ("Ben", False)]


def test_the_board_says_what_each_person_gets(frame: GamePages) -> None:
    changes = {ANA.user_id: Change(1230, 1235, None, 4), CLEO.user_id: Change(1100, 1096, 2, 2)}
    match = replace(over(HERE, AWAY, HERE), changes=changes)
    assert board(frame, match).splitlines()[-5:-2] == [
        "-# 💤 Away at the end, a loss: ②",
        "-# Leaderboard points: ① **2** 🏆 ③ **1**",
        "-# Ratings: ① **+5** → 1235, #4 · ③ **−4** → 1096, #2",
    ]


def test_a_player_who_was_away_at_the_end_reads_so(frame: GamePages) -> None:
    shown = panel(frame, over(HERE, AWAY, HERE), BEN)
    assert "You were away when it ended, so it counts as a loss for you." in shown


def test_the_panel_at_the_end_tells_of_the_last_round(frame: GamePages) -> None:
    shown = panel(frame, over(HERE, HERE, HERE), CLEO)
    assert shown.startswith("## 2nd place · good game!\nYou doubted ① **Ana**'s 1 × 1: there is **1**.")
    assert "\nYou get 1 leaderboard point.\n" in shown


def test_a_match_that_all_people_share_is_a_draw_and_nobodys_win() -> None:
    table, outcome = seated(ANA, BEN, CLEO, phase="over"), Outcome((0, 0, 0), (1, 1, 1))

    assert headline("Bluff", table, outcome, ENGLISH) == "## Bluff · a draw!"
    assert "🏆" not in as_text((standings(table, outcome, ENGLISH),))


@pytest.mark.parametrize(
    ("places", "heading"),
    [((1, 1, 1), "## A draw · good game!"), ((1, 1, 3), "## 🏆 You share the win!")],
    ids=["by all", "by two of three"],
)
def test_first_place_that_is_shared_is_a_win_unless_by_all(
    frame: GamePages, monkeypatch: pytest.MonkeyPatch, places: tuple[int, ...], heading: str
) -> None:
    monkeypatch.setattr("cogs.table.endings.outcome_of", lambda _: Outcome((0, 0, 0), places))
    shown, points = panel(frame, over(HERE, HERE, HERE)), board(frame, over(HERE, HERE, HERE)).splitlines()[-3]

    assert shown.splitlines()[0] == heading
    assert ("🏆" in shown, "🏆" in points) == (places[2] != 1, places[2] != 1)
    assert ("It counts as a win for each of you." in shown) == (places[2] == 1)


def test_people_who_share_last_place_behind_a_computer_player_are_the_best_people() -> None:
    table = seated(ANA, BEN, Robot("easy", "Milo"), phase="over")
    shown = as_text((Text(headline("Bluff", table, Outcome((0, 0, 3), (2, 2, 1)), ENGLISH)),))

    assert shown == "## Bluff · ③ **🤖 Milo · easy** wins · best among people: ① **Ana** and ② **Ben**"


def lost_alone(rated: int, *, is_provisional: bool) -> Match:
    """A match that Ben has lost alone against two computer players."""
    match = over(HERE, HERE, HERE)
    change = Change(1000, 885, None, 4, is_provisional=is_provisional, rated=rated)
    sitters = (Robot("easy", "Iris"), BEN, Robot("easy", "Otto"))
    table = replace(match.table, sitters=sitters, host_id=BEN.user_id, board_id=8)
    return replace(match, table=table, changes={BEN.user_id: change})


def test_who_loses_a_first_match_to_the_computer_reads_no_number_and_may_learn(frame: GamePages) -> None:
    match = lost_alone(1, is_provisional=True)
    address = match.table.address

    assert panel(frame, match, BEN) == page(f"""
        ## 3rd place · good game!
        ③ **🤖 Otto · easy** doubted ① **🤖 Iris · easy**'s 1 × 1: there is **1**. Exactly right: everyone but \
① **🤖 Iris · easy** loses a die. ③ **🤖 Otto · easy** is out.
        You played it right to the end.
        No leaderboard points this time. Rematch?
        Placement match 1 of 5
        [Rematch +] [Review my match] [Learn]
        [Replay] [Leaderboard] [Go to the table -> {address}]
    """)
    assert "885" not in board(frame, match)
    assert "115" not in board(frame, match)


def test_learning_is_offered_to_beginners_who_lost_alone_only(frame: GamePages) -> None:
    assert "[Learn]" not in panel(frame, lost_alone(9, is_provisional=False), BEN)
    people = replace(over(HERE, HERE, HERE), changes={BEN.user_id: Change(1000, 885, None, 4, is_provisional=True)})
    assert "[Learn]" not in panel(frame, people, BEN)
    winner = over(HERE, HERE, HERE, sitters=(ANA, STEADY, STEADY))
    change = Change(1000, 1120, None, 4, is_provisional=True, rated=1)
    assert "[Learn]" not in panel(frame, replace(winner, changes={ANA.user_id: change}))


def test_a_loser_reads_ahead_of_whom_they_finished(frame: GamePages) -> None:
    assert "\nYou finished ahead of ② **Ben**.\n" in panel(frame, over(HERE, HERE, HERE), CLEO)
    assert "You finished ahead" not in panel(frame, over(HERE, HERE, HERE))


def test_a_loser_reads_what_they_did_well(frame: GamePages) -> None:
    figures = RunningFigures(({}, {"bluffs_through": Tally(2, 5)}, {"doubts_right": Tally(1, 1)}))
    match = replace(over(HERE, HERE, HERE), figures=figures)

    assert "\nYou got away with 2 bluffs.\n" in panel(frame, match, BEN)
    assert "\nYou saw through 1 bid that was too high.\n" in panel(frame, match, CLEO)


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [(ANA, "It counts as a loss for you."), (BEN, "It doesn't count for you.")],
    ids=["who lost by it", "another"],
)
def test_a_cancelled_match_says_to_each_what_it_counts(frame: GamePages, reader: Person, sentence: str) -> None:
    match = ended(under_way(LEFT, HERE, HERE), "cancelled")
    assert panel(frame, match, reader) == f"## Bluff\nThis table was cancelled. {sentence}\n[What happened] [Replay]"
    told = "This table was cancelled. It counts only for ① **Ana**, as a loss."
    assert board(frame, match) == f"## Bluff\n{told}\n[What happened] [Replay]"


def test_a_match_cancelled_in_its_first_round_counts_for_nobody(frame: GamePages) -> None:
    match = ended(under_way(HERE, HERE, HERE), "cancelled")
    told = "This table was cancelled. It doesn't count for anyone."
    assert board(frame, match) == f"## Bluff\n{told}\n[What happened] [Replay]"


@pytest.mark.parametrize(
    ("texts", "told"),
    [(("bid 6x5",), "Bid 6 × 5"), (("lift",), "Doubt"), (("bid 3x*", "stand"), "Bid 3 × ★")],
)
def test_a_player_who_ran_out_of_time_reads_what_the_computer_did(
    frame: GamePages, texts: tuple[str, ...], told: str
) -> None:
    match = replace(under_way(SeatClock(misses=1), HERE, HERE), stood_in={Seat(0): texts})
    sentence = f"⏰ Your time ran out, so the computer moved for you: {told}"
    assert panel(frame, match).startswith(sentence)
    assert sentence not in panel(frame, match, BEN) + board(frame, match)


@pytest.mark.parametrize(
    ("game", "texts", "told"),
    [
        ("faehrte", ("hide r7",), "Hide ❤️ 7"),
        ("faehrte", ("trump keep", "play g3"), "Keep trump · Play 🍀 3"),
        ("faehrte", ("trump blue",), "Change trump to 💧 blue"),
        ("faehrte", ("trump red",), "Change trump to ❤️ red"),
        ("tuecke", ("take r1 y3",), "Take ❤️ 1 · ☀️ 3"),
        ("tuecke", ("keep red yellow", "play r1"), "Keep ❤️ red · ☀️ yellow · Play ❤️ 1"),
        ("volltreffer", ("buy r5",), "Buy ❤️ 5"),
        ("volltreffer", ("row r5 y5 r4 g4",), "Lay out ❤️ 5 · ☀️ 5 · ❤️ 4 · 🍀 4"),
        ("volltreffer", ("swap r5 g5",), "Swap ❤️ 5 · 🍀 5"),
        ("volltreffer", ("declare -",), "Show nothing"),
        ("volltreffer", ("play r5",), "Play ❤️ 5"),
    ],
)
def test_every_game_tells_what_was_done(game: str, texts: tuple[str, ...], told: str) -> None:
    parse = GAMES[game].game.parse_action
    parts = " · ".join(GAME_UIS[game].action_label(parse(text), words("en")) for text in texts)
    assert as_text((Text(parts),)) == told
