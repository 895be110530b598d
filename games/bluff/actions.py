"""The dice and actions of Bluff, their texts, and the path on which bids rise."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Final, Literal

from games.chance import Chance
from games.core import MalformedAction

Face = Literal[1, 2, 3, 4, 5, 6]
STAR: Final = 6
FACES: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, STAR)

Dice = tuple[Face, ...]
"""The faces of some dice, ascending, stars last."""

PLAYERS: Final = range(2, 7)
DICE_EACH: Final = 5
MOST_DICE: Final = DICE_EACH * PLAYERS[-1]

SIGNS: Final[dict[Face, str]] = {1: "1", 2: "2", 3: "3", 4: "4", 5: "5", STAR: "*"}
_FACE_OF: Final[dict[str, Face]] = {sign: face for face, sign in SIGNS.items()}


def dice_text(dice: Dice) -> str:
    """The dice as a record names them, such as `1 5 *`; `-` for none."""
    return " ".join(SIGNS[face] for face in dice) or "-"


def _parse_dice(text: str) -> Dice:
    return () if text == "-" else tuple(_FACE_OF[sign] for sign in text.split(" "))


@dataclass(frozen=True, slots=True)
class Bid:
    """At least `quantity` dice on the table show `face` or a star; in a bid on stars, a star.

    `space` is the step on the path of bids (RULES.md 3.3), and `rank` ascends along it, by face within a step. They and
    the text are worked out once: bids are made once.
    """

    quantity: int
    face: Face
    space: int = field(init=False, repr=False, compare=False)
    rank: int = field(init=False, repr=False, compare=False)
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        space = 3 * self.quantity - 1 if self.face == STAR else 3 * self.quantity // 2
        object.__setattr__(self, "space", space)
        object.__setattr__(self, "rank", space * (STAR + 1) + self.face)
        object.__setattr__(self, "text", f"bid {self.quantity}x{SIGNS[self.face]}")

    def beats(self, other: "Bid") -> bool:
        """Source: RULES.md 3.4."""
        return self.rank > other.rank

    def counts(self, dice: Dice) -> int:
        """How many of `dice` this bid is about. Source: RULES.md 3.1, 3.2."""
        stars = dice.count(STAR)
        return stars if self.face == STAR else dice.count(self.face) + stars

    def to_text(self) -> str:
        """Text such as `bid 6x2`."""
        return self.text

    def __str__(self) -> str:
        return f"{self.quantity} × {'★' if self.face == STAR else self.face}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Doubts the bid: all cups go up."""

    def to_text(self) -> str:
        """The text `lift`."""
        return "lift"


@dataclass(frozen=True, slots=True)
class Expose:
    """Shows some of the player's dice after their own bid; the others under the cup are rolled again."""

    faces: Dice

    def to_text(self) -> str:
        """Text such as `expose 2 *`."""
        return f"expose {dice_text(self.faces)}"


@dataclass(frozen=True, slots=True)
class Stand:
    """Shows no dice after the player's own bid."""

    def to_text(self) -> str:
        """The text `stand`."""
        return "stand"


