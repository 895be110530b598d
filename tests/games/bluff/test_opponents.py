"""What Bluff's search takes its opponents for."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from games.bluff.rules import BluffState
from games.bluff.search import Player, Reply, choices, likelihood, manners, opponents, player, truthfulness
from games.bluff.styles import (
    COUNTED,
    COUNTS,
    DOUBT,
    NO_BID,
    NUMBER,
    ONE_OF,
    SHIFT,
    STYLES,
    InfoSet,
    PlayStyle,
    PolicyState,
    PublicState,
    facing_after,
)
from games.core import Seat
from tests.games.bluff.tables import act, table

PLAIN = player(PlayStyle("nobody", 0.3, compares=False, safe=0.6))
CUP = COUNTED[1, 2, 5, 5, 5]


def mean_of_fives(*actions: str) -> float:
    """How many dice of the second player count for a bid on fives, by some guesses."""
    state = act(table("1 2 3 4 4 / 5 5 5 5 5 / 1 2 3 4 *"), *actions)
    opponent, rng = opponents(state.view(Seat(2)))[Seat(1)], Random(1)
    return sum(opponent.guess(rng).cup >> SHIFT[5] & COUNTS for _ in range(600)) / 600


def test_nothing_is_known_of_who_has_not_bid() -> None:
    assert mean_of_fives("bid 1x1") == pytest.approx(5 / 3, abs=0.15)


def test_a_bid_makes_its_face_likelier() -> None:
    assert mean_of_fives("bid 1x1", "bid 4x5") > mean_of_fives("bid 1x1", "bid 4x2") + 0.2


def test_what_everybody_sees_follows_the_bids() -> None:
    state = act(table("1 2 2 / 5 5 / 3", reroll=True), "bid 1x2", "stand", "bid 2x5", "expose 5", "reroll 1")

    facing = facing_after(state.table.dice_counts, state.table.bids)

    assert facing == PublicState(NUMBER[2, 5], 1, (1 << 2, 0, 0), (3, 1, 1), 6, COUNTED[(5,)])


def test_a_standpoint_has_what_its_seat_may_believe() -> None:
    facing = facing_after((2, 2, 1), act(table("1 2 / 5 5 / 3"), "bid 1x2", "bid 1x3", "bid 2x3").table.bids)

    assert facing.standpoint(0) == InfoSet(NUMBER[2, 3], 3, 5, (0, 0, ONE_OF[1 << 3]))
    assert facing.standpoint(1).known == (0, 0, ONE_OF[1 << 2])
    assert facing_after((2, 2, 1), ()).standpoint(2) == InfoSet(NO_BID, 4, 5, (0, 0, 0))


def test_a_bid_says_nothing_of_dice_rolled_after_it() -> None:
    state = act(table("1 2 2 / 5 5 / 3", reroll=True), "bid 1x2", "stand", "bid 2x5", "expose 5", "reroll 1")

    found = choices(state.table.dice_counts, state.table.bids)

    assert found == {Seat(0): (Reply(facing_after((3, 2, 1), ()).standpoint(0), NUMBER[1, 2]),), Seat(1): ()}


FACED = InfoSet(NUMBER[1, 1], 1, 6, (0, 0, 0))


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param([NUMBER[3, 5], NUMBER[4, 5]], id="on the same face"),
        pytest.param([NUMBER[4, 5], NUMBER[3, 2]], id="on another face"),
        pytest.param([NUMBER[3, 2], DOUBT], id="a doubt instead of a bid"),
    ],
)
def test_what_a_style_would_do_is_likelier_than_what_is_less_like_it(answers: list[int]) -> None:
    more, less = (likelihood(PLAIN, CUP, Reply(FACED, answer)) for answer in answers)

    assert PLAIN.moods[0].answer(CUP, *FACED[:3]) == NUMBER[3, 5]
    assert more > less


def test_a_liar_explains_a_lie() -> None:
    liar = player(PlayStyle("nobody", 0.3, compares=False, safe=0.6, lies=0.3))
    lie = Reply(InfoSet(NO_BID, 5, 10, (0, 0, 0)), NUMBER[1, 3])

    assert likelihood(liar, CUP, lie) > likelihood(PLAIN, CUP, lie)


def test_who_makes_any_safe_bid_makes_each_alike_and_no_other() -> None:
    any_safe = player(PlayStyle("nobody", 0.3, compares=False, safe=0.6, bids="any"))
    low, high, unsafe, doubt = (
        likelihood(any_safe, CUP, Reply(FACED, answer)) for answer in (NUMBER[1, 2], NUMBER[3, 5], NUMBER[5, 5], DOUBT)
    )
    cornered = Reply(FACED._replace(last=NUMBER[4, 5]), NUMBER[5, 5])

    assert low == high > unsafe == doubt
    assert likelihood(any_safe, CUP, cornered) == likelihood(PLAIN, CUP, cornered)


def test_the_mood_of_a_liar_changes_from_round_to_round() -> None:
    liar: Player = player(PlayStyle("nobody", 0.3, compares=False, safe=0.6, lies=0.3))
    rng = Random(1)

    lying = [liar.mood(rng).lying for _ in range(1000)]

    assert sum(lying) == pytest.approx(300, abs=50)
    assert {PLAIN.mood(rng) for _ in range(9)} == {PLAIN.moods[0]}
    assert isinstance(PLAIN.moods[0], PolicyState)


def after_rounds(bids: str, lifts: str, rounds: int) -> BluffState:
    """A match in which player 1 opened this many rounds with one bid, and player 2 answered with a bid or a doubt."""
    state = table("1 1 2 3 4 / 1 1 3 4 5 / 1 2 3 4 5")
    for _ in range(rounds):
        ended = act(state, bids, lifts, *(["lift"] if lifts != "lift" else []))
        state = BluffState(replace(state.table, ended=ended.table.ended), state.cups)
    return state


def chance_of(state: BluffState, seat: int, which: Callable[[PlayStyle], bool]) -> float:
    """How likely a player has one of these styles."""
    found = manners(state.table.ended, [Seat(seat)])[Seat(seat)]
    return sum(chance for style, chance in zip(STYLES, found, strict=True) if which(style)) / sum(found)


def test_before_the_first_lift_every_style_is_as_likely() -> None:
    found = manners((), [Seat(0), Seat(1)])

    assert found[Seat(0)] == found[Seat(1)] == pytest.approx([1 / len(STYLES)] * len(STYLES))


def test_who_lies_again_and_again_is_taken_for_a_liar() -> None:
    def lies(style: PlayStyle) -> bool:
        return style.lies > 0

    assert chance_of(after_rounds("bid 1x5", "lift", 4), 0, lies) > 2 * chance_of(table("1 / 1 / 1"), 0, lies)
    assert chance_of(after_rounds("bid 6x1", "lift", 4), 0, lies) < chance_of(table("1 / 1 / 1"), 0, lies)


def test_who_doubts_what_is_likely_is_taken_for_a_sceptic() -> None:
    def sceptic(style: PlayStyle) -> bool:
        return style.doubts > 0.6

    doubted, raised = after_rounds("bid 4x1", "lift", 4), after_rounds("bid 4x1", "bid 5x1", 4)

    assert chance_of(doubted, 1, sceptic) > 0.5 > chance_of(raised, 1, sceptic)


def test_no_evidence_removes_the_last_doubt_about_a_style() -> None:
    found = manners(after_rounds("bid 2x1", "lift", 30).table.ended, [Seat(0)])

    assert min(found[Seat(0)]) > 0.15 / len(STYLES) - 1e-9


def test_a_lifted_cup_tells_nothing_of_who_did_nothing() -> None:
    state = after_rounds("bid 4x1", "lift", 2)

    assert manners(state.table.ended, [Seat(2)])[Seat(2)] == pytest.approx(manners((), [Seat(2)])[Seat(2)])


def test_what_one_has_done_speaks_for_what_others_may_be_like() -> None:
    ended = after_rounds("bid 1x5", "lift", 4).table.ended
    found = manners(ended, [Seat(0), Seat(2)])
    liars = [sum(chance for style, chance in zip(STYLES, found[seat], strict=True) if style.lies) for seat in found]

    assert liars[0] > liars[1] > chance_of(table("1 / 1 / 1"), 2, lambda style: style.lies > 0) + 0.05


@pytest.mark.parametrize("bid", ["bid 5x2", "bid 2x*"])
def test_before_the_first_lift_a_bid_is_taken_to_be_as_true_as_usual(bid: str) -> None:
    on_stars = after_rounds("bid 2x*", "lift", 3).table.ended
    quiet = after_rounds(bid, "lift", 3).table.ended

    assert truthfulness((), [Seat(0)]) == truthfulness(on_stars, [Seat(0)]) == {Seat(0): 0.5}
    assert truthfulness(quiet, [Seat(2)]) == {Seat(2): 0.5}


def test_who_has_what_they_bid_on_is_believed() -> None:
    honest, lying = (after_rounds(bid, "lift", 9).table.ended for bid in ("bid 5x1", "bid 5x5"))
    usual = (15 + 9 * 2) / (30 + 9 * 5)

    assert truthfulness(honest, [Seat(0)])[Seat(0)] == pytest.approx((30 * usual + 9 * 2) / (30 + 9 * 5))
    assert truthfulness(lying, [Seat(0)])[Seat(0)] == pytest.approx(30 * 15 / 75 / 75)


def test_others_are_believed_a_little_more_where_one_is_honest() -> None:
    found = truthfulness(after_rounds("bid 5x2", "bid 6x1", 9).table.ended, [Seat(0), Seat(1), Seat(2)])

    assert found[Seat(0)] < found[Seat(2)] < found[Seat(1)]
