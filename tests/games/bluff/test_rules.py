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


@pytest.mark.parametrize("seats", GAME.seats)
def test_everyone_starts_with_five_dice(seats: int) -> None:
    """Rule 1.1."""
    assert GAME.start(seats, {}).table.dice_counts == (5,) * seats


def test_two_to_six_play() -> None:
    """Rule 1.1."""
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


def test_a_die_shows_a_star_as_its_sixth_face() -> None:
    """Rule 1.1."""
    roll = GAME.start(6, {}).sample_chance(Random(1))

    assert set(roll.to_text().split()) == {"opening", "/", "1", "2", "3", "4", "5", "*"}


def test_the_highest_total_opens() -> None:
    """Rule 1.2."""
    assert act(GAME.start(3, {}), "opening 1 1 1 1 1 / 4 4 4 4 4 / 3 3 3 3 3").table.opener == 1


def test_a_star_counts_nothing_for_the_first_turn() -> None:
    """Rule 1.2."""
    assert act(GAME.start(2, {}), "opening 5 * * * * / 1 1 1 1 2").table.opener == 1


def test_those_tied_roll_again() -> None:
    """Rule 1.3."""
    tied = act(GAME.start(3, {}), "opening 1 1 1 1 5 / 1 2 2 2 2 / 1 1 1 1 1")

    assert act(tied, "opening 1 1 1 1 2 / 1 1 1 1 1 / -").table.opener == 0


def test_only_those_still_tied_roll_a_third_time() -> None:
    """Rule 1.3."""
    twice_tied = act(
        GAME.start(3, {}), "opening 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1", "opening * * * * * / 5 5 5 5 5 / 5 5 5 5 5"
    )

    assert twice_tied.sample_chance(Random(1)).to_text().startswith("opening - / ")


def test_a_round_starts_with_a_roll_of_all_dice() -> None:
    """Rule 2.1."""
    state = act(GAME.start(2, {}), "opening 1 1 1 1 1 / 5 5 5 5 5", "roll 1 2 3 4 5 / 2 2 2 * *")

    assert state.view(Seat(0)).own_dice == (1, 2, 3, 4, 5)


def test_a_player_sees_no_cup_but_the_own() -> None:
    """Rule 2.1."""
    one, other = table("1 1 2 / 3 4 5"), table("1 1 2 / * * *")

    assert one.view(Seat(0)) == other.view(Seat(0))


def test_a_spectator_sees_no_cup() -> None:
    """Rule 2.1."""
    assert table("1 1 2 / 3 4 5").view(None) == table("2 2 3 / * * *").view(None)


def test_bidding_goes_clockwise() -> None:
    """Rule 2.2."""
    state = table(THREE, opener=2)

    assert (on_turn(state), on_turn(act(state, "bid 1x1")), on_turn(act(state, "bid 1x1", "bid 1x2"))) == (2, 0, 1)


def test_bidding_skips_who_is_out() -> None:
    """Rule 2.2."""
    assert on_turn(act(table("1 2 / - / - / 3"), "bid 1x1")) == 3


def test_nobody_may_pass() -> None:
    """Rule 2.2."""
    state = act(table(THREE), "bid 1x1")

    assert {type(action) for action in state.view(Seat(1)).legal_actions} == {Bid, type(LIFT)}


def test_the_opener_has_nothing_to_doubt() -> None:
    """Rule 2.3."""
    assert refused(table(THREE), "lift") == "There's no bid to doubt yet: open the round with one."


def test_the_opener_may_make_any_bid() -> None:
    """Rule 2.3."""
    assert table(THREE).view(Seat(0)).legal_actions == tuple(bid for bid in PATH if bid.quantity <= 15)


def test_a_star_counts_for_every_number() -> None:
    """Rule 3.1."""
    assert lifted(table(THREE), "bid 1x2", "lift").count == 7


def test_only_stars_count_for_stars() -> None:
    """Rule 3.2."""
    assert lifted(table(THREE), "bid 1x*", "lift").count == 3


def test_the_path_runs_as_printed_and_on_past_20() -> None:
    """Rule 3.3."""
    spaces = [f"★{bid.quantity}" if bid.face == 6 else str(bid.quantity) for bid in PATH]

    assert " ".join(dict.fromkeys(spaces)).startswith(
        "1 ★1 2 3 ★2 4 5 ★3 6 7 ★4 8 9 ★5 10 11 ★6 12 13 ★7 14 15 ★8 16 17 ★9 18 19 ★10 20 21 ★11 22 23 ★12 24 25 ★13"
    )


@pytest.mark.parametrize(
    ("text", "space"), [("1x5", 1), ("1x*", 2), ("6x2", 9), ("7x2", 10), ("10x*", 29), ("20x1", 30)]
)
def test_every_space_has_its_step(text: str, space: int) -> None:
    """Rule 3.3."""
    assert bid(text).space == space


def test_the_path_has_every_bid_on_thirty_dice() -> None:
    """Rule 3.3."""
    assert set(PATH) == {Bid(quantity, face) for quantity in range(1, 31) for face in FACES}


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("6x2", "6x4"), ("6x4", "8x3"), ("3x*", "4x*"), ("6x5", "7x1"), ("1x5", "1x*"), ("1x*", "2x1"), ("5x5", "3x*")],
)
def test_a_raise_goes_up_the_path(lower: str, higher: str) -> None:
    """Rule 3.4."""
    assert (bid(higher).beats(bid(lower)), bid(lower).beats(bid(higher))) == (True, False)


