"""Mit List und Tücke for the catalogue: options, the start of a match, and a new deal of what a seat cannot know."""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.cards import FOUR_COLOURS, OF_COLOUR, Cards, Colour, listed
from games.core import CHANCE_ALONE, Option, Options, Seat
from games.daily import Daily
from games.dealing import Need, distribute
from games.tuecke.actions import DECKS, HAND_SIZE, NO_COLOUR, OPEN_CARDS, PLAYERS, TueckeAction, parse_action
from games.tuecke.rules import TueckeState
from games.tuecke.table import OpenTable, Round
from games.tuecke.view import TueckeView
from games.turns import settle

_KEPT: Final = 5.0
_UNDECIDED: Final = 2.5
"""How many cards, beyond the first, somebody has of a colour that they keep, and before a decision, to each one of a
colour given up: 2.8 and 1.4 to 0.54 in 150 rounds of four equal players."""


def deal_hands(view: TueckeView, rng: Random) -> tuple[Cards, ...]:
    """A hand for each seat: the viewer's own, and for the others cards that the viewer has not seen.

    Nobody has to follow suit, so a card played says nothing about the hand. The one thing known is that the player who
    is asked to play has a card that fits the trick; otherwise the round would have ended.
    """
    table, so_far = view.table, view.table.round
    if table.phase in {"deal", "over"}:
        return (0,) * so_far.seats
    unseen = DECKS[so_far.seats] & ~(table.played | view.hand)
    have_played = {seat for seat, _ in table.plays}
    others = [Seat(seat) for seat in range(so_far.seats) if seat != view.seat]
    needs = [Need(HAND_SIZE - so_far.tricks - (seat in have_played)) for seat in others]
    (asked,) = table.to_act
    while True:
        hands = dict(zip(others, distribute(unseen, needs, rng), strict=True))
        if view.seat is not None:
            hands[view.seat] = view.hand
        if table.phase != "play" or hands[asked] & OPEN_CARDS[table.trick_colours]:
            return tuple(hands[Seat(seat)] for seat in range(so_far.seats))


def share_out(view: TueckeView, rng: Random) -> tuple[Cards, ...]:
    """The cards that each seat has taken: the viewer's own, and for the others cards that they may have.

    Everyone has what they took with the last trick and a card of each colour that they have shown, or as many of it as
    they are known to have. How earlier tricks were shared is not remembered.
    """
    so_far = view.table.round
    taken = [known_cards(view, Seat(seat)) for seat in range(so_far.seats)]
    hidden = so_far.collected & ~so_far.removed
    for cards in taken:
        hidden &= ~cards
    for colour in FOUR_COLOURS:
        stock = listed(hidden & OF_COLOUR[colour])
        rng.shuffle(stock)
        for card, seat in zip(stock, _owners(view, taken, colour, len(stock), rng), strict=True):
            taken[seat] |= 1 << card
    return tuple(taken)


def known_cards(view: TueckeView, seat: Seat) -> Cards:
    """The cards that `seat` has certainly taken."""
    if seat == view.seat:
        return view.taken
    so_far = view.table.round
    if so_far.last_trick is None or not so_far.collected:
        return 0
    return dict(so_far.last_trick.shares).get(seat, 0)


def _owners(view: TueckeView, taken: Sequence[Cards], colour: Colour, count: int, rng: Random) -> list[Seat]:
    """Owners of the `count` cards of a colour that nobody is known to have: a seat for each card."""
    so_far = view.table.round
    everyone = [Seat(seat) for seat in range(so_far.seats)]
    have = [(cards & OF_COLOUR[colour]).bit_count() for cards in taken]
    if so_far.open_counts:
        return [seat for seat in everyone for _ in range(so_far.counts[seat][colour] - have[seat])]
    showing = [seat for seat in everyone if seat != view.seat and so_far.colours[seat] >> colour & 1]
    if not showing:
        return []
    first = [seat for seat in showing if not have[seat]]
    weights = [likelihood(view, seat, colour) for seat in showing]
    return first + rng.choices(showing, weights, k=count - len(first))


def likelihood(view: TueckeView, seat: Seat, colour: Colour) -> float:
    """How likely `seat` has a card of a colour that it has shown, compared with others who have shown it."""
    kept = view.table.round.kept[seat]
    if not kept:
        return _UNDECIDED
    return _KEPT if kept >> colour & 1 else 1.0


MOST_ROUNDS: Final = 12
"""Two or three matches on end: an evening."""


class Tuecke:
    """The game. Source: RULES.md."""

    key: Final = "tuecke"
    rules_version: Final = 1
    seats: Final = PLAYERS

    def options(self, seats: int) -> tuple[Option, ...]:
        """Source: RULES.md 5.4, 7.1."""
        return Option("rounds", default=seats, low=1, high=MOST_ROUNDS), Option("open_counts", default=False)

    def start(self, seats: int, options: Options) -> TueckeState:
        """A match before its first deal. Raises: ValueError."""
        chosen = settle(self, seats, options)
        nothing = (0,) * seats
        before = Round(
            leader=Seat(0),
            collected=0,
            removed=0,
            colours=(),
            kept=(),
            counts=(),
            last_trick=None,
            number=1,
            dealer=None,
            ended=(),
            outcome=None,
            seats=seats,
            rounds=chosen["rounds"],
            open_counts=bool(chosen["open_counts"]),
        )
        table = OpenTable(
            to_act=CHANCE_ALONE,
            decision=0,
            phase="deal",
            trick=(),
            trick_colours=NO_COLOUR,
            played=0,
            round=before.cleared(),
        )
        return TueckeState(table, nothing, nothing)

    def parse_action(self, text: str) -> TueckeAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: TueckeView, rng: Random) -> TueckeState:
        """The same table with all cards that `view` does not know dealt again, in hands and in piles."""
        return TueckeState(view.table, deal_hands(view, rng), share_out(view, rng))


GAME: Final = Tuecke()

DAILY: Final = Daily(seats=4, options={"rounds": 2})
