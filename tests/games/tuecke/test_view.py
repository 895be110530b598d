"""What the view of Mit List und Tücke shows and hides, and how it refuses actions."""

from random import Random

import pytest

from games.cards import PLAYS, Colour, Play, gather, parse_card
from games.core import CHANCE, IllegalAction, MalformedAction, Seat
from games.tuecke import GAME
from games.tuecke.actions import KEEPS, Keep, Take, TueckeAction
from games.tuecke.rules import TueckeState
from tests.games.tuecke.tables import act, last_round, last_trick, play, table

HANDS = "r9 r10 / g1 y10 / r5 b9 / r6 r13"
PILES = "r1 y1 / b1 b2 / - / g2"
START = table(HANDS)
SHARING = play(START, "r9 g1 r5 r6")
KEEPING = play(table(HANDS, taken="y1 b1 / - / - / -"), "r9 g1 r5 r6, take r5 g1")


def before_the_last_trick(*, open_counts: bool = False) -> TueckeState:
    return play(table(HANDS, taken=PILES, options={"open_counts": open_counts}), "r9 g1 r5 r6, take r5 r6")


def cards(names: str) -> int:
    return gather(map(parse_card, names.split()))


def test_everyone_sees_the_trick_who_would_take_it_and_the_closed_colour() -> None:
    """Rule 5.1."""
    two = act(table(HANDS, leader=2), "play r5", "play r13").view(None).table
    four = play(START, "r9 g1 r5 r13").view(None).table

    assert (two.plays, two.round.leader) == (((2, parse_card("r5")), (3, parse_card("r13"))), 2)
    assert (four.first_taker, four.second_taker) == (3, 1)
    assert play(table("r1 / b1 / y1 / g1 b2"), "r1 b1 y1").view(None).table.closed == Colour.GREEN
    assert (START.table.first_taker, START.table.second_taker, START.table.closed) == (None, None, None)


def test_everyone_sees_the_last_trick_and_what_was_taken() -> None:
    """Rule 5.1."""
    trick = last_trick(act(before_the_last_trick(), "play y10"))

    assert (trick.first, trick.second, trick.leader, trick.removed) == (0, 1, 0, 0)
    assert (trick.first_takes, trick.second_takes) == (cards("r5 r6"), cards("r9 g1"))


def test_everyone_sees_the_colours_before_each_player_and_what_was_given_up() -> None:
    """Rule 5.1."""
    so_far = before_the_last_trick().view(None).table.round
    kept = table(HANDS, taken="r1 y1 g2 b3 / - / - / -", kept="yellow blue / - / - / -").view(None).table.round

    assert [so_far.before(Seat(seat)) for seat in range(4)] == [
        (Colour.RED, Colour.YELLOW),
        (Colour.RED, Colour.GREEN, Colour.BLUE),
        (),
        (Colour.GREEN,),
    ]
    assert so_far.given_up(Seat(0)) == ()
    assert kept.before(Seat(0)) == (Colour.YELLOW, Colour.BLUE)
    assert kept.given_up(Seat(0)) == (Colour.RED, Colour.GREEN)


def test_everyone_knows_the_own_counts_and_nobody_those_of_others() -> None:
    """Rule 5.2."""
    state = before_the_last_trick()
    own = state.view(Seat(1)).pile(Seat(1))

    assert own is not None
    assert (own.counts, own.score.points) == ((1, 0, 1, 2), 2)
    assert [state.view(Seat(1)).pile(Seat(seat)) is None for seat in range(4)] == [True, False, True, True]
    assert state.view(None).pile(Seat(0)) is None


def test_other_counts_behind_the_same_colours_look_the_same() -> None:
    """Rule 5.2."""
    one, other = (table(HANDS, taken=f"r1 y1 / {blue} / g2") for blue in ("b1 b2 / b3", "b2 / b1 b3"))

    assert one.view(Seat(3)) == other.view(Seat(3))
    assert one.view(Seat(1)) != other.view(Seat(1))


def test_all_see_the_counts_when_a_round_is_scored() -> None:
    """Rule 5.2."""
    over = play(before_the_last_trick(), "y10 b9 r13 r10, take r13 b9")

    assert [pile.counts for pile in last_round(over).piles] == [(3, 1, 0, 0), (2, 0, 1, 3), (1, 1, 0, 0), (0, 0, 1, 0)]


