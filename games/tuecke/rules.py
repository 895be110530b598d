"""The course of a game of Mit List und Tücke: deal, tricks, sharing, decisions, scores. Knows no player's mind."""

from dataclasses import replace
from operator import add
from random import Random
from typing import Final

from games.cards import Card, Cards, Play
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
from games.dealing import Deal, deal
from games.tuecke.actions import (
    COLOURS_OF,
    DECKS,
    FULL,
    HAND_SIZE,
    NO_COLOUR,
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
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import Phase, Round, Table, by_seat, first_taker, second_taker
from games.tuecke.view import TueckeView
from games.turns import ALONE, left_of
from games.values import put, value

TueckeStep = Step[TueckeAction, TueckeView]

MOST_ROUNDS: Final = 12
"""Two or three matches on end: an evening."""


@value
class TueckeState:
    """A match at one moment.

    Shape: one entry a seat in `dealt`, each hand as it was at the start of the round, and in `taken`, the cards of this
    round's tricks; both hold nothing between rounds. What was played of a hand lies open.
    """

    table: Table
    dealt: tuple[Cards, ...]
    taken: tuple[Cards, ...]

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.table.to_act

    @property
    def decision(self) -> int:
        return self.table.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.table.round.outcome

    def view(self, seat: Seat | None) -> TueckeView:
        """What lies open, and the seat's own; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return TueckeView(None, 0, 0, self.table)
        return TueckeView(seat, self.dealt[seat] & ~self.table.played, self.taken[seat], self.table)

    def default_action(self, seat: Seat) -> SeatAction:
        """The first of the legal actions."""
        return self.view(seat).legal_actions[0]

    def sample_chance(self, rng: Random) -> Deal:
        """A fair deal. Raises: ValueError where chance is not to act."""
        if self.table.phase != "deal":
            raise ValueError("no cards are due")
        seats = self.table.round.seats
        return deal(self.table.round.dealer, seats, HAND_SIZE, DECKS[seats], rng)

    def apply(self, seat: Seat, action: TueckeAction) -> TueckeStep:
        """The state after `action`, and what everyone saw. Raises: IllegalAction."""
        if seat == CHANCE:
            return self._deal(action)
        self.view(seat).check(action)
        if isinstance(action, Play):
            return self._play(seat, action.card)
        if isinstance(action, Take):
            return self._take(seat, action.cards)
        assert isinstance(action, Keep)
        return self._keep(seat, action.colours)

    def _deal(self, action: TueckeAction) -> TueckeStep:
        """Source: RULES.md 1.3, 1.4, 2.1."""
        table, seats = self.table, self.table.round.seats
        if table.phase != "deal" or not isinstance(action, Deal):
            verb, *_ = action.to_text().split(" ")
            raise IllegalAction.impossible(
                "Chance has no {verb} to bring in the phase {phase}.", verb=verb, phase=table.phase
            )
        action.check(table.round.dealer, seats, HAND_SIZE, DECKS[seats])
        after = replace(table.round, dealer=action.dealer, leader=left_of(action.dealer, seats))
        return Step(TueckeState(table.ask(after.leader, "play", after), action.hands, self.taken), ())

    def _play(self, seat: Seat, card: Card) -> TueckeStep:
        """Source: RULES.md 2.2, 2.3, 2.4, 3.1."""
        table, so_far = self.table, self.table.round
        trick, lying, played = (*table.trick, card), table.lying | COLOURS_OF[card], table.played | 1 << card
        phase: Phase = "play"
        if len(trick) == so_far.seats:
            asked, phase = first_taker(trick, so_far.leader, so_far.seats), "take"
        else:
            asked = left_of(seat, so_far.seats)
            if lying in FULL and not self.dealt[asked] & ~played & OPEN_CARDS[lying]:
                blocked = Blocked(asked, by_seat(trick, so_far.leader, so_far.seats))
                return self._end_round(so_far, self.taken, blocked)
        after = Table(ALONE[asked], table.decision + 1, phase, trick, lying, played, so_far)
        return Step(TueckeState(after, self.dealt, self.taken), ())

    def _take(self, first: Seat, share: Cards) -> TueckeStep:
        """Source: RULES.md 3.2, 3.3, 3.4, 3.6, 4.1."""
        table, so_far = self.table, self.table.round
        rest = table.trick_cards ^ share
        second = second_taker(table.trick, so_far.leader, so_far.seats)
        left, removed = (0, rest) if second is None else (rest, 0)
        trick = TrickTaken(so_far.number, so_far.leader, table.trick, first, second, share, left, removed)
        taken = list(self.taken)
        for seat, cards in trick.shares:
            taken[seat] |= cards
        return self._after_trick(so_far.with_trick(trick, taken), tuple(taken), trick)

    def _keep(self, seat: Seat, colours: ColourSet) -> TueckeStep:
        """Source: RULES.md 4.2, 4.3."""
        so_far = self.table.round
        return self._after_trick(replace(so_far, kept=put(so_far.kept, seat, colours)), self.taken)

    def _after_trick(self, so_far: Round, taken: tuple[Cards, ...], *events: Event) -> TueckeStep:
        """Asks who is to decide, then who is to lead, or scores. Source: RULES.md 3.5, 4.2, 4.4, 4.5, 6.1."""
        phase: Phase = "keep"
        asked = so_far.deciding
        if asked is None:
            if not self.dealt[so_far.leader] & ~so_far.collected:
                return self._end_round(so_far, taken, *events)
            asked, phase = so_far.leader, "play"
        return Step(TueckeState(self.table.ask(asked, phase, so_far), self.dealt, taken), events)

    def _end_round(self, so_far: Round, taken: tuple[Cards, ...], *events: Event) -> TueckeStep:
        """Scores, and lets the next dealer deal, or ends the match. Source: RULES.md 1.4, 6.1, 7.1, 7.2."""
        piles = tuple(Pile(counts_of(cards), kept) for cards, kept in zip(taken, so_far.kept, strict=True))
        points = tuple(pile.score.points for pile in piles)
        totals = tuple(map(add, so_far.totals, points))
        blocked = next((event for event in events if isinstance(event, Blocked)), None)
        ended = RoundEnded(so_far.number, piles, points, totals, blocked)
        after = replace(so_far.cleared(), ended=(*so_far.ended, ended))
        decision = self.table.decision + 1
        if after.number == after.rounds:
            after = replace(after, outcome=Outcome(totals, _places(totals)))
            table = Table(NOBODY, decision, "over", (), NO_COLOUR, 0, after)
        else:
            assert after.dealer is not None
            after = replace(after, number=after.number + 1, dealer=left_of(after.dealer, after.seats))
            table = Table(CHANCE_ALONE, decision, "deal", (), NO_COLOUR, 0, after)
        nothing = (0,) * after.seats
        return Step(TueckeState(table, nothing, nothing), (*events, ended))


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
        table = Table(CHANCE_ALONE, 0, "deal", (), NO_COLOUR, 0, before.cleared())
        return TueckeState(table, (0,) * seats, (0,) * seats)

    def parse_action(self, text: str) -> TueckeAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: TueckeView, rng: Random) -> TueckeState:
        """The same table with other hands, and other cards behind the colours, wherever `view` does not tell."""
        return TueckeState(view.table, deal_hands(view, rng), share_out(view, rng))


GAME: Final = Tuecke()


def _places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Source: RULES.md 7.2."""
    return tuple(1 + sum(other > own for other in totals) for own in totals)
