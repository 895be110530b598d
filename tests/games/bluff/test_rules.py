"""The rules of Bluff without options, by their numbers in RULES.md."""

from random import Random

import pytest

from games.bluff import GAME
from games.bluff.actions import FACES, LIFT, PATH, Bid
from games.core import IMPOSSIBLE, IllegalAction, Seat
from tests.games.bluff.tables import act, lifted, on_turn, refused, table

THREE = "1 1 2 4 * / 2 2 3 3 5 / 2 4 5 * *"


def bid(text: str) -> Bid:
    action = GAME.parse_action(f"bid {text}")
    assert isinstance(action, Bid)
    return action


def test_two_to_six_start_with_five_dice_each() -> None:
    """Rule 1.1."""
    assert [GAME.start(seats, {}).table.dice_counts for seats in GAME.seats] == [(5,) * seats for seats in range(2, 7)]


def test_a_die_shows_a_star_as_its_sixth_face() -> None:
    """Rule 1.1."""
    roll = GAME.start(6, {}).sample_chance(Random(1))

    assert set(roll.to_text().split()) == {"opening", "/", "1", "2", "3", "4", "5", "*"}


@pytest.mark.parametrize(
    ("rolls", "opener"),
    [
        (["1 1 1 1 1 / 4 4 4 4 4 / 3 3 3 3 3"], 1),
        (["5 * * * * / 1 1 1 1 2 / 1 1 1 1 1"], 1),
        (["1 1 1 1 5 / 1 2 2 2 2 / 1 1 1 1 1", "1 1 1 1 2 / 1 1 1 1 1 / -"], 0),
    ],
    ids=["the highest total", "a star counts nothing", "those tied roll again"],
)
def test_the_highest_total_opens(rolls: list[str], opener: int) -> None:
    """Rules 1.2 and 1.3."""
    assert act(GAME.start(3, {}), *(f"opening {roll}" for roll in rolls)).table.opener == opener


def test_only_those_still_tied_roll_a_third_time() -> None:
    """Rule 1.3."""
    twice_tied = act(
        GAME.start(3, {}), "opening 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1", "opening * * * * * / 5 5 5 5 5 / 5 5 5 5 5"
    )

    assert twice_tied.sample_chance(Random(1)).to_text().startswith("opening - / ")


def test_nobody_sees_a_cup_but_its_owner() -> None:
    """Rule 2.1."""
    one, other = table("1 1 2 / 3 4 5"), table("1 1 2 / * * *")

    assert other.view(Seat(1)).own_dice == (6, 6, 6)
    assert one.view(Seat(0)) == other.view(Seat(0))
    assert one.view(None) == other.view(None) == table("2 2 3 / * * *").view(None)


def test_bidding_goes_clockwise_past_who_is_out() -> None:
    """Rule 2.2."""
    state = table("1 2 / - / 3 / 3", opener=3)

    assert [on_turn(state), on_turn(act(state, "bid 1x1")), on_turn(act(state, "bid 1x1", "bid 1x2"))] == [3, 0, 2]


def test_a_player_bids_higher_or_doubts() -> None:
    """Rules 2.2 and 2.3."""
    opening = table(THREE)

    assert opening.view(Seat(0)).legal_actions == tuple(bid for bid in PATH if bid.quantity <= 15)
    assert act(opening, "bid 15x4").view(Seat(1)).legal_actions == (
        *(bid for bid in PATH if bid.beats(Bid(15, 4)) and bid.quantity <= 15),
        LIFT,
    )
    assert act(opening, "bid 15x*").view(Seat(1)).legal_actions == (LIFT,)


@pytest.mark.parametrize(("said", "count"), [("1x2", 7), ("1x*", 3)])
def test_a_star_counts_for_every_number_and_only_stars_for_stars(said: str, count: int) -> None:
    """Rules 3.1, 3.2 and 4.1."""
    lift = lifted(table(THREE), f"bid {said}", "lift")

    assert (lift.count, lift.cups[2]) == (count, (2, 4, 5, 6, 6))


def test_the_path_runs_as_printed_and_has_every_bid_on_thirty_dice() -> None:
    """Rule 3.3."""
    spaces = [f"★{bid.quantity}" if bid.face == 6 else str(bid.quantity) for bid in PATH]

    assert " ".join(dict.fromkeys(spaces)).startswith(
        "1 ★1 2 3 ★2 4 5 ★3 6 7 ★4 8 9 ★5 10 11 ★6 12 13 ★7 14 15 ★8 16 17 ★9 18 19 ★10 20 21 ★11 22 23 ★12 24 25 ★13"
    )
    assert set(PATH) == {Bid(quantity, face) for quantity in range(1, 31) for face in FACES}
    assert [bid(text).space for text in ("1x5", "1x*", "7x2", "10x*", "20x1")] == [1, 2, 10, 29, 30]


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("6x2", "6x4"), ("6x4", "8x3"), ("3x*", "4x*"), ("6x5", "7x1"), ("1x5", "1x*"), ("1x*", "2x1"), ("5x5", "3x*")],
)
def test_a_raise_goes_up_the_path(lower: str, higher: str) -> None:
    """Rule 3.4."""
    assert [one.beats(bid(lower)) for one in (bid(higher), bid(lower))] == [True, False]
    assert not bid(lower).beats(bid(higher))


