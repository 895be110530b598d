"""Checks the rolls and deals of one match of Finte: python verify.py FILE

FILE is what /verify attaches. This program is written after docs/verify.md, needs Python 3.11 or newer and nothing
else, and knows no key but the one in the file. It exits with 0 if everything follows from the key, else with 1.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

SIGNS, STAR = "12345*", 6


class Wrong(ValueError):
    """Mismatch between the file and the derivation."""


def main(arguments: Sequence[str]) -> int:
    """Checks the file, and says what came of it."""
    try:
        (path,) = arguments
        print(check(json.loads(Path(path).read_text(encoding="utf-8"))))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        told = error if isinstance(error, Wrong) else f"this is no verification file: {error!r}"
        print(f"WRONG: {told}", file=sys.stderr)
        return 1
    return 0


def check(file: dict[str, Any]) -> str:
    """Recomputes everything in a verification file; returns what was compared. Raises: Wrong."""
    expect("the format", file["format"], "finte-deals/1")
    key, seats, log = bytes.fromhex(file["key"]), file["seats"], file["log"]
    expect("the length of the key", len(key), 32)
    expect("the fingerprint", file["fingerprint"], fingerprint(file))
    digests = [digest(words) for words in file["words"]]
    expect("the number of seats", len(digests), seats)
    moves = [(int(entry["seat"]), str(entry["do"])) for entry in log]
    drawn = sum(seat == -1 for seat, _ in moves)
    expect("the number of moves", len(moves), file["moves"])
    expect("the number of rolls and deals", drawn, file["draws"])
    expect("the hash of the log", sha256("".join(f"{seat} {text}\n" for seat, text in moves)), file["log_sha256"])
    chance = _Chance(key, digests)
    follow(GAMES[file["game"]](chance, seats, dict(file["options"])), chance, moves)
    return (
        f"Match {file['match']}, {file['game']}: the key has the fingerprint {file['fingerprint']}, and all "
        f"{drawn} rolls and deals in {len(moves)} moves follow from it."
    )


def follow(game: "_Game", chance: "_Chance", moves: list[tuple[int, str]]) -> None:
    """Compares every roll and deal with what follows from the key. Raises: Wrong at the first that doesn't."""
    for number, (seat, text) in enumerate(moves, 1):
        try:
            if seat == -1:
                chance.next_draw()
                expect("what chance brought", text, game.draw())
            else:
                game.move(seat, text)
        except Wrong as wrong:
            raise Wrong(f"move {number}: {wrong}") from None
    if not game.is_over:
        raise Wrong("the log ends before the match does")


def expect(what: str, found: object, expected: object) -> None:
    """Raises: Wrong unless both are the same."""
    if found != expected:
        raise Wrong(f"{what} should be {expected}, not {found}")


def fingerprint(file: dict[str, Any]) -> str:
    """The hash of the key, and of what was known of the match before it began."""
    facts = f"key {file['key']}\nmatch {file['match']}\ngame {file['game']}\nrules {file['rules_version']}\n"
    options = [f"option {name} {str(value).lower()}\n" for name, value in sorted(file["options"].items())]
    return sha256("".join(("finte deals 1\n", facts, *options)))


