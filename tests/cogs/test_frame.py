"""The pages around every game, read by hand: the lobby, the seats to empty, the frame of a match, closed tables."""

from dataclasses import replace
from textwrap import dedent

import pytest

from bot.buttons import CustomId
from bot.clock import SeatClock
from bot.live import Match
from bot.pages import Part
from bot.table import Person, Phase, Robot, Sitter
from cogs.bluff import BluffScreens
from cogs.frame import Frame, sitter_named, who
from games.bluff import BluffState
from tests.cogs.tables import ANA, BEN, CLEO, RANDOM, STEADY, match_at, seated
from tests.games.bluff.tables import act, table
from tests.pages import as_text, button, custom_ids
from tests.preferences import nothing_chosen

THREE = "1 2 * / 3 3 5 5 / 4 * *"


@pytest.fixture
def frame() -> Frame:
    return Frame({"bluff": BluffScreens()}, nothing_chosen(), lobby_minutes=30, idle_minutes=60)


def lobby(*sitters: Sitter, capacity: int = 4, **options: bool | int) -> Match:
    return Match(seated(*sitters, phase="lobby", capacity=capacity, options=options))


def board(frame: Frame, match: Match) -> str:
    return as_text(frame.board(match).parts)


def panel(frame: Frame, match: Match, reader: Person) -> str:
    return as_text(frame.panel(match, reader.user_id, "en-US").parts)


def page(text: str) -> str:
    return dedent(text).strip()


def test_the_lobby_shows_who_sits_where_and_what_can_be_done(frame: Frame) -> None:
    assert board(frame, lobby(ANA, STEADY, BEN)) == page("""
        ## Bluff
        -# 2–6 players · a minute a move, and three more a match
        ① **Ana** · host
        ② **🤖 Steady**
        ③ **Ben**
        -# 3 of 4 seats are taken · closes <t:1800001800:R> if nobody comes or goes
        [Join +] [Leave] [Start !] [Rules]
        [Add computer player…] [Remove…] [Cancel x]
    """)


def test_the_lobby_names_the_options_that_are_switched_on(frame: Frame) -> None:
    assert board(frame, lobby(ANA, reroll=True)).splitlines()[1] == (
        "-# 2–6 players · dice may be shown and rolled again · a minute a move, and three more a match"
    )


def test_the_lobby_says_when_the_last_card_of_a_hand_is_not_played_by_itself(frame: Frame) -> None:
    match = lobby(ANA)
    clicked = replace(match, table=replace(match.table, plays_forced=False))

    assert board(frame, clicked).splitlines()[1] == (
        "-# 2–6 players · the last card of a hand takes a click, too · a minute a move, and three more a match"
    )


def test_a_lonely_host_cannot_start(frame: Frame) -> None:
    assert board(frame, lobby(ANA)).splitlines()[-2] == "[Join +] [Leave] (Start) [Rules]"


def test_nobody_joins_a_full_table(frame: Frame) -> None:
    assert board(frame, lobby(ANA, BEN, capacity=2)).splitlines()[-2:] == [
        "(Join) [Leave] [Start !] [Rules]",
        "(Add computer player…) [Remove…] [Cancel x]",
    ]


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (ANA, "You are the host: press Start when everyone is here. This panel then wakes up by itself."),
        (BEN, "You sit at ② **Ben**. This panel wakes up by itself when the host starts."),
        (CLEO, "You do not sit at this table yet: press Join on its message."),
    ],
    ids=["host", "guest", "passer-by"],
)
def test_before_the_start_a_panel_says_what_to_wait_for(frame: Frame, reader: Person, text: str) -> None:
    assert panel(frame, lobby(ANA, BEN), reader) == f"## Bluff\n{text}\n[Refresh]"


def choice(frame: Frame, match: Match, show: str, reader: Person = ANA) -> tuple[Part, ...]:
    """What the host, or somebody else, is shown who has asked for this in the lobby."""
    return frame.panel(match, reader.user_id, "en-US", show).parts


def test_the_host_chooses_how_strong_a_computer_player_is(frame: Frame) -> None:
    assert as_text(choice(frame, lobby(ANA, STEADY), "invite")) == page("""
        How strong should the next computer player be?
        -# 2 of 4 seats are taken.
        [Easy] [Medium] [Hard] [Done]
    """)


def test_at_a_full_table_there_is_no_such_choice(frame: Frame) -> None:
    shown = as_text(choice(frame, lobby(ANA, STEADY, capacity=2), "invite"))

    assert shown.splitlines()[-1] == "(Easy) (Medium) (Hard) [Done]"


@pytest.mark.parametrize("show", ["invite", "remove"])
def test_the_choices_of_the_host_are_for_nobody_else(frame: Frame, show: str) -> None:
    assert "You sit at" in as_text(choice(frame, lobby(ANA, BEN), show, BEN))


@pytest.mark.parametrize("show", ["invite", "remove"])
def test_the_choices_of_the_host_end_with_the_start(frame: Frame, show: str) -> None:
    match = match_at(table(THREE), ANA, BEN, CLEO)

    assert choice(frame, match, show) == choice(frame, match, "")


def test_the_host_chooses_whose_seat_to_empty(frame: Frame) -> None:
    parts = choice(frame, lobby(ANA, STEADY, BEN), "remove")

    assert as_text(parts) == "Who is to leave the table?\n[🤖 Steady x] [Ben x] [Done]"


def test_computer_players_of_one_level_have_a_button_each(frame: Frame) -> None:
    parts = choice(frame, lobby(ANA, Robot("easy", "Iris"), Robot("easy", "Otto")), "remove")

    assert as_text(parts).splitlines()[-1] == "[🤖 Iris · easy x] [🤖 Otto · easy x] [Done]"
    assert custom_ids(parts)[:2] == ["f1|remove|7|0|easy Iris", "f1|remove|7|0|easy Otto"]


