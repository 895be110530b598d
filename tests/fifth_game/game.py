"""The rules of Higher, its computer players and its figures. Knows no Discord and no screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from games.chance import Chance, shuffled
from games.core import (
    CHANCE,
    CHANCE_ALONE,
    NOBODY,
    IllegalAction,
    MalformedAction,
    Option,
    Options,
    Outcome,
    Seat,
    Step,
    TimeUp,
)
from games.daily import Daily
from games.figures import Figure, Observation, Observed, Played
from games.review import Stakes
from games.search import Judged, candidates, judge
from games.turns import ALONE, EVERYONE, AtTable, places, put, settle

CARDS: Final = range(1, 10)

START: Final = 30
"""Everyone's points at the start, of which nobody can lose more than 27. Source: RULES.md 1.1."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals a card to everyone. Source: RULES.md 1.2."""

    cards: tuple[int, ...]

    def to_text(self) -> str:
        return f"deal {' '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class Bet:
    """A seat bets on its card. Source: RULES.md 1.3."""

    points: int

    def to_text(self) -> str:
        return f"bet {self.points}"


Action = Deal | Bet
BETS: Final = (Bet(1), Bet(2), Bet(3))


@dataclass(frozen=True, slots=True)
class Turned:
    """How a round went. Shape: one entry a seat. Source: RULES.md 1.4."""

    cards: tuple[int, ...]
    bets: tuple[int, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """The points that everyone won or lost."""
        best = self.cards.index(max(self.cards))
        others = sum(self.bets) - self.bets[best]
        return tuple(others if seat == best else -bet for seat, bet in enumerate(self.bets))

    def to_record(self) -> dict[str, object]:
        return {"event": "turned", "cards": list(self.cards), "bets": list(self.bets)}


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What lies open."""

    seats: int
    rounds: int
    to_act: frozenset[Seat] = CHANCE_ALONE
    decision: int = 0
    results: tuple[Turned, ...] = ()

    @property
    def hardness(self) -> float:
        """Each bet is like the others."""
        return 0.5

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(START + sum(result.gains[seat] for result in self.results) for seat in range(self.seats))

    @property
    def outcome(self) -> Outcome | None:
        """Source: RULES.md 1.5."""
        return Outcome(self.totals, places(self.totals)) if len(self.results) == self.rounds else None


@dataclass(frozen=True, slots=True)
class HigherView(AtTable):
    """What one seat may know: its own card and its own bet, None before there is one."""

    seat: Seat | None
    card: int | None
    bet: int | None
    table: OpenCards

    continues_turn = False
    public_actions = BETS
    forced_action = None

    @property
    def still_in(self) -> frozenset[Seat]:
        return EVERYONE[self.table.seats]

    @property
    def rounds_over(self) -> int:
        return len(self.table.results)

    @property
    def has_shown_all(self) -> bool:
        """Source: RULES.md 1.4."""
        return bool(self.table.results)

    @property
    def held(self) -> str:
        return "" if self.card is None else f"{self.card}" if self.bet is None else f"{self.card} / {self.bet}"

    @property
    def legal_actions(self) -> tuple[Bet, ...]:
        return BETS if self.seat in self.to_act else ()

    def check(self, action: Action) -> None:
        if action not in self.legal_actions:
            raise IllegalAction.impossible("That bet cannot be made now.")


@dataclass(frozen=True, slots=True)
class HigherState(AtTable):
    """A match. Shape: `cards` and `bets` have one entry a seat, and none between rounds."""

    table: OpenCards
    cards: tuple[int, ...] = ()
    bets: tuple[int | None, ...] = ()

    def view(self, seat: Seat | None) -> HigherView:
        if seat is None or seat == CHANCE or not self.cards:
            return HigherView(None if seat == CHANCE else seat, None, None, self.table)
        return HigherView(seat, self.cards[seat], self.bets[seat], self.table)

    def sample_chance(self, chance: Chance) -> Deal:
        return Deal(tuple(shuffled(CARDS, chance)[-self.table.seats :]))

    def default_action(self, _seat: Seat) -> Bet:
        return BETS[0]

    def apply(self, seat: Seat, action: Action) -> Step[Action, HigherView]:
        if seat == CHANCE:
            return self._deal(action)
        self.view(seat).check(action)
        assert isinstance(action, Bet)  # a view allows nothing else
        table = self.table
        bets = put(self.bets, seat, action.points)
        left = table.to_act - ALONE[seat]
        if left:
            return Step(HigherState(replace(table, to_act=left), self.cards, bets), ())
        turned = Turned(self.cards, tuple(bet for bet in bets if bet is not None))
        results = (*table.results, turned)
        after = NOBODY if len(results) == table.rounds else CHANCE_ALONE
        over = replace(table, to_act=after, decision=table.decision + 1, results=results)
        return Step(HigherState(over), (turned,))

    def _deal(self, action: Action) -> Step[Action, HigherView]:
        table = self.table
        if CHANCE not in table.to_act or not isinstance(action, Deal) or len(action.cards) != table.seats:
            raise IllegalAction.impossible("Nothing like that is to be dealt now.")
        asked = replace(table, to_act=EVERYONE[table.seats], decision=table.decision + 1)
        return Step(HigherState(asked, action.cards, (None,) * table.seats), ())


class Higher:
    """The game. Source: RULES.md 1.1."""

    key: Final = "higher"
    rules_version: Final = 1
    seats: Final = range(2, 5)

    def options(self, _seats: int) -> tuple[Option, ...]:
        return (Option("rounds", default=3, low=1, high=9),)

    def start(self, seats: int, options: Options) -> HigherState:
        return HigherState(OpenCards(seats, settle(self, seats, options)["rounds"]))

    def parse_action(self, text: str) -> Action:
        verb, *words = text.split(" ")
        numbers = tuple(int(word) for word in words if word in set(map(str, CARDS)))
        action = Deal(numbers) if verb == "deal" else Bet(*numbers[:1] or (0,))
        is_dealt = isinstance(action, Deal) and len(set(numbers)) == len(numbers) in self.seats
        if action.to_text() != text or not (is_dealt or action in BETS):
            raise MalformedAction("That is no move of Higher.")
        return action

    def redeal(self, view: HigherView, rng: Random) -> HigherState:
        table = view.table
        if not table.to_act or CHANCE in table.to_act:
            return HigherState(table)
        others = iter(rng.sample([card for card in CARDS if card != view.card], table.seats))
        cards = tuple(view.card if seat == view.seat and view.card else next(others) for seat in range(table.seats))
        bets = tuple(
            None if seat in table.to_act else view.bet if seat == view.seat else rng.choice(BETS).points
            for seat in map(Seat, range(table.seats))
        )
        return HigherState(table, cards, bets)


def random(view: HigherView, rng: Random) -> Bet:
    """Any bet."""
    return rng.choice(view.legal_actions)


def steady(view: HigherView, _rng: Random) -> Bet:
    """The more, the higher the card."""
    assert view.card is not None
    return BETS[(view.card - 1) // len(BETS)]


def hard(view: HigherView, rng: Random, _is_time_up: TimeUp) -> Bet:
    """Bets like `steady`, since there's not much to think about."""
    return steady(view, rng)


def evaluate(
    view: HigherView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[Bet] | None = None,
    kept: Bet | None = None,
) -> tuple[Judged[Bet], ...]:
    """What bets win or lose if everyone else bets one point."""

    def value(cards: tuple[int, ...], bet: Bet) -> float:
        return view.table.seats - 1 if max(cards) == view.card else -bet.points

    def draw() -> tuple[tuple[int, ...], float]:
        others = [card for card in CARDS if card != view.card]
        return (view.card or 0, *rng.sample(others, view.table.seats - 1)), 1.0

    return judge(candidates(view.legal_actions, among, kept), draw, value, is_time_up, kept=kept)


WON: Final = Figure("won", "share")
"""Of the rounds, those in which the player had the highest card. Source: RULES.md 1.4."""

BET: Final = Figure("bet", "mean")
"""What the player bet in a round. Source: RULES.md 1.3."""

FIGURES: Final = (WON, BET)


def observe(move: Played[Action, HigherView], _: None) -> Observed:
    """Looks at every round when its cards are turned."""
    found: list[Observation] = []
    for event in move.step.events:
        if isinstance(event, Turned):
            for place, (card, bet) in enumerate(zip(event.cards, event.bets, strict=True)):
                found.append(Observation(Seat(place), WON, int(card == max(event.cards))))
                found.append(Observation(Seat(place), BET, bet))
    return Observed(found)


GAME: Final = Higher()
COMPUTERS: Final = {"easy": random, "medium": steady, "steady": steady, "random": random}
SEARCH: Final = hard
EVALUATE: Final = evaluate
STAKES: Final = Stakes("match", least=0.05)
RATINGS: Final = {"random": 23.3, "easy": 23.3, "steady": 25.0, "medium": 25.0, "hard": 25.0}
DAILY: Final = Daily(seats=2, options={})
