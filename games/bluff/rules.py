"""The course of a game of Bluff: openings, rounds, bids, challenges, losses. Knows no player's mind and no screen."""

from operator import sub
from random import Random

from games.bluff.actions import (
    DICE_EACH,
    LIFT,
    SORTED,
    STAND,
    STAR,
    Bid,
    BluffAction,
    ChanceAction,
    Dice,
    Expose,
    Lift,
    Opening,
    Reroll,
    Roll,
    SeatAction,
    roll,
)
from games.bluff.events import BidMade, CupsLifted, DiceExposed, OpeningRolled
from games.bluff.table import OpenTable
from games.bluff.view import BluffView
from games.core import CHANCE, CHANCE_ALONE, NOBODY, IllegalAction, Outcome, Seat, Step
from games.turns import ALONE, AtTable, not_due
from games.values import put, replace, value

BluffStep = Step[BluffAction, BluffView]


@value
class BluffState(AtTable):
    """A match of Bluff at one moment. Shape: `cups` has the dice under each seat's cup, none between rounds."""

    table: OpenTable
    cups: tuple[Dice, ...]

    def view(self, seat: Seat | None) -> BluffView:
        """The open table and what lies under `seat`'s own cup; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return BluffView(None, (), self.table)
        return BluffView(seat, self.cups[seat], self.table)

    def default_action(self, seat: Seat) -> SeatAction:
        """Doubts if there is a bid, else makes the lowest bid; shows no dice."""
        if self.table.phase == "expose":
            return STAND
        return LIFT if self.table.bids else self.view(seat).legal_actions[0]

    def sample_chance(self, rng: Random) -> ChanceAction:
        """Fair dice. Raises: ValueError where chance is not to act."""
        dice = tuple([roll(rng, due) for due in self._due])
        match self.table.phase:
            case "opening":
                return Opening(dice)
            case "roll":
                return Roll(dice)
            case "reroll":
                return Reroll(dice[0])
        raise ValueError("no dice are due")

    def apply(self, seat: Seat, action: BluffAction) -> BluffStep:
        """The state after `action`, and what everyone saw. Raises: IllegalAction."""
        if seat == CHANCE:
            return self._chance(action)
        self.view(seat).check(action)
        if isinstance(action, Bid):
            return self._bid(seat, action)
        if isinstance(action, Lift):
            return self._lift(seat)
        if isinstance(action, Expose):
            return self._expose(seat, action.faces)
        return Step(BluffState(self._next_player(seat), self.cups), ())

    def _bid(self, seat: Seat, bid: Bid) -> BluffStep:
        table = self.table
        made = BidMade(seat, bid)
        shows = table.reroll and table.under_cup(seat) > 1
        after = replace(
            table,
            to_act=ALONE[seat] if shows else self._left_of(seat),
            decision=table.decision + 1,
            phase="expose" if shows else "bid",
            bids=(*table.bids, made),
        )
        return Step(BluffState(after, self.cups), (made,))

    def _expose(self, seat: Seat, faces: Dice) -> BluffStep:
        table = self.table
        cup = list(self.cups[seat])
        for face in faces:
            cup.remove(face)
        *earlier, made = table.bids
        after = replace(
            table,
            to_act=CHANCE_ALONE,
            decision=table.decision + 1,
            phase="reroll",
            bids=(*earlier, replace(made, exposed=faces, rerolled=len(cup))),
            exposed=put(table.exposed, seat, tuple(sorted(table.exposed[seat] + faces))),
        )
        return Step(BluffState(after, put(self.cups, seat, tuple(cup))), (DiceExposed(seat, faces, len(cup)),))

    def _lift(self, doubter: Seat) -> BluffStep:
        """Counts, takes away the lost dice, and ends the round or the match. Source: RULES.md 4.1-4.7, 5.1-5.3."""
        table = self.table
        bidder, bid = table.bids[-1].seat, table.bids[-1].bid
        count = bid.counts(sum(self.cups + table.exposed, ()))
        lost = lost_by(table.dice_counts, bidder, doubter, count - bid.quantity)
        left = tuple(map(sub, table.dice_counts, lost))
        out_in = tuple(
            [
                table.round if not dice and earlier is None else earlier
                for dice, earlier in zip(left, table.out_in, strict=True)
            ]
        )
        over = out_in.count(None) == 1
        winner = bidder if count >= bid.quantity else doubter
        opens = None if over else winner
        lifted = CupsLifted(table.round, bidder, doubter, bid, count, lost, opens, self.cups, table.exposed)
        nothing = ((),) * table.seats
        after = replace(
            table,
            to_act=NOBODY if over else CHANCE_ALONE,
            decision=table.decision + 1,
            phase="over" if over else "roll",
            bids=(),
            exposed=nothing,
            round=table.round if over else table.round + 1,
            dice_counts=left,
            opener=winner,
            last_lift=lifted,
            out_in=out_in,
        )
        if over:
            after = replace(after, outcome=Outcome(left, after.places))
        return Step(BluffState(after, nothing), (lifted,))

    def _left_of(self, seat: Seat) -> frozenset[Seat]:
        """The next player clockwise who still has dice."""
        dice_counts = self.table.dice_counts
        seats = len(dice_counts)
        following = (seat + 1) % seats
        while not dice_counts[following]:
            following = (following + 1) % seats
        return ALONE[following]

    def _next_player(self, seat: Seat) -> OpenTable:
        """The table as it is, and the player after `seat` to bid or to doubt."""
        table = self.table
        return replace(table, to_act=self._left_of(seat), decision=table.decision + 1, phase="bid")

    def _chance(self, action: BluffAction) -> BluffStep:
        table = self.table
        match table.phase, action:
            case "roll", Roll(dice):
                self._check_due(dice)
                assert table.opener is not None  # who has won the last round, or the roll for the first turn
                after = replace(table, to_act=ALONE[table.opener], decision=table.decision + 1, phase="bid")
                return Step(BluffState(after, dice), ())
            case "opening", Opening(dice):
                self._check_due(dice)
                return self._open(dice)
            case "reroll", Reroll(under_cup):
                self._check_due((under_cup,))
                seat = table.bids[-1].seat
                return Step(BluffState(self._next_player(seat), put(self.cups, seat, under_cup)), ())
        raise not_due(action, table.phase)

    def _open(self, dice: tuple[Dice, ...]) -> BluffStep:
        leaders = _leaders(dice)
        opener = leaders[0] if len(leaders) == 1 else None
        table = self.table
        after = replace(
            table,
            decision=table.decision + 1,
            phase="opening" if opener is None else "roll",
            opener=opener,
            opening=(*table.opening, dice),
        )
        return Step(BluffState(after, self.cups), (OpeningRolled(dice, opener),))

    @property
    def _due(self) -> tuple[int, ...]:
        """How many dice chance is to roll. Shape: one entry a seat; one for a re-roll; empty when none are due."""
        table = self.table
        match table.phase:
            case "roll":
                return table.dice_counts
            case "opening":
                if not table.opening:
                    return table.dice_counts
                rolling = _leaders(table.opening[-1])
                return tuple([DICE_EACH if seat in rolling else 0 for seat in range(table.seats)])
            case "reroll":
                return (table.under_cup(table.bids[-1].seat),)
        return ()

    def _check_due(self, dice: tuple[Dice, ...]) -> None:
        """Raises: IllegalAction unless these dice are due, each seat's ascending and stars last."""
        if (rolled := tuple(map(len, dice))) != self._due:
            detail = "The dice to roll are {due}, not {rolled}."
            raise IllegalAction.impossible(detail, due=str(self._due), rolled=str(rolled))
        if not SORTED.issuperset(dice):
            raise IllegalAction.impossible("Dice are named in ascending order, stars last.")


def _leaders(roll: tuple[Dice, ...]) -> tuple[Seat, ...]:
    """Who rolled the highest total for the first turn. Source: RULES.md 1.2, 1.3."""
    totals = [sum(dice) - STAR * dice.count(STAR) if dice else -1 for dice in roll]
    highest = max(totals)
    return tuple([Seat(seat) for seat, total in enumerate(totals) if total == highest])


def lost_by(dice_counts: tuple[int, ...], bidder: Seat, doubter: Seat, surplus: int) -> tuple[int, ...]:
    """The dice each seat loses: there were `surplus` more, or fewer, than the bid said. Source: RULES.md 4.2-4.5."""
    if surplus == 0:
        return tuple([int(dice > 0 and seat != bidder) for seat, dice in enumerate(dice_counts)])
    loser = doubter if surplus > 0 else bidder
    return put((0,) * len(dice_counts), loser, min(dice_counts[loser], abs(surplus)))
