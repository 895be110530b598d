"""What lies open at a table of Mit List und Tücke, and who takes a trick. Knows no hand."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.cards import OF_COLOUR, Card, Cards, Colour, colour_of, taker, value_of
from games.core import Outcome, Seat
from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, NO_COLOUR, ColourSet
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.scoring import NOTHING, Counts

Phase = Literal["deal", "play", "take", "keep", "over"]


class Table(NamedTuple):
    """What everyone knows besides the trick.

    Shape: `colours`, `kept` and `counts` have one entry a seat. `colours` are all that were taken, those given up too;
    `kept` is empty before the decision; `counts` has no entry at all without the option `open_counts`. `played` are
    the cards of this round's complete tricks, `removed` those of them that nobody got. `round` counts from 1.
    `dealer` is None until the first is drawn, `leader` opens this trick. `last_trick` may be of the round before.
    """

    seats: int
    rounds: int
    open_counts: bool
    round: int
    dealer: Seat | None
    leader: Seat
    played: Cards
    removed: Cards
    colours: tuple[ColourSet, ...]
    kept: tuple[ColourSet, ...]
    counts: tuple[Counts, ...]
    last_trick: TrickTaken | None
    ended: tuple[RoundEnded, ...]
    outcome: Outcome | None

    @property
    def tricks(self) -> int:
        """How many tricks of this round are complete."""
        return self.played.bit_count() // self.seats

    @property
    def deciding(self) -> Seat | None:
        """Who must decide which colours to keep before play goes on. Source: RULES.md 4.2, 4.4."""
        taken = self.last_trick
        if taken is None:
            return None
        undecided = (seat for seat, _ in taken.shares if self.colours[seat] == ALL_COLOURS and not self.kept[seat])
        return next(undecided, None)

    def cleared(self) -> "Table":
        """The table of a round in which nothing has been taken."""
        nothing = (NO_COLOUR,) * self.seats
        counts = (NOTHING,) * self.seats if self.open_counts else ()
        return self._replace(played=0, removed=0, colours=nothing, kept=nothing, counts=counts)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all rounds so far, by seat."""
        return self.ended[-1].totals if self.ended else (0,) * self.seats

    def before(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours that lie before `seat`. Source: RULES.md 4.1, 5.1."""
        return COLOURS_IN[self.kept[seat] or self.colours[seat]]

    def given_up(self, seat: Seat) -> tuple[Colour, ...]:
        """Source: RULES.md 4.2, 5.1."""
        return COLOURS_IN[self.colours[seat] & ~self.kept[seat]] if self.kept[seat] else ()


def takers(trick: Sequence[Card], leader: Seat, seats: int) -> tuple[Seat, Seat | None]:
    """First and second taker of a trick, finished or not; no second in a trick of one colour.

    Source: RULES.md 3.1, 3.3, 3.6.
    """
    led = colour_of(trick[0])
    first = Seat((leader + taker(trick, led, led)) % seats)
    others = [card for card in trick if not OF_COLOUR[led] >> card & 1]
    if not others:
        return first, None
    # Of equal cards `min` finds the one played first.
    return first, Seat((leader + trick.index(min(others, key=value_of))) % seats)


def by_seat(trick: Sequence[Card], leader: Seat, seats: int) -> tuple[tuple[Seat, Card], ...]:
    """Who has played which card, the leader first."""
    return tuple((Seat((leader + place) % seats), card) for place, card in enumerate(trick))