def sha256(text: str) -> str:
    """The hash of a text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest(words: dict[str, Any]) -> str:
    """Words of a seat in the derivation; those that were deleted have only left their digest."""
    if words["words"] is not None:
        expect("the digest of words", words["digest"], sha256(words["words"]) if words["words"] else "-")
    return str(words["digest"])


class _Chance:
    """Everything that follows from the key, draw by draw."""

    def __init__(self, key: bytes, digests: list[str]) -> None:
        self._key = key
        self._words = "".join(f"words {one}\n" for one in digests)
        self._number = -1
        self._numbers: Iterator[int] = iter(())

    def next_draw(self) -> None:
        self._number += 1
        self._numbers = self._stream()

    def _stream(self) -> Iterator[int]:
        block = 0
        while True:
            label = f"finte draw 1\nnumber {self._number}\n{self._words}block {block}\n"
            made = hmac.new(self._key, label.encode(), "sha256").digest()
            yield from (int.from_bytes(made[start : start + 4], "big") for start in range(0, 32, 4))
            block += 1

    def below(self, limit: int) -> int:
        while True:
            number = next(self._numbers)
            if number < 2**32 - 2**32 % limit:
                return number % limit

    def shuffled(self, things: list[str]) -> list[str]:
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


class _Bluff:
    """The dice of a match of Bluff, as far as it takes to know how many are due."""

    def __init__(self, chance: _Chance, seats: int, _options: dict[str, Any]) -> None:
        self._chance, self._counts, self._rolling = chance, [5] * seats, [True] * seats
        self._cups: list[list[int]] = [[] for _ in range(seats)]
        self._exposed: list[int] = []
        self._due, self.is_over = "opening", False
        self._bidder, self._bid = 0, ""

    def draw(self) -> str:
        if self._due == "reroll":
            self._due, self._cups[self._bidder] = "", self._roll(len(self._cups[self._bidder]))
            return f"reroll {self._text(self._cups[self._bidder])}"
        if not self._due:
            raise Wrong("there are no dice to roll")
        is_opening, self._exposed = self._due == "opening", []
        due = [5 * rolls for rolls in self._rolling] if is_opening else self._counts
        self._cups = [self._roll(dice) for dice in due]
        text = f"{self._due} {' / '.join(map(self._text, self._cups))}"
        self._due = self._after_opening() if is_opening else ""
        return text

    @staticmethod
    def _text(dice: list[int]) -> str:
        return " ".join(SIGNS[die - 1] for die in dice) or "-"

    def _roll(self, dice: int) -> list[int]:
        """One seat's dice: the first of five that are drawn for it, ascending."""
        return sorted([1 + self._chance.below(6) for _ in range(5)][:dice])

    def _after_opening(self) -> str:
        """Those with the highest total roll again, if they are several; stars count nothing."""
        totals = [sum(die for die in cup if die != STAR) if cup else -1 for cup in self._cups]
        self._rolling = [total == max(totals) for total in totals]
        return "opening" if sum(self._rolling) > 1 else "roll"

    def move(self, seat: int, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if self._due or self.is_over:
            raise Wrong("dice have to be rolled first" if self._due else "the match is over")
        if verb == "bid":
            self._bidder, self._bid = seat, rest
        elif verb == "expose":
            shown = [SIGNS.index(sign) + 1 for sign in rest.split(" ")]
            for die in shown:
                self._cups[seat].remove(die)
            self._exposed += shown
            self._due = "reroll"
        elif verb == "lift":
            self._lift(seat)

    def _lift(self, doubter: int) -> None:
        quantity, sign = self._bid.split("x")
        dice = sum(self._cups, self._exposed)
        surplus = sum(die in {STAR, SIGNS.index(sign) + 1} for die in dice) - int(quantity)
        for seat, left in enumerate(self._counts):
            loses = seat != self._bidder if surplus == 0 else seat == (doubter if surplus > 0 else self._bidder)
            self._counts[seat] = max(0, left - max(1, abs(surplus)) * loses)
        self.is_over = sum(map(bool, self._counts)) == 1
        self._due = "" if self.is_over else "roll"


def cards_of(colours: str, values: range) -> list[str]:
    """Cards by colour, then by value: the order in which a deck lies before it is shuffled."""
    return [f"{colour}{value}" for colour in colours for value in values]


class _Cards:
    """Base of the card games: who deals, and who holds what."""

    def __init__(self, chance: _Chance, seats: int, deck: list[str], rounds: int) -> None:
        self.chance, self.seats, self.deck, self.rounds = chance, seats, deck, rounds
        self.dealt, self.is_over, self.needs_all = 0, False, True
        self.dealer: int | None = None
        self.hands: list[list[str]] = [[] for _ in range(seats)]

    def deal(self) -> str:
        """Shuffles and deals. The first dealer is drawn last; later the next one deals."""
        if self.dealt == self.rounds:
            raise Wrong("there are no more rounds")
        order, size = self.chance.shuffled(self.deck), len(self.deck) // self.seats
        self.dealer = self.chance.below(self.seats) if self.dealer is None else (self.dealer + 1) % self.seats
        self.dealt += 1
        self.hands = [sorted(order[seat * size : (seat + 1) * size], key=self.deck.index) for seat in range(self.seats)]
        left = [f"+ {card}" for card in order[self.seats * size :]]
        return " / ".join((f"deal {self.dealer}", *map(" ".join, self.hands), *left))

    def take(self, seat: int, card: str) -> None:
        if card not in self.hands[seat]:
            raise Wrong(f"seat {seat} does not hold {card}")
        self.hands[seat].remove(card)
        self.is_over = self.dealt == self.rounds and not (self.needs_all and any(self.hands))


class _Faehrte(_Cards):
    def __init__(self, chance: _Chance, seats: int, options: dict[str, Any]) -> None:
        jokers = ["J"] * seats if options.get("jokers") else []
        deck = cards_of("rygb", range(10 if seats == 3 else 13)) + jokers
        super().__init__(chance, seats, deck, options.get("rounds", 2 * seats))
        self._hidden: dict[int, str] = {}
        self._has_pile = True

    def draw(self) -> str:
        if self._has_pile and not any(self.hands):
            self._has_pile, self._hidden = False, {}
            return self.deal()
        if self._has_pile or len(self._hidden) < self.seats:
            raise Wrong("there is nothing to deal or to mix")
        self._has_pile = True
        return f"pile {' '.join(self.chance.shuffled([self._hidden[seat] for seat in range(self.seats)]))}"

    def move(self, seat: int, text: str) -> None:
        verb, _, card = text.partition(" ")
        if verb in {"hide", "play"}:
            self.take(seat, card)
        if verb == "hide":
            self._hidden[seat] = card
        elif not self._has_pile:
            raise Wrong("the hidden cards have to be mixed first")


class _Tuecke(_Cards):
    def __init__(self, chance: _Chance, seats: int, options: dict[str, Any]) -> None:
        warm, cold = {4: (14, 14), 5: (18, 17), 6: (21, 21)}[seats]
        deck = cards_of("ry", range(1, warm + 1)) + cards_of("gb", range(1, cold + 1))
        super().__init__(chance, seats, deck, options.get("rounds", seats))
        self._has_played, self.needs_all = True, False  # a player who can't play ends the round

    def draw(self) -> str:
        if not self._has_played:
            raise Wrong("there is nothing to deal")
        self._has_played = False
        return self.deal()

    def move(self, seat: int, text: str) -> None:
        verb, _, card = text.partition(" ")
        if verb == "play":
            self.take(seat, card)
            self._has_played = True


class _Volltreffer:
    def __init__(self, chance: _Chance, seats: int, _options: dict[str, Any]) -> None:
        self._chance, self._seats = chance, seats
        self._buyer: int | None = None
        self.is_over = True

    def draw(self) -> str:
        if not self.is_over:
            raise Wrong("there is no deck to shuffle")
        self.is_over = False
        trump, *others = self._chance.shuffled(cards_of("rygbv", range(1, 11)))
        self._buyer = self._chance.below(self._seats) if self._buyer is None else (self._buyer + 1) % self._seats
        return f"deck {self._buyer} {trump} / {' '.join(others)}"

    def move(self, _seat: int, text: str) -> None:
        self.is_over = self.is_over or text.startswith("play ")


_Game = _Bluff | _Faehrte | _Tuecke | _Volltreffer
GAMES: dict[str, Callable[[_Chance, int, dict[str, Any]], _Game]] = {
    "bluff": _Bluff,
    "faehrte": _Faehrte,
    "tuecke": _Tuecke,
    "volltreffer": _Volltreffer,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