def test_people_of_the_same_name_have_a_button_each(frame: Frame) -> None:
    parts = choice(frame, lobby(ANA, BEN, replace(BEN, user_id=9)), "remove")

    assert custom_ids(parts) == ["f1|remove|7|0|2", "f1|remove|7|0|9", "f1|hand|7|0|"]


def test_a_host_alone_has_nobody_to_remove(frame: Frame) -> None:
    assert as_text(choice(frame, lobby(ANA), "remove")) == "Nobody but you sits at the table.\n[Done]"


@pytest.mark.parametrize("sitter", [BEN, STEADY, RANDOM], ids=["person", "steady", "random"])
def test_a_button_names_a_sitter(sitter: Sitter) -> None:
    named = sitter_named(who(sitter))

    assert named == (Person(sitter.user_id, "") if isinstance(sitter, Person) else sitter)


def test_a_button_of_before_there_were_names_has_a_level_alone() -> None:
    assert sitter_named("hard") == Robot("hard")


def test_any_other_text_names_nobody_at_the_table() -> None:
    assert sitter_named("") == Robot("")


def test_under_way_a_board_leads_to_ones_panel(frame: Frame) -> None:
    shown = board(frame, match_at(table(THREE), ANA, BEN, CLEO)).splitlines()

    assert (shown[0], shown[-1]) == ("## Bluff · round 1 · 10 dice in play", "[My dice !] [Rules] [Seats…]")


def test_who_is_to_act_has_his_panel_to_himself(frame: Frame) -> None:
    assert "[Refresh]" not in panel(frame, match_at(table(THREE), ANA, BEN, CLEO), ANA)


def test_who_waits_can_look_again(frame: Frame) -> None:
    assert panel(frame, match_at(table(THREE), ANA, BEN, CLEO), BEN).splitlines()[-1] == "[Refresh]"


def test_a_passer_by_is_shown_nothing_hidden(frame: Frame) -> None:
    assert panel(frame, match_at(table(THREE), ANA, BEN, STEADY), CLEO) == (
        "You are watching this table. Type /play to open one of your own."
    )


@pytest.fixture
def over() -> BluffState:
    return act(table("1 / 2 2"), "bid 2x1", "lift")


def test_the_end_offers_a_rematch_and_the_leaderboard(frame: Frame, over: BluffState) -> None:
    assert board(frame, match_at(over, ANA, BEN)).splitlines()[-1] == "[Rematch +] [Leaderboard]"


@pytest.mark.parametrize(
    ("rival", "asked"), [(BEN, "bluff all people 0"), (STEADY, "bluff all computer 0")], ids=["people", "computer"]
)
def test_the_end_leads_to_the_ranking_that_it_counted_for(
    frame: Frame, over: BluffState, rival: Sitter, asked: str
) -> None:
    leads_to = CustomId.from_text(button(frame.board(match_at(over, ANA, rival)).parts, "Leaderboard").custom_id)

    assert leads_to == CustomId("rank", text=asked)


def test_after_the_end_a_panel_says_ones_place(frame: Frame, over: BluffState) -> None:
    assert panel(frame, match_at(over, ANA, BEN), ANA) == "## The match is over: place 2"


CLOSED: dict[Phase, str] = {
    "cancelled": "This table was cancelled; it counts for nobody. Type /play to open a new one.",
    "lapsed": "This table closed because nobody started it. Type /play to open a new one.",
    "outdated": "This match was played by older rules than the bot has now, and cannot be shown any more.",
}


@pytest.mark.parametrize("phase", CLOSED)
def test_a_closed_table_says_why(frame: Frame, phase: Phase) -> None:
    match = Match(seated(ANA, BEN, phase=phase))

    assert board(frame, match) == panel(frame, match, ANA) == f"## Bluff\n{CLOSED[phase]}"


ENDED_EARLY: dict[Phase, str] = {
    "cancelled": "This table was cancelled. Its match counts as lost for whoever has left it, and for nobody else.",
    "deserted": "Nobody was left at this table. Its match counts as lost for whoever has left it, and for nobody else.",
}


@pytest.mark.parametrize("phase", ENDED_EARLY)
def test_a_match_that_was_not_played_to_its_end_says_for_whom_it_counts(frame: Frame, phase: Phase) -> None:
    begun = replace(seated(ANA, BEN, phase=phase), clocks=(SeatClock(presence="left"),) * 2)

    assert board(frame, Match(begun)) == f"## Bluff\n{ENDED_EARLY[phase]}"


def test_a_match_alone_that_nobody_went_on_with_says_so(frame: Frame) -> None:
    begun = replace(seated(ANA, STEADY, phase="deserted"), clocks=(SeatClock(), SeatClock()))

    assert "Nobody has played here for so long that the match was closed." in board(frame, Match(begun))


def test_a_match_that_was_cancelled_shows_no_dice(frame: Frame) -> None:
    match = Match(seated(ANA, BEN, CLEO, phase="cancelled"), table(THREE))

    assert board(frame, match) == panel(frame, match, BEN) == f"## Bluff\n{CLOSED['cancelled']}"


def test_a_panel_that_waits_leads_to_its_table(frame: Frame) -> None:
    match = lobby(ANA, BEN)
    standing = replace(match, table=replace(match.table, board_id=7))

    assert f"[Go to the table -> {standing.table.address}]" in as_text(frame.panel(standing, ANA.user_id, "en").parts)
    assert "Go to the table" not in as_text(frame.panel(match, ANA.user_id, "en").parts)
