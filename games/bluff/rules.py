"""The course of a game of Bluff: openings, rounds, bids, challenges, losses."""

from dataclasses import dataclass, replace
from operator import sub

from games.bluff.actions import (
    DICE_EACH,
    LIFT,
    SIZES,
    STAND,
    TOTALS,
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
    rolls,
)
from games.bluff.events import BidMade, CupsLifted, DiceExposed, OpeningRolled
from games.bluff.table import EndedRound, OpenTable, Phase, places
from games.bluff.view import BluffView
from games.chance import Chance
from games.core import CHANCE, CHANCE_ALONE, NOBODY, IllegalAction, Outcome, Seat, Step
from games.turns import ALONE, EVERY_SEAT, AtTable, not_due, put

BluffStep = Step[BluffAction, BluffView]


@dataclass(frozen=True, slots=True)
class BluffState(AtTable):
    """A match of Bluff at one moment.

    `cups` has the dice under each seat's cup, none between rounds.
    """

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

    def sample_chance(self, chance: Chance) -> ChanceAction:
        """Fair dice. Raises: ValueError where chance is not to act."""
        if self.table.phase == "roll":
            return Roll(rolls(chance, self.table.dice_counts))
        dice = rolls(chance, self._due)
        match self.table.phase:
            case "opening":
                return Opening(dice)
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
        phase: Phase
        if table.reroll and table.under_cup(seat) > 1:
            to_act, phase = ALONE[seat], "expose"
        else:
            to_act, phase = self._left_of(seat), "bid"
        after = replace(table, to_act=to_act, decision=table.decision + 1, phase=phase, bids=(*table.bids, made))
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
        table, cups = self.table, self.cups
        made = table.bids[-1]
        bidder, bid = made.seat, made.bid
        count = bid.counts(sum(cups + table.exposed if table.reroll else cups, ()))
        lost = lost_by(table.dice_counts, bidder, doubter, count - bid.quantity)
        left = tuple(map(sub, table.dice_counts, lost))
        out_in = _out_in(table, left)
        over = out_in.count(None) == 1
        winner = bidder if count >= bid.quantity else doubter
        opens = None if over else winner
        lifted = CupsLifted(table.round, bidder, doubter, bid, count, lost, opens, cups, table.exposed)
        nothing: tuple[Dice, ...] = ((),) * len(cups)
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
            ended=(*table.ended, EndedRound(table.bids, lifted)),
            outcome=Outcome(left, places(out_in)) if over else None,
        )
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
        if isinstance(action, Roll) and table.phase == "roll":
            _check_due(action.dice, table.dice_counts)
            assert table.opener is not None  # who has won the last round, or the roll for the first turn
            after = replace(table, to_act=ALONE[table.opener], decision=table.decision + 1, phase="bid")
            return Step(BluffState(after, action.dice), ())
        if isinstance(action, Opening) and table.phase == "opening":
            _check_due(action.dice, self._due)
            return self._open(action.dice)
        if isinstance(action, Reroll) and table.phase == "reroll":
            _check_due((action.dice,), self._due)
            seat = table.bids[-1].seat
            return Step(BluffState(self._next_player(seat), put(self.cups, seat, action.dice)), ())
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
        """How many dice chance is to roll, but for a round.

        One entry a seat; one for a re-roll; empty when none are due.
        """
        table = self.table
        match table.phase:
            case "opening":
                if not table.opening:
                    return table.dice_counts
                rolling = _leaders(table.opening[-1])
                return tuple([DICE_EACH if seat in rolling else 0 for seat in range(table.seats)])
            case "reroll":
                return (table.under_cup(table.bids[-1].seat),)
        return ()


def _leaders(roll: tuple[Dice, ...]) -> tuple[Seat, ...]:
    """Seats that rolled the highest total for the first turn. Source: RULES.md 1.2, 1.3."""
    totals = [TOTALS[dice] for dice in roll]
    highest = max(totals)
    return tuple([seat for seat, total in zip(EVERY_SEAT, totals, strict=False) if total == highest])


def _check_due(dice: tuple[Dice, ...], due: tuple[int, ...]) -> None:
    """Raises: IllegalAction unless so many dice are due, each seat's ascending and stars last."""
    if tuple(map(SIZES.get, dice)) == due:
        return
    if (rolled := tuple(map(len, dice))) != due:
        detail = "The dice to roll are {due}, not {rolled}."
        raise IllegalAction.impossible(detail, due=str(due), rolled=str(rolled))
    raise IllegalAction.impossible("Dice are named in ascending order, stars last.")


def _out_in(table: OpenTable, left: tuple[int, ...]) -> tuple[int | None, ...]:
    """In which round each seat went out, with these dice left after the present one. Source: RULES.md 5.1."""
    if left.count(0) == table.dice_counts.count(0):
        return table.out_in
    return tuple(
        [
            table.round if not dice and earlier is None else earlier
            for dice, earlier in zip(left, table.out_in, strict=True)
        ]
    )


def lost_by(dice_counts: tuple[int, ...], bidder: Seat, doubter: Seat, surplus: int) -> tuple[int, ...]:
    """The dice each seat loses: there were `surplus` more, or fewer, than the bid said. Source: RULES.md 4.2-4.5."""
    if surplus == 0:
        return tuple([int(dice > 0 and seat != bidder) for seat, dice in enumerate(dice_counts)])
    loser = doubter if surplus > 0 else bidder
    return put((0,) * len(dice_counts), loser, min(dice_counts[loser], abs(surplus)))
