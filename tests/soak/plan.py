"""Which matches a soak plays. They follow from its seed alone, however fast the machine is."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from games.catalogue import GAMES
from tests.end_to_end.short import all_options, short_options

MOST_PEOPLE = 6

PEOPLE = (1, 1, 1, 2, 2, 2, 3, 3, 4, MOST_PEOPLE)
"""How many people want to play a match, each as likely: mostly few, so that there are many matches."""

MOST_IN_LONG_MATCHES = 2
"""At tables with more people, all matches are short, so that no match goes on long after all others have ended."""

LEVELS = ("easy", "easy", "medium", "hard")


@dataclass(frozen=True)
class MatchPlan:
    """One match. Shape: `people` sit down, computer players take the other seats."""

    game: str
    people: int
    options: dict[str, object]
    is_cancelled: bool
    """Whether the host cancels the table before it begins."""
    hesitates: bool
    """Whether somebody leaves the lobby once, and comes back."""
    leaves_after: int | None
    """After how many moves of the table the last person leaves for good; None if nobody does."""
    forgets: bool
    """Whether whoever leaves does so by deleting everything kept about them."""


def matches_of(seed: int, place: int) -> Iterator[MatchPlan]:
    """The matches at one place, one after the other, without end."""
    for number in count():
        yield _match(Random(f"{seed} {place} {number}"))


def _match(rng: Random) -> MatchPlan:
    game = rng.choice(list(GAMES))
    possible = list(GAMES[game].game.seats)
    people = min(rng.choice(PEOPLE), possible[-1])
    fewest = max(possible[0], people)
    seats = fewest if rng.random() < 0.8 else rng.randint(fewest, possible[-1])
    is_long = people <= MOST_IN_LONG_MATCHES and rng.random() < 0.2
    options = all_options(game) if is_long else short_options(game)
    options.pop("last_card", None)  # the ledger takes a move without a choice for one that the table made
    options |= {"seats": seats, "bots": seats - people, "level": rng.choice(LEVELS)}
    return MatchPlan(
        game,
        people,
        options,
        is_cancelled=people > 1 and rng.random() < 0.1,
        hesitates=people > 1 and rng.random() < 0.2,
        leaves_after=rng.randint(1, 12) if people > 2 and rng.random() < 0.3 else None,
        forgets=rng.random() < 0.5,
    )
