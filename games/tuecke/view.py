"""The view of one seat at Mit List und Tücke: what it may know and do, and why not more."""

from dataclasses import dataclass

from games.cards import NAMES, PLAYS, Cards, Play, colour_of, listed, plays, to_text
from games.core import IllegalAction, Seat
from games.tuecke.actions import (
    KEEPS,
    OPEN_CARDS,
    SeatAction,
    Take,
    TueckeAction,
    takes,
)
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import OpenTable
from games.turns import AtTable, not_to_act


@dataclass(frozen=True, slots=True)
class TueckeView(AtTable):
    """Everything one seat may know: what lies open, its hand, and which cards it has taken this round.

    A spectator has no hand and has taken nothing.
    """

    seat: Seat | None
    hand: Cards
    taken: Cards
    table: OpenTable

    @property
    def still_in(self) -> frozenset[Seat]:
        """Everyone: nobody goes out before the end."""
        return frozenset(map(Seat, range(self.table.round.seats)))

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored."""
        return len(self.table.round.ended)

    @property
    def has_shown_all(self) -> bool:
        """After 14 tricks every card was played, and everyone saw who took it. In a round that ended early, hands stay
        secret. Source: RULES.md 1.3, 2.4, 5.3, 6.1.
        """
        ended = self.table.round.ended
        return bool(ended) and ended[-1].blocked is None

    @property
    def held(self) -> str:
        """The hand, and behind a slash what the seat has taken."""
        hand = to_text(self.hand) if self.hand else ""
        return f"{hand} / {to_text(self.taken)}".lstrip() if self.taken else hand

    @property
    def playable(self) -> Cards:
        """The cards of the hand that fit the trick as it lies. Source: RULES.md 2.2, 2.3."""
        return self.hand & OPEN_CARDS[self.table.trick_colours]

    def pile(self, seat: Seat) -> Pile | None:
        """Pile of `seat` this round; None where this view does not tell. Source: RULES.md 5.2, 5.4."""
        so_far = self.table.round
        if seat == self.seat:
            return Pile(counts_of(self.taken), so_far.kept[seat])
        return Pile(so_far.counts[seat], so_far.kept[seat]) if so_far.open_counts else None

    @property
    def legal_actions(self) -> tuple[SeatAction, ...]:
        """Every action this seat may take now.

        Plays ascending, `takes` or `KEEPS`; empty unless this seat is to act.
        Source: RULES.md 2.2, 2.3, 3.2, 4.2.
        """
        table = self.table
        if self.seat not in table.to_act:
            return ()
        return plays(self.hand & OPEN_CARDS[table.trick_colours]) if table.phase == "play" else self.public_actions

    @property
    def public_actions(self) -> tuple[SeatAction, ...]:
        """Actions that a public message may offer: a trick and colours lie open, a hand does not."""
        match self.table.phase:
            case "take":
                return takes(self.table.trick)
            case "keep":
                return KEEPS
        return ()

    @property
    def forced_action(self) -> Play | None:
        """The last card of a hand: everyone knows that there is no choice."""
        if self.table.phase != "play" or self.seat not in self.to_act or self.hand.bit_count() > 1:
            return None
        return PLAYS[self.hand.bit_length() - 1]

    def check(self, action: TueckeAction) -> None:
        """Raises: IllegalAction, unless `action` is one of `legal_actions`."""
        if action in self.legal_actions:
            return
        if self.seat not in self.to_act:
            raise not_to_act(self.table)
        match self.table.phase:
            case "play":
                raise self._not_to_play(action)
            case "take":
                raise self._not_to_take(action)
        raise IllegalAction("You have all four colours: first choose the two you keep.")

    def _not_to_play(self, action: TueckeAction) -> IllegalAction:
        cards = to_text(self.playable)
        if not isinstance(action, Play):
            return IllegalAction.impossible("The trick is not complete. You may play: {cards}.", cards=cards)
        if not self.hand >> action.card & 1:
            return IllegalAction.impossible(
                "You do not hold {card}. You may play: {cards}.", card=NAMES[action.card], cards=cards
            )
        return IllegalAction(
            "A trick can hold only three colours, and {colour} would be the fourth. You can play: {cards}.",
            colour=colour_of(action.card).word,
            cards=cards,
        )

    def _not_to_take(self, action: TueckeAction) -> IllegalAction:
        trick, half = self.table.trick_cards, self.table.half
        cards = to_text(trick)
        if not isinstance(action, Take):
            return IllegalAction("First take your cards from the trick: {half} of {cards}.", half=half, cards=cards)
        if foreign := listed(action.cards & ~trick):
            return IllegalAction.impossible(
                "{card} does not lie in this trick. You are to take {half} of: {cards}.",
                card=NAMES[foreign[0]],
                half=half,
                cards=cards,
            )
        count = action.cards.bit_count()
        return IllegalAction("Choose {half}: you've chosen {count}.", half=half, count=count)
