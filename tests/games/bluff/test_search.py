"""`hard` at Bluff: its opponents, rounds played to their end, and what it chooses."""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from games.bluff import GAME, search
from games.bluff.actions import LIFT, PATH, Bid, BluffAction, Expose, Stand, roll
from games.bluff.computer import medium
from games.bluff.rules import BluffState
from games.bluff.search import (
    Player,
    Reply,
    World,
    chance_to_win,
    choices,
    evaluate,
    following,
    hard,
    left_after,
    likelihood,
    manners,
    opponents,
    play_out,
    player,
    stage,
    truthfulness,
)
from games.bluff.solved import solved
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
    moods_of,
)
from games.bluff.view import BluffView
from games.core import Options, Seat
from games.search import Judged, after, best_of
from games.turns import random
from tests.games.bluff.tables import act, is_first, on_turn, table
from tests.games.switches import with_every_switch

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


MOODS = tuple(chain.from_iterable(moods_of(style)[0] for style in STYLES))


def dealt(rng: Random) -> BluffState:
    """A round at a table of some size, with one bid."""
    counts = [rng.randint(0, 5) for _ in range(4)] + [2, 3]
    rng.shuffle(counts)
    opener = rng.choice([seat for seat, dice in enumerate(counts) if dice])
    cups = " / ".join(GAME.parse_action(f"roll {' '.join('1' * dice) or '-'}").to_text()[5:] for dice in counts)
    state = table(cups, opener=opener)
    return BluffState(state.table, tuple(roll(rng, dice) for dice in counts))


def finish(state: BluffState, players: tuple[PolicyState, ...]) -> tuple[int, ...]:
    """The dice that are left when these players have ended the round by the rules."""
    while state.table.phase == "bid":
        seat = on_turn(state)
        last, hidden, dice, known = facing_after(state.table.dice_counts, state.table.bids).standpoint(seat)
        number = players[seat].answer(COUNTED[state.cups[seat]] + known[players[seat].trusts], last, hidden, dice)
        state = act(state, (LIFT if number == DOUBT else PATH[number]).to_text())
    return state.table.dice_counts


@pytest.mark.parametrize("seed", range(60))
def test_a_round_ends_as_it_does_by_the_rules(seed: int) -> None:
    rng = Random(seed)
    state = dealt(rng)
    players = tuple(rng.choices(MOODS, k=6))
    first = rng.choice([action for action in state.view(on_turn(state)).legal_actions if isinstance(action, Bid)])
    held = [COUNTED[cup] for cup in state.cups]
    counts = state.table.dice_counts
    opening = stage(facing_after(counts, ()), following(counts))

    end = play_out(opening, World(players, held, sum(held)), on_turn(state), NUMBER[first.quantity, first.face])

    assert left_after(counts, end) == finish(act(state, first.to_text()), players)


def test_chances_to_win_are_shared_out() -> None:
    counts = (5, 0, 3, 1, 1)

    assert sum(chance_to_win(counts, seat) for seat in range(5)) == pytest.approx(1)
    assert (
        chance_to_win(counts, 0) > chance_to_win(counts, 2) > chance_to_win(counts, 3) > chance_to_win(counts, 1) == 0
    )


def test_the_last_player_has_won() -> None:
    assert [chance_to_win((0, 2, 0), seat) for seat in range(3)] == [0, 1, 0]


def quick(view: BluffView, rng: Random) -> BluffAction:
    return hard(view, rng, after(2))


def choice(cups: str, *actions: str, seat: int, reroll: bool = False) -> BluffAction:
    return hard(act(table(cups, reroll=reroll), *actions).view(Seat(seat)), Random(1), after(30))


@pytest.mark.parametrize(
    ("ahead", "error", "is_taken"), [(0.03, 0.02, True), (0.03, 0.04, False), (0.005, 0.0, False), (0.02, 0.0, True)]
)
def test_hard_leaves_what_medium_does_only_for_what_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch,
    ahead: float,
    error: float,
    is_taken: bool,
) -> None:
    view = act(table("1 2 5 / 3 4 5 5 / 5 5"), "bid 2x5").view(Seat(1))
    usual = medium(view, Random(1))
    other = next(action for action in view.legal_actions if action != usual)

    def evaluate(*_: object, kept: BluffAction) -> tuple[Judged[BluffAction], ...]:
        assert kept == usual
        return Judged(usual, 0.3, 0.01, 9, 0.0, 0.0), Judged(other, 0.3 + ahead, 0.01, 9, ahead, error)

    monkeypatch.setattr(search, "evaluate", evaluate)

    assert hard(view, Random(1), never) == (other if is_taken else usual)


