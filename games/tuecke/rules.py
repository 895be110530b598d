"""The course of a game of Mit List und Tücke: deal, tricks, sharing, decisions, scores."""

from dataclasses import dataclass, replace
from operator import add

from games.cards import Card, Cards, Play
from games.chance import Chance
from games.core import (
    CHANCE,
    CHANCE_ALONE,
    NOBODY,
    Event,
    Outcome,
    Seat,
    Step,
)
from games.dealing import Deal, deal
from games.tuecke.actions import (
    COLOURS_OF,
    DECKS,
    FULL,
    HAND_SIZE,
    NO_COLOUR,
    OPEN_CARDS,
    ColourSet,
    Keep,
    SeatAction,
    Take,
    TueckeAction,
)
from games.tuecke.events import Blocked, RoundEnded, TrickTaken
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import OpenTable, Phase, Round, by_seat, first_taker, second_taker
from games.tuecke.view import TueckeView
from games.turns import ALONE, EVERY_SEAT, AtTable, left_of, not_due, places, put

TueckeStep = Step[TueckeAction, TueckeView]


@dataclass(frozen=True, slots=True)
class TueckeState(AtTable):
    """A match at one moment.

    One entry a seat in `dealt`, each hand as it was at the start of the round, and in `taken`, the cards of this
    round's tricks; both hold nothing between rounds. What was played of a hand lies open.
    """

    table: OpenTable
    dealt: tuple[Cards, ...]
    taken: tuple[Cards, ...]

    def view(self, seat: Seat | None) -> TueckeView:
        """Everything open, and the seat's own; chance knows no more than a spectator."""
        table = self.table
        if seat is None or seat == CHANCE:
            return TueckeView(None, 0, 0, table)
        return TueckeView(seat, self.dealt[seat] & ~table.played, self.taken[seat], table)

    def default_action(self, seat: Seat) -> SeatAction:
        """The first of the legal actions."""
        return self.view(seat).legal_actions[0]

    def sample_chance(self, chance: Chance) -> Deal:
        """A fair deal. Raises: ValueError where chance is not to act."""
        if self.table.phase != "deal":
            raise ValueError("no cards are due")
        seats = self.table.round.seats
        return deal(self.table.round.dealer, seats, HAND_SIZE, DECKS[seats], chance)

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
            raise not_due(action, table.phase)
        action.check(table.round.dealer, seats, HAND_SIZE, DECKS[seats])
        after = replace(table.round, dealer=action.dealer, leader=left_of(action.dealer, seats))
        return Step(TueckeState(table.ask(after.leader, "play", after), action.hands, self.taken), ())

    def _play(self, seat: Seat, card: Card) -> TueckeStep:
        """Source: RULES.md 2.2, 2.3, 2.4, 3.1."""
        table = self.table
        so_far = table.round
        seats = so_far.seats
        trick, played = (*table.trick, card), table.played | 1 << card
        trick_colours = table.trick_colours | COLOURS_OF[card]
        phase: Phase = "play"
        if len(trick) == seats:
            asked, phase = first_taker(trick, so_far.leader, seats), "take"
        else:
            asked = EVERY_SEAT[(seat + 1) % seats]
            if trick_colours in FULL and not self.dealt[asked] & ~played & OPEN_CARDS[trick_colours]:
                blocked = Blocked(asked, by_seat(trick, so_far.leader, seats))
                return self._end_round(so_far, self.taken, blocked)
        after = replace(
            table,
            to_act=ALONE[asked],
            decision=table.decision + 1,
            phase=phase,
            trick=trick,
            trick_colours=trick_colours,
            played=played,
        )
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
        table = replace(self.table, decision=self.table.decision + 1, trick=(), trick_colours=NO_COLOUR, played=0)
        if after.number == after.rounds:
            after = replace(after, outcome=Outcome(totals, places(totals)))
            table = replace(table, to_act=NOBODY, phase="over", round=after)
        else:
            assert after.dealer is not None
            after = replace(after, number=after.number + 1, dealer=left_of(after.dealer, after.seats))
            table = replace(table, to_act=CHANCE_ALONE, phase="deal", round=after)
        nothing = (0,) * after.seats
        return Step(TueckeState(table, nothing, nothing), (*events, ended))
