"""The view of one seat at Bluff: what it may know and do, and why not more."""

from dataclasses import dataclass

from games.bluff.actions import STAND, Bid, BluffAction, Dice, Expose, Lift, SeatAction, dice_text, exposures
from games.bluff.table import OpenTable
from games.core import IMPOSSIBLE, IllegalAction, Seat
from games.turns import AtTable


@dataclass(frozen=True, slots=True)
class BluffView(AtTable):
    """Everything one seat may know. `own_dice` are those under this seat's cup; a spectator has none."""

    seat: Seat | None
    own_dice: Dice
    table: OpenTable

    @property
    def rounds_over(self) -> int:
        """Each round ends with a doubt."""
        return self.table.last_lift.round if self.table.last_lift else 0

    @property
    def has_shown_all(self) -> bool:
        """A doubt lifts every cup, but what lay there before a reroll stays secret. Source: RULES.md 2.1, 4.1, 6.2."""
        ended = self.table.ended
        return bool(ended) and not any(made.exposed for made in ended[-1].bids)

    @property
    def continues_turn(self) -> bool:
        """Dice are shown with a bid."""
        return self.table.phase == "expose"

    @property
    def still_in(self) -> frozenset[Seat]:
        """See `OpenTable.still_in`."""
        return self.table.still_in

    @property
    def held(self) -> str:
        """The dice under the seat's cup."""
        return dice_text(self.own_dice) if self.own_dice else ""

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """Everyone else who still has dice."""
        return tuple([Seat(seat) for seat, dice in enumerate(self.table.dice_counts) if dice and seat != self.seat])

    @property
    def legal_actions(self) -> tuple[SeatAction, ...]:
        """Every action this seat may take now.

        See `replies` and `exposures`; empty unless this seat is to act.
        Source: RULES.md 2.2, 2.3, 3.4, 3.5, 6.1.
        """
        table = self.table
        if self.seat not in table.to_act:
            return ()
        return table.replies if table.phase == "bid" else exposures(self.own_dice)

    @property
    def public_actions(self) -> tuple[SeatAction, ...]:
        """Actions that a public message may offer: which dice can be shown is for their owner's eyes."""
        if self.table.phase == "bid":
            return self.table.replies
        return (STAND,) if self.table.phase == "expose" else ()

    @property
    def forced_action(self) -> None:
        """Always None: even when a doubt is the only action left, the player is to see that and do it."""

    def check(self, action: BluffAction) -> None:
        """Raises: IllegalAction, unless `action` is one of `legal_actions`."""
        if action in self.legal_actions:
            return
        if self.seat in self.to_act:
            match action, self.table.phase:
                case Bid(), "bid":
                    raise self._not_to_bid(action)
                case Lift(), "bid":
                    raise IllegalAction("There's no bid to doubt yet: open the round with one.")
                case Expose(), "expose" if len(action.faces) == len(self.own_dice):
                    raise IllegalAction("You can't show all your dice: at least one stays under the cup.")
        raise IllegalAction(IMPOSSIBLE)

    def _not_to_bid(self, bid: Bid) -> IllegalAction:
        """Why this bid, which is not legal, is not."""
        table = self.table
        dice = sum(table.dice_counts)
        if bid.quantity < 1:
            return IllegalAction(IMPOSSIBLE)
        if bid.quantity > dice:
            return IllegalAction("You can't bid on more dice than are in play: {dice}.", dice=dice)
        lowest = table.replies[0]
        if isinstance(lowest, Lift):
            return IllegalAction("No bid is higher than {bid}: you can only doubt it.", bid=str(table.bid))
        return IllegalAction(
            "Anything up to {bid} is too low: bid {lowest} or more, or doubt.", bid=str(table.bid), lowest=str(lowest)
        )