def test_earlier_tricks_are_not_shown_again() -> None:
    """Rule 5.3: after the second trick, nobody sees who got which red card in the first."""
    start = table("r1 r2 y5 / b1 y1 y6 / r3 r4 y7 / b2 y2 y8")
    one, other = (play(start, f"r1 b1 r3 b2, take {half}", "y1 r4 y2 r2, take y1 y2") for half in ("r1 b2", "r3 b2"))

    assert one.view(Seat(3)) == other.view(Seat(3))
    assert one.taken != other.taken


def test_with_open_counts_everyone_knows_them_but_not_by_default() -> None:
    """Rule 5.4."""
    state = before_the_last_trick(open_counts=True)
    piles = [state.view(None).pile(Seat(seat)) for seat in range(4)]

    assert [pile and pile.counts for pile in piles] == [(3, 1, 0, 0), (1, 0, 1, 2), (0, 0, 0, 0), (0, 0, 1, 0)]
    assert [option.default for option in GAME.options(4) if option.key == "open_counts"] == [False]


def test_a_hand_is_for_its_owner() -> None:
    one, other = table("r1 / y2 / g3 / b4"), table("r1 / y2 / b4 / g3")

    assert one.view(Seat(0)) == other.view(Seat(0))
    assert one.view(None) == other.view(None)


def test_choices_that_everyone_can_see_are_offered_in_public_but_not_cards() -> None:
    assert START.view(None).public_actions == START.view(Seat(1)).legal_actions == ()
    assert SHARING.view(None).public_actions == SHARING.view(Seat(0)).legal_actions
    assert KEEPING.view(None).public_actions == KEEPS


def test_the_last_card_of_a_hand_plays_itself_but_nothing_else() -> None:
    last = table("r9 / g1 / r5 / r6")
    only = play(table("r1 r2 / b1 b2 / y1 y2 / g1 b3"), "r1 b1 y1").view(Seat(3))

    assert last.view(Seat(0)).forced_action == PLAYS[parse_card("r9")]
    assert (last.view(Seat(1)).forced_action, only.forced_action, len(only.legal_actions)) == (None, None, 1)
    assert play(last, "r9 g1 r5 r6").view(Seat(0)).forced_action is None


def test_a_player_who_runs_out_of_time_does_the_first_thing_possible() -> None:
    assert START.default_action(Seat(0)).to_text() == "play r9"


@pytest.mark.parametrize(
    ("state", "seat", "action", "reason"),
    [
        (START, 0, Take(cards("r9 r10")), "The trick is not complete. You may play: r9 r10."),
        (SHARING, 0, Play(parse_card("r10")), "First take your cards from the trick: 2 of r5 r6 r9 g1."),
        (KEEPING, 0, Keep(0b111), "first choose the two you keep"),
        (START, 1, Play(parse_card("g1")), "It is not your turn: player 1 is to act"),
        (GAME.start(4, {}), 1, Play(parse_card("g1")), "The cards are being mixed: wait until they lie"),
        (play(table("r9 / g1 / r5 / r6"), "r9 g1 r5 r6, take r5 r6"), 0, Play(parse_card("g1")), "The match is over"),
        (START, CHANCE, GAME.start(4, {}).sample_chance(Random(1)), "Chance has no deal to bring in the phase play"),
        (GAME.start(4, {}), CHANCE, Play(parse_card("g1")), "Chance has no play to bring in the phase deal"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(
    state: TueckeState, seat: int, action: TueckeAction, reason: str
) -> None:
    with pytest.raises(IllegalAction, match=reason):
        state.apply(Seat(seat), action)


def test_nothing_is_drawn_where_chance_is_not_to_act() -> None:
    with pytest.raises(ValueError, match="no cards are due"):
        START.sample_chance(Random(1))


@pytest.mark.parametrize(
    "text",
    ["play r0", "play v3", "play J", "play r1 r2", "take y1 r1", "take v1", "keep blue red", "keep red", "pass", ""],
)
def test_what_is_no_action_of_the_game_is_malformed(text: str) -> None:
    with pytest.raises(MalformedAction, match="This is not an action of Mit List und Tücke"):
        GAME.parse_action(text)


def test_actions_are_named_by_their_cards_and_colours() -> None:
    assert GAME.parse_action("play b21") == Play(parse_card("b21"))
    assert GAME.parse_action("take r10 r14 y6") == Take(cards("r10 r14 y6"))
    assert GAME.parse_action("keep red blue") == Keep(0b1001)
