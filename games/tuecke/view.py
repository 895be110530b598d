"""What one seat at Mit List und Tücke may know and do, and why not more. Knows no other hand and no other's counts."""

from typing import NamedTuple

from games.cards import NAMES, PLAYS, Card, Cards, Colour, Play, colour_of, gather, listed, plays, to_text
from games.core import CHANCE, IllegalAction, Outcome, Seat
from games.tuecke.actions import (
    ALL_COLOURS,
    COLOURS_IN,
    KEEPS,
    OPEN_CARDS,
    ColourSet,
    SeatAction,
    Take,
    TueckeAction,
    takes,
)
from games.tuecke.scoring import Counts, Pile
from games.tuecke.table import Phase, Table, by_seat, takers


class TueckeView(NamedTuple):
    """Everything one seat may know.

    Shape: `hand` and `own_counts` (the cards taken this round) are empty for a spectator; `trick` has the cards in the
    order in which they were played, and `lying` their colours. Once taken, a trick is `table.last_trick`.

    A tuple, not a dataclass, and the table apart: every decision of a simulation makes three views of one table.
    """

    seat: Seat | None
    hand: Cards
    own_counts: Counts
    to_act: frozenset[Seat]
    decision: int
    phase: Phase
    trick: tuple[Card, ...]
    lying: ColourSet
    table: Table

    def go_on(
        self, to_act: frozenset[Seat], phase: Phase, trick: tuple[Card, ...], lying: ColourSet, table: Table
    ) -> "TueckeView":
        """What a spectator views one decision later."""
        return TueckeView(None, 0, (), to_act, self.decision + 1, phase, trick, lying, table)

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def half(self) -> int:
        """How many cards the first taker of a trick gets. Source: RULES.md 3.2."""
        return (self.seats + 1) // 2

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Who has played which card to the trick, the leader first."""
        return by_seat(self.trick, self.table.leader, self.seats)

    @property
    def takers(self) -> tuple[Seat | None, Seat | None]:
        """First and second taker, if the trick stays as it lies. Source: RULES.md 3.1, 3.3, 3.6."""
        return takers(self.trick, self.table.leader, self.seats) if self.trick else (None, None)

    @property
    def closed(self) -> Colour | None:
        """The colour that can no longer be played to this trick. Source: RULES.md 2.3."""
        missing = COLOURS_IN[ALL_COLOURS & ~self.lying]
        return missing[0] if len(missing) == 1 else None

    @property
    def playable(self) -> Cards:
        """The cards of the hand that fit the trick as it lies. Source: RULES.md 2.2, 2.3."""
        return self.hand & OPEN_CARDS[self.lying]

    def pile(self, seat: Seat) -> Pile | None:
        """What `seat` has taken this round; None where this view does not tell. Source: RULES.md 5.2, 5.4."""
        if seat == self.seat:
            return Pile(self.own_counts, self.table.kept[seat])
        return Pile(self.table.counts[seat], self.table.kept[seat]) if self.table.open_counts else None

    @property
    def legal_actions(self) -> tuple[SeatAction, ...]:
        """Every action this seat may take now.

        Shape: plays ascending, `takes` or `KEEPS`; empty unless this seat is to act.
        Source: RULES.md 2.2, 2.3, 3.2, 4.2.
        """
        if self.seat not in self.to_act:
            return ()
        return plays(self.playable) if self.phase == "play" else self.public_actions

    @property
    def public_actions(self) -> tuple[SeatAction, ...]:
        """What a public message may offer: a trick and colours lie open, a hand does not."""
        match self.phase:
            case "take":
                return takes(self.trick)
            case "keep":
                return KEEPS
        return ()

    @property
    def forced_action(self) -> Play | None:
        """The last card of a hand: everyone knows that there is no choice."""
        if self.phase != "play" or self.seat not in self.to_act or self.hand.bit_count() > 1:
            return None
        return PLAYS[self.hand.bit_length() - 1]

    def check(self, action: TueckeAction) -> None:
        """Raises: IllegalAction, unless `action` is one of `legal_actions`."""
        if self.seat not in self.to_act:
            raise self._not_to_act()
        match self.phase:
            case "play":
                if not isinstance(action, Play) or not self.playable >> action.card & 1:
                    raise self._not_to_play(action)
            case "take":
                if not isinstance(action, Take) or not self._is_half(action.cards):
                    raise self._not_to_take(action)
            case _:
                if action not in KEEPS:
                    raise IllegalAction("You have cards of all four colours. Choose the two that you keep.")

    def _is_half(self, cards: Cards) -> bool:
        """Source: RULES.md 3.2."""
        return cards.bit_count() == self.half and not cards & ~gather(self.trick)

    def _not_to_act(self) -> IllegalAction:
        if self.outcome:
            return IllegalAction("The match is over: there is nothing left to play.")
        if CHANCE in self.to_act:
            return IllegalAction("The cards are being mixed: wait until they lie.")
        (seat,) = self.to_act
        return IllegalAction("It is not your turn: player {player} is to act.", player=seat + 1)

    def _not_to_play(self, action: TueckeAction) -> IllegalAction:
        cards = to_text(self.playable)
        if not isinstance(action, Play):
            return IllegalAction("The trick is not complete. You may play: {cards}.", cards=cards)
        if not self.hand >> action.card & 1:
            return IllegalAction("You do not hold {card}. You may play: {cards}.", card=NAMES[action.card], cards=cards)
        return IllegalAction(
            "Three colours lie in this trick, and {colour} is none of them. You may play: {cards}.",
            colour=colour_of(action.card).word,
            cards=cards,
        )

    def _not_to_take(self, action: TueckeAction) -> IllegalAction:
        trick = gather(self.trick)
        half, cards = self.half, to_text(trick)
        if not isinstance(action, Take):
            return IllegalAction("The trick is complete. You are to take {half} of: {cards}.", half=half, cards=cards)
        if foreign := listed(action.cards & ~trick):
            return IllegalAction(
                "{card} does not lie in this trick. You are to take {half} of: {cards}.",
                card=NAMES[foreign[0]],
                half=half,
                cards=cards,
            )
        count = action.cards.bit_count()
        return IllegalAction("You are to take {half} cards, not {count}.", half=half, count=count)