def test_hard_chooses_which_dice_to_show() -> None:
    assert isinstance(choice("1 2 / 3 4 5 5 / 5 5", "bid 2x5", seat=0, reroll=True), Expose | Stand)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@with_every_switch(GAME)
def test_hard_plays_at_every_table(seats: int, switches: Options) -> None:
    rng = Random(seats)

    assert sum(is_first(quick, random, seats, switches, rng) for _ in range(3)) >= 2


def test_hard_doubts_what_is_impossible() -> None:
    assert choice("1 2 / 3 4 / 5 5", "bid 6x*", seat=1) == LIFT


def test_hard_does_not_doubt_what_it_holds() -> None:
    assert choice("5 5 / 5 5 5 / 5", "bid 3x5", seat=1) != LIFT


def test_hard_opens_with_a_bid_where_all_are_safe() -> None:
    assert isinstance(choice("- / 1 2 3 4 * / -", "bid 1x1", seat=1, reroll=True), Bid)


def test_a_single_action_is_not_thought_about() -> None:
    assert hard(act(table("1 / 1 / 1"), "bid 3x*").view(Seat(1)), Random(1), never) == LIFT


def never() -> bool:
    raise AssertionError("there is nothing to think about")


@pytest.mark.parametrize("reroll", [False, True])
def test_the_same_generator_gives_the_same_judgement(reroll: bool) -> None:
    view = act(table("1 2 5 / 3 4 5 5 / 5 5", reroll=reroll), "bid 2x5").view(Seat(0 if reroll else 1))

    first, second = (evaluate(view, Random(3), after(25)) for _ in range(2))

    assert first == second
    assert {one.action for one in first} <= {*view.legal_actions}


def test_values_are_shares_of_a_match() -> None:
    judged = evaluate(act(table("1 2 5 / 3 4 5 5 / 5 5"), "bid 2x5").view(Seat(1)), Random(3), after(60))

    assert all(0 <= one.value <= 1 and one.error < 0.2 for one in judged)
    assert max(one.samples for one in judged) == 60


def test_dice_that_are_shown_count() -> None:
    shown = act(table("1 5 5 5 / 2 3 / 1 2", reroll=True), "bid 3x5", "expose 5 5 5", "reroll 1").view(Seat(1))

    values = {one.action: one.value for one in evaluate(shown, Random(1), after(60))}

    assert max(values, key=values.__getitem__) != LIFT


def doubt_after(cups: str) -> tuple[float, BluffAction]:
    """What doubting `5 × 5` is worth to player 2, and what `hard` does, if player 1 has bid that with these cups."""
    state = table("1 1 2 2 3 / 1 2 3 4 5 / 1 2 3 3 4")
    for _ in range(8):
        ended = act(table(cups), "bid 5x5", "lift").table.ended
        state = BluffState(replace(state.table, ended=(*state.table.ended, *ended)), state.cups)
    view = act(state, "bid 5x5").view(Seat(1))
    judged = evaluate(view, Random(1), after(150))
    return next(one.value for one in judged if one.action == LIFT), best_of(judged)


def test_a_serial_bluffer_is_doubted_and_an_honest_bidder_is_not() -> None:
    lied_to, doubts = doubt_after("1 1 2 3 4 / 1 2 3 4 4 / 1 2 3 4 4")
    told_the_truth, raises = doubt_after("5 5 5 5 * / 1 2 3 4 4 / 1 2 3 4 4")

    assert lied_to > told_the_truth + 0.05
    assert doubts == LIFT
    assert raises != LIFT


def test_between_two_with_few_dice_hard_plays_as_it_is_solved() -> None:
    view = act(table("1 2 5 / 3 *"), "bid 2x5").view(Seat(1))

    assert hard(view, Random(5), never) == solved(view, Random(5))