def test_a_bid_does_not_beat_itself() -> None:
    """Rule 3.4."""
    assert not bid("6x2").beats(bid("6x2"))


@pytest.mark.parametrize("low", ["6x3", "6x4", "5x5", "3x*"])
def test_a_bid_must_be_higher_than_the_last(low: str) -> None:
    """Rule 3.4."""
    state = act(table(THREE), "bid 6x4")

    assert refused(state, f"bid {low}") == "Anything up to 6 × 4 is too low: bid 6 × 5 or more, or doubt."


@pytest.mark.parametrize("high", ["16x1", "16x*", "30x5"])
def test_nobody_bids_on_more_dice_than_are_in_play(high: str) -> None:
    """Rule 3.5."""
    assert refused(table(THREE), f"bid {high}") == "You can't bid on more dice than are in play: 15."


def test_nobody_bids_on_no_dice() -> None:
    """Rule 3.5."""
    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        table(THREE).apply(Seat(0), Bid(0, 1))


def test_the_highest_bid_can_only_be_doubted() -> None:
    """Rule 3.5."""
    assert act(table("1 2 / 2 *"), "bid 4x*").view(Seat(1)).legal_actions == (LIFT,)


def test_the_highest_bid_cannot_be_raised() -> None:
    """Rule 3.5."""
    assert (
        refused(act(table("1 2 / 2 *"), "bid 4x*"), "bid 4x5") == "No bid is higher than 4 × ★: you can only doubt it."
    )


def test_a_bid_needs_no_die_of_its_kind() -> None:
    """Rule 3.6."""
    assert act(table("1 1 1 / 2 2 2"), "bid 3x5").table.bid == bid("3x5")


def test_all_cups_are_lifted() -> None:
    """Rule 4.1."""
    assert lifted(table("1 2 / 2 *"), "bid 1x2", "lift").cups == ((1, 2), (2, 6))


def test_too_low_a_bid_costs_the_doubter_the_difference() -> None:
    """Rule 4.2."""
    eight_twos_four_stars = "2 2 2 2 * / 2 2 2 2 * / 1 1 1 1 * / 3 3 3 3 * / 1 1 3 4 5 / 4 4 4 5 5"

    assert lifted(table(eight_twos_four_stars), "bid 10x2", "lift").lost == (0, 2, 0, 0, 0, 0)


def test_too_high_a_bid_costs_the_bidder_the_difference() -> None:
    """Rule 4.3."""
    seven_stars = "2 2 * * * / 2 2 2 * * / 1 1 1 * *"

    assert lifted(table(seven_stars), "bid 8x*", "lift").lost == (1, 0, 0)


def test_an_exact_bid_costs_everyone_else_a_die() -> None:
    """Rule 4.4."""
    assert lifted(table("2 2 / 2 3 / - / *"), "bid 4x2", "lift").lost == (0, 1, 0, 1)


@pytest.mark.parametrize(("said", "lost"), [("1x1", (0, 1)), ("5x5", (4, 0))], ids=["doubter", "bidder"])
def test_nobody_loses_more_dice_than_there_are(said: str, lost: tuple[int, int]) -> None:
    """Rule 4.5."""
    assert lifted(table("1 1 1 1 / 1"), f"bid {said}", "lift").lost == lost


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
    """Rule 2.1, 4.3."""
    after = act(table("1 1 1 / 2 2 2 / 3 3 3"), "bid 2x5", "lift")

    assert after.sample_chance(Random(5)).to_text().count(" / ") == 2
    assert after.table.dice_counts == (1, 3, 3)


def test_the_last_player_with_dice_wins() -> None:
    """Rule 5.1."""
    over = act(table("1 1 / - / 3"), "bid 1x1", "lift")

    assert over.outcome is not None
    assert over.outcome.places == (1, 3, 2)


def test_nothing_opens_after_the_last_round() -> None:
    """Rule 5.1."""
    assert lifted(table("1 1 / 3"), "bid 1x1", "lift").next is None


def test_a_player_who_goes_out_later_is_placed_better() -> None:
    """Rule 5.2."""
    two_left = act(table("1 1 / 3 / 4"), "bid 3x1", "bid 3x2", "bid 3x5", "lift", "roll 1 1 / 2 / -")
    over = act(two_left, "bid 2x1", "lift")

    assert over.outcome is not None
    assert over.outcome.places == (1, 2, 3)


def test_players_who_go_out_together_share_the_better_place() -> None:
    """Rule 5.2."""
    state = act(table("1 1 / 3 / 4 / -"), "bid 2x1", "lift")

    assert state.outcome is not None
    assert state.outcome.places == (1, 2, 2, 4)


def test_the_score_is_the_dice_left() -> None:
    """Rule 5.3."""
    state = act(table("1 1 / 3 / 4"), "bid 2x1", "lift")

    assert state.outcome is not None
    assert state.outcome.scores == (2, 0, 0)
