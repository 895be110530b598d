"""The course of a game of Mit List und Tücke: deal, tricks, sharing, decisions, scores. Knows no player's mind."""

from operator import add
from random import Random
from typing import Final, NamedTuple, TypeVar

from games import cards
from games.cards import ALONE, Card, Cards, Deal, Play, colour_of, gather, left_of
from games.core import (
    CHANCE,
    CHANCE_ALONE,
    NOBODY,
    Event,
    IllegalAction,
    Option,
    Options,
    Outcome,
    Seat,
    Step,
    complete,
)
from games.tuecke.actions import (
    DECKS,
    HAND_SIZE,
    OPEN_CARDS,
    PLAYERS,
    ColourSet,
    Keep,
    SeatAction,
    Take,
    TueckeAction,
    parse_action,
)
from games.tuecke.events import Blocked, RoundEnded, TrickTaken
from games.tuecke.guess import deal_hands, share_out
from games.tuecke.scoring import NOTHING, Counts, Pile, colours_of, with_cards
from games.tuecke.table import Table, by_seat, takers
from games.tuecke.view import TueckeView

T = TypeVar("T")

TueckeStep = Step[TueckeAction, TueckeView]

MOST_ROUNDS: Final = 12
"""Two or three matches on end: an evening."""


class TueckeState(NamedTuple):
    """A match at one moment.

    Shape: `public` is what a spectator views; `hands` and `counts` (of the cards taken this round) have one entry a
    seat, and both are empty-handed between rounds.
    """

    public: TueckeView
    hands: tuple[Cards, ...]
    counts: tuple[Counts, ...]

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.public.to_act

    @property
    def decision(self) -> int:
        return self.public.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.public.table.outcome

    def view(self, seat: Seat | None) -> TueckeView:
        """What lies open, and the seat's own; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return self.public
        return TueckeView(seat, self.hands[seat], self.counts[seat], *self.public[3:])

    def default_action(self, seat: Seat) -> SeatAction:
        """The first of the legal actions."""
        return self.view(seat).legal_actions[0]

    def sample_chance(self, rng: Random) -> Deal:
        """A fair deal. Raises: ValueError where chance is not to act."""
        if self.public.phase != "deal":
            raise ValueError("no cards are due")
        table = self.public.table
        return cards.deal(table.dealer, table.seats, HAND_SIZE, DECKS[table.seats], rng)

    def apply(self, seat: Seat, action: TueckeAction) -> TueckeStep:
        """The state after `action`, and what everyone saw. Raises: IllegalAction."""
        if seat == CHANCE:
            return self._deal(action)
        self.view(seat).check(action)
        if isinstance(action, Play):
            return self._play(seat, action.card)
        if isinstance(action, Take):
            return self._take(action.cards)
        assert isinstance(action, Keep)
        return self._keep(seat, action.colours)

    def _deal(self, action: TueckeAction) -> TueckeStep:
        """Source: RULES.md 1.3, 1.4, 2.1."""
        public, table = self.public, self.public.table
        if public.phase != "deal" or not isinstance(action, Deal):
            verb, *_ = action.to_text().split(" ")
            raise IllegalAction("Chance has no {verb} to bring in the phase {phase}.", verb=verb, phase=public.phase)
        action.check(table.dealer, table.seats, HAND_SIZE, DECKS[table.seats])
        leader = left_of(action.dealer, table.seats)
        table = table._replace(dealer=action.dealer, leader=leader)
        return Step(TueckeState(public.go_on(ALONE[leader], "play", (), 0, table), action.hands, self.counts), ())

    def _play(self, seat: Seat, card: Card) -> TueckeStep:
        """Source: RULES.md 2.2, 2.3, 2.4, 3.1."""
        public, table = self.public, self.public.table
        trick = (*public.trick, card)
        lying = public.lying | 1 << colour_of(card)
        hands = _put(self.hands, seat, self.hands[seat] ^ 1 << card)
        if len(trick) == table.seats:
            first, _ = takers(trick, table.leader, table.seats)
            return Step(TueckeState(public.go_on(ALONE[first], "take", trick, lying, table), hands, self.counts), ())
        following = left_of(seat, table.seats)
        if not hands[following] & OPEN_CARDS[lying]:
            return self._end_round(table, self.counts, Blocked(following, by_seat(trick, table.leader, table.seats)))
        return Step(TueckeState(public.go_on(ALONE[following], "play", trick, lying, table), hands, self.counts), ())

    def _take(self, cards: Cards) -> TueckeStep:
        """Source: RULES.md 3.1-3.6, 4.1."""
        table, trick = self.public.table, self.public.trick
        first, second = takers(trick, table.leader, table.seats)
        played = gather(trick)
        rest = played ^ cards
        taken = TrickTaken(
            round=table.round,
            leader=table.leader,
            cards=trick,
            first=first,
            second=second,
            first_takes=cards,
            second_takes=0 if second is None else rest,
            removed=rest if second is None else 0,
        )
        counts, colours = self.counts, table.colours
        for seat, share in taken.shares:
            counts = _put(counts, seat, with_cards(counts[seat], share))
            colours = _put(colours, seat, colours_of(counts[seat]))
        table = table._replace(
            leader=first if second is None else second,
            played=table.played | played,
            removed=table.removed | taken.removed,
            colours=colours,
            counts=counts if table.open_counts else (),
            last_trick=taken,
        )
        return self._after_trick(table, counts, taken)

    def _keep(self, seat: Seat, colours: ColourSet) -> TueckeStep:
        """Source: RULES.md 4.2, 4.3."""
        table = self.public.table
        return self._after_trick(table._replace(kept=_put(table.kept, seat, colours)), self.counts)

    def _after_trick(self, table: Table, counts: tuple[Counts, ...], *events: Event) -> TueckeStep:
        """Asks who is to decide, then who is to lead, or scores. Source: RULES.md 3.5, 4.2, 4.4, 4.5, 6.1."""
        public, hands = self.public, self.hands
        if (deciding := table.deciding) is not None:
            return Step(TueckeState(public.go_on(ALONE[deciding], "keep", (), 0, table), hands, counts), events)
        if table.tricks == HAND_SIZE:
            return self._end_round(table, counts, *events)
        return Step(TueckeState(public.go_on(ALONE[table.leader], "play", (), 0, table), hands, counts), events)

    def _end_round(self, table: Table, counts: tuple[Counts, ...], *events: Event) -> TueckeStep:
        """Scores, and lets the next dealer deal, or ends the match. Source: RULES.md 1.4, 6.1, 7.1, 7.2."""
        piles = tuple(map(Pile, counts, table.kept))
        points = tuple(pile.score.points for pile in piles)
        totals = tuple(map(add, table.totals, points))
        blocked = next((event for event in events if isinstance(event, Blocked)), None)
        ended = RoundEnded(table.round, piles, points, totals, blocked)
        cleared = table.cleared()._replace(ended=(*table.ended, ended))
        if table.round == table.rounds:
            public = self.public.go_on(
                NOBODY, "over", (), 0, cleared._replace(outcome=Outcome(totals, _places(totals)))
            )
        else:
            assert table.dealer is not None
            dealer = left_of(table.dealer, table.seats)
            public = self.public.go_on(
                CHANCE_ALONE, "deal", (), 0, cleared._replace(round=table.round + 1, dealer=dealer)
            )
        return Step(TueckeState(public, (0,) * table.seats, (NOTHING,) * table.seats), (*events, ended))


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
        if seats not in self.seats:
            raise ValueError(f"{self.key} is for {self.seats[0]} to {self.seats[-1]} players")
        chosen = complete(self.options(seats), options)
        table = Table(
            seats=seats,
            rounds=chosen["rounds"],
            open_counts=bool(chosen["open_counts"]),
            round=1,
            dealer=None,
            leader=Seat(0),
            played=0,
            removed=0,
            colours=(),
            kept=(),
            counts=(),
            last_trick=None,
            ended=(),
            outcome=None,
        )
        public = TueckeView(None, 0, (), CHANCE_ALONE, 0, "deal", (), 0, table.cleared())
        return TueckeState(public, (0,) * seats, (NOTHING,) * seats)

    def parse_action(self, text: str) -> TueckeAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: TueckeView, rng: Random) -> TueckeState:
        """The same table with other hands and other counts behind the colours, wherever `view` does not tell."""
        public = view._replace(seat=None, hand=0, own_counts=())
        return TueckeState(public, deal_hands(view, rng), share_out(view, rng))


GAME: Final = Tuecke()


def _places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Source: RULES.md 7.2."""
    return tuple(1 + sum(other > own for other in totals) for own in totals)


def _put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])