@dataclass(frozen=True, slots=True)
class Opening:
    """Chance: what the players rolled for the first turn, one entry a seat, empty where it does not roll."""

    dice: tuple[Dice, ...]

    def to_text(self) -> str:
        """Text such as `opening 1 2 3 4 * / - / 1 1 2 5 5`."""
        return f"opening {' / '.join(map(dice_text, self.dice))}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: what a round brought under the cups, one entry a seat, empty where it is out."""

    dice: tuple[Dice, ...]

    def to_text(self) -> str:
        """Text such as `roll 1 2 3 4 * / - / 1 1 2 5 5`."""
        return f"roll {' / '.join(map(dice_text, self.dice))}"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Chance: what came under the cup of the player who has just exposed dice."""

    dice: Dice

    def to_text(self) -> str:
        """Text such as `reroll 1 5`."""
        return f"reroll {dice_text(self.dice)}"


_ROLLS: Final[tuple[tuple[Dice, ...], ...]] = tuple(
    tuple(tuple(sorted(dice)) for dice in product(FACES, repeat=count)) for count in range(DICE_EACH + 1)
)
"""Every way in which this many dice can fall, all equally likely, by the number of dice."""

TOTALS: Final = {
    dice: sum(dice) - STAR * dice.count(STAR) if dice else -1 for rolls in _ROLLS for dice in dict.fromkeys(rolls)
}
"""Worth of dice in the roll for the first turn; none are worth less than stars alone. Source: RULES.md 1.2."""

SIZES: Final = {dice: len(dice) for rolls in _ROLLS for dice in rolls}
"""All dice that one player can have, ascending; how many they are."""


def roll(rng: Random, dice: int) -> Dice:
    """A roll of this many fair dice."""
    rolls = _ROLLS[dice]
    return rolls[int(rng.random() * len(rolls))]


def rolls(chance: Chance, due: Iterable[int]) -> tuple[Dice, ...]:
    """A roll of so many fair dice for each seat.

    From a seal, five dice are drawn for everyone, and a seat with fewer has the first of them: what comes under a cup
    follows from nothing but its own number of dice, however many the others have lost.
    """
    if isinstance(chance, Random):
        random = chance.random
        return tuple([rolls[int(random() * len(rolls))] for rolls in map(_ROLLS.__getitem__, due)])
    return tuple([_least_first([FACES[chance.below(len(FACES))] for _ in range(DICE_EACH)][:dice]) for dice in due])


def _least_first(faces: Iterable[Face]) -> Dice:
    return tuple(sorted(faces))


SeatAction = Bid | Lift | Expose | Stand
ChanceAction = Opening | Roll | Reroll
BluffAction = SeatAction | ChanceAction

LIFT: Final = Lift()
STAND: Final = Stand()

PATH: Final[tuple[Bid, ...]] = tuple(
    sorted(
        (Bid(quantity, face) for quantity in range(1, MOST_DICE + 1) for face in FACES),
        key=lambda bid: bid.rank,
    )
)
"""Every bid there is, each higher than the one before."""

_EXPOSES: Final = {
    faces: Expose(faces) for size in range(1, DICE_EACH) for faces in combinations_with_replacement(FACES, size)
}
_VOCABULARY: Final[tuple[SeatAction, ...]] = (*PATH, LIFT, *_EXPOSES.values(), STAND)
_SEAT_ACTIONS: Final = {action.to_text(): action for action in _VOCABULARY}


@cache
def replies(dice: int, space: int, face: int) -> tuple[Bid | Lift, ...]:
    """The answers to the bid on `face` at `space` with this many dice in play; for space 0, the bids that open a round.

    Bids ascending by space, then face, then Lift where there is a bid to doubt.
    Source: RULES.md 2.2, 2.3, 3.4, 3.5.
    """
    bids = tuple(bid for bid in PATH if bid.quantity <= dice and (bid.space, bid.face) > (space, face))
    return (*bids, LIFT) if space else bids


@cache
def exposures(cup: Dice) -> tuple[Expose | Stand, ...]:
    """Choices of a player with these dice under the cup after their own bid.

    Expose by number of dice, then faces, all but one die at most; then Stand.
    Source: RULES.md 6.1.
    """
    shown = (faces for size in range(1, len(cup)) for faces in sorted(set(combinations(cup, size))))
    return (*(_EXPOSES[faces] for faces in shown), STAND)


def parse_action(text: str) -> BluffAction:
    """The action of that text. Raises: MalformedAction."""
    if seat_action := _SEAT_ACTIONS.get(text):
        return seat_action
    verb, _, rest = text.partition(" ")
    try:
        match verb:
            case "opening":
                return Opening(tuple(map(_parse_dice, rest.split(" / "))))
            case "roll":
                return Roll(tuple(map(_parse_dice, rest.split(" / "))))
            case "reroll":
                return Reroll(_parse_dice(rest))
    except KeyError:
        pass  # a word that is no face: as malformed as an unknown verb
    raise MalformedAction.impossible("This is not an action of Bluff: {text}", text=text[:60])