@pytest.mark.parametrize(
    ("before", "text", "reason"),
    [
        ([], "lift", "There's no bid to doubt yet: open the round with one."),
        (["bid 6x4"], "bid 6x4", "Anything up to 6 × 4 is too low: bid 6 × 5 or more, or doubt."),
        (["bid 6x4"], "bid 3x*", "Anything up to 6 × 4 is too low: bid 6 × 5 or more, or doubt."),
        ([], "bid 16x*", "You can't bid on more dice than are in play: 15."),
        (["bid 15x*"], "bid 15x5", "No bid is higher than 15 × ★: you can only doubt it."),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(before: list[str], text: str, reason: str) -> None:
    """Rules 2.3, 3.4 and 3.5."""
    assert refused(act(table(THREE), *before), text) == reason


def test_nobody_bids_on_no_dice() -> None:
    """Rule 3.5."""
    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        table(THREE).apply(Seat(0), Bid(0, 1))


def test_a_bid_needs_no_die_of_its_kind() -> None:
    """Rule 3.6."""
    assert act(table("1 1 1 / 2 2 2"), "bid 3x5").table.bid == bid("3x5")


@pytest.mark.parametrize(
    ("cups", "said", "lost"),
    [
        ("2 2 2 2 * / 2 2 2 2 * / 1 1 1 1 * / 3 3 3 3 * / 1 1 3 4 5 / 4 4 4 5 5", "10x2", (0, 2, 0, 0, 0, 0)),
        ("2 2 * * * / 2 2 2 * * / 1 1 1 * *", "8x*", (1, 0, 0)),
        ("2 2 / 2 3 / - / *", "4x2", (0, 1, 0, 1)),
        ("1 1 1 1 / 1", "1x1", (0, 1)),
        ("1 1 1 1 / 1", "5x5", (4, 0)),
    ],
    ids=["too low", "too high", "exact", "no more than the doubter has", "no more than the bidder has"],
)
def test_a_challenge_costs_the_difference_or_everyone_else_a_die(cups: str, said: str, lost: tuple[int, ...]) -> None:
    """Rules 4.2, 4.3, 4.4 and 4.5."""
    assert lifted(table(cups), f"bid {said}", "lift").lost == lost


def test_a_player_without_dice_is_out() -> None:
    """Rule 4.6."""
    after = act(table("2 2 / 3 / *"), "bid 1x2", "lift", "roll 1 1 / - / 1")

    assert (after.table.out_in, on_turn(act(after, "bid 1x1"))) == ((None, 1, None), 2)


@pytest.mark.parametrize(
    ("said", "winner"), [("1x2", 1), ("3x2", 1), ("4x2", 2)], ids=["bid too low", "bid exact", "bid too high"]
)
def test_the_winner_of_the_challenge_opens(said: str, winner: int) -> None:
    """Rule 4.7."""
    assert lifted(table("1 1 / 2 2 / 3 *", opener=1), f"bid {said}", "lift").next == winner


def test_the_dice_lost_are_not_rolled_again() -> None:
    """Rules 2.1 and 4.3."""
    after = act(table("1 1 1 / 2 2 2 / 3 3 3"), "bid 2x5", "lift")

    assert after.table.dice_counts == (1, 3, 3)
    assert [len(cup.split()) for cup in after.sample_chance(Random(5)).to_text()[5:].split(" / ")] == [1, 3, 3]


@pytest.mark.parametrize(
    ("cups", "actions", "places", "scores"),
    [
        ("1 1 / - / 3", ["bid 1x1", "lift"], (1, 3, 2), (2, 0, 0)),
        (
            "1 1 / 3 / 4",
            ["bid 3x1", "bid 3x2", "bid 3x5", "lift", "roll 1 1 / 2 / -", "bid 2x1", "lift"],
            (1, 2, 3),
            (2, 0, 0),
        ),
        ("1 1 / 3 / 4 / -", ["bid 2x1", "lift"], (1, 2, 2, 4), (2, 0, 0, 0)),
    ],
    ids=["the last one with dice wins", "who goes out later is placed better", "who go out together share"],
)
def test_the_end_places_by_when_dice_ran_out(
    cups: str, actions: list[str], places: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """Rules 5.1, 5.2 and 5.3."""
    over = act(table(cups), *actions)

    assert over.outcome is not None
    assert (over.outcome.places, over.outcome.scores) == (places, scores)
    assert over.table.last_lift is not None
    assert over.table.last_lift.next is None
