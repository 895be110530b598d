"""The course of a game of Bluff: openings, rounds, bids, challenges, losses. Knows no player's mind and no screen."""

from dataclasses import dataclass, field
from functools import cache
from operator import sub
from random import Random
from typing import Final

from games.bluff.actions import (
    DICE_EACH,
    LIFT,
    PLAYERS,
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
    parse_action,
    roll,
)
from games.bluff.view import BidMade, BluffView, CupsLifted, DiceExposed, OpeningRolled, places
from games.core import (
    CHANCE,
    CHANCE_ALONE,
    NOBODY,
    IllegalAction,
    Option,
    Options,
    Outcome,
    Seat,
    Step,
    complete,
)
from games.values import put

_ALONE: Final = tuple(frozenset({Seat(seat)}) for seat in range(PLAYERS[-1]))


@dataclass(slots=True)
class BluffState:
    """A match of Bluff at one moment.

    Shape: `table` is what lies open, as a spectator views it; `cups` has the dice under each seat's cup, empty between
    rounds. `_shown` is the latest view: the one from which an action was chosen checks it too.
    """

    table: BluffView
    cups: tuple[Dice, ...]
    _shown: BluffView | None = field(default=None, compare=False, repr=False)

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.table.to_act

    @property
    def decision(self) -> int:
        return self.table.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    def view(self, seat: Seat | None) -> BluffView:
        """The open table and what lies under `seat`'s own cup; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return self.table
        shown = self._shown
        if shown is None or shown.seat != seat:
            self._shown = shown = self.table.seen_by(seat, self.cups[seat])
        return shown

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

    def apply(self, seat: Seat, action: BluffAction) -> Step[BluffAction, BluffView]:
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
        return self._stand(seat)

    def _bid(self, seat: Seat, bid: Bid) -> Step[BluffAction, BluffView]:
        table = self.table
        made = BidMade(seat, bid)
        if table.reroll and table.under_cup(seat) > 1:
            after = table.go_on(_ALONE[seat], "expose", (*table.bids, made), table.exposed)
        else:
            after = table.go_on(self._left_of(seat), "bid", (*table.bids, made), table.exposed)
        return Step(BluffState(after, self.cups), (made,))

    def _stand(self, seat: Seat) -> Step[BluffAction, BluffView]:
        after = self.table.go_on(self._left_of(seat), "bid", self.table.bids, self.table.exposed)
        return Step(BluffState(after, self.cups), ())

    def _expose(self, seat: Seat, faces: Dice) -> Step[BluffAction, BluffView]:
        table = self.table
        cup = list(self.cups[seat])
        for face in faces:
            cup.remove(face)
        *earlier, made = table.bids
        made = made._replace(exposed=faces, rerolled=len(cup))
        exposed = put(table.exposed, seat, tuple(sorted(table.exposed[seat] + faces)))
        after = table.go_on(CHANCE_ALONE, "reroll", (*earlier, made), exposed)
        return Step(BluffState(after, put(self.cups, seat, tuple(cup))), (DiceExposed(seat, faces, len(cup)),))

    def _lift(self, doubter: Seat) -> Step[BluffAction, BluffView]:
        """Counts, takes away the lost dice, and ends the round or the match. Source: RULES.md 4.1-4.7, 5.1-5.3."""
        table = self.table
        bidder, bid, *_ = table.bids[-1]
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
        after = BluffView(
            table.seat,
            table.own_dice,
            NOBODY if over else CHANCE_ALONE,
            table.decision + 1,
            "over" if over else "roll",
            (),
            nothing,
            table.round if over else table.round + 1,
            left,
            winner,
            lifted,
            out_in,
            Outcome(left, places(out_in)) if over else None,
            table.opening,
            table.reroll,
        )
        return Step(BluffState(after, nothing), (lifted,))

    def _left_of(self, seat: Seat) -> frozenset[Seat]:
        """The next player clockwise who still has dice."""
        dice_counts = self.table.dice_counts
        seats = len(dice_counts)
        following = (seat + 1) % seats
        while not dice_counts[following]:
            following = (following + 1) % seats
        return _ALONE[following]

    def _chance(self, action: BluffAction) -> Step[BluffAction, BluffView]:
        table = self.table
        match table.phase, action:
            case "roll", Roll(dice):
                self._check_due(dice)
                assert table.opener is not None  # who has won the last round, or the roll for the first turn
                after = table.go_on(_ALONE[table.opener], "bid", (), table.exposed)
                return Step(BluffState(after, dice), ())
            case "opening", Opening(dice):
                self._check_due(dice)
                return self._open(dice)
            case "reroll", Reroll(under_cup):
                self._check_due((under_cup,))
                seat = table.bids[-1].seat
                after = table.go_on(self._left_of(seat), "bid", table.bids, table.exposed)
                return Step(BluffState(after, put(self.cups, seat, under_cup)), ())
        verb, _, _ = action.to_text().partition(" ")
        raise IllegalAction.impossible(
            "Chance has no {verb} to bring in the phase {phase}.", verb=verb, phase=table.phase
        )

    def _open(self, dice: tuple[Dice, ...]) -> Step[BluffAction, BluffView]:
        leaders = _leaders(dice)
        opener = leaders[0] if len(leaders) == 1 else None
        table = self.table
        after = table._replace(
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
        """Raises: IllegalAction unless so many dice are due, each seat's ascending and stars last."""
        if (rolled := tuple(map(len, dice))) != self._due:
            detail = "The dice to roll are {due}, not {rolled}."
            raise IllegalAction.impossible(detail, due=str(self._due), rolled=str(rolled))
        if not SORTED.issuperset(dice):
            raise IllegalAction.impossible("Dice are named in ascending order, stars last.")


class Bluff:
    """The game. Source: RULES.md."""

    key: Final = "bluff"
    rules_version: Final = 1
    seats: Final = PLAYERS

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002 - the same at every table
        """Source: RULES.md 6.6."""
        return (Option("reroll", default=False),)

    def start(self, seats: int, options: Options) -> BluffState:
        """A match before its first roll. Raises: ValueError."""
        if seats not in self.seats:
            raise ValueError(f"{self.key} is for {self.seats[0]} to {self.seats[-1]} players")
        return BluffState(_new_table(seats, bool(complete(self.options(seats), options)["reroll"])), ((),) * seats)

    def parse_action(self, text: str) -> BluffAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: BluffView, rng: Random) -> BluffState:
        """The same table with fair dice under every cup that `view` cannot look into."""
        table = view._replace(seat=None, own_dice=())
        if view.phase not in {"bid", "expose", "reroll"}:
            return BluffState(table, ((),) * view.seats)
        cups = (
            view.own_dice if seat == view.seat else roll(rng, view.under_cup(Seat(seat))) for seat in range(view.seats)
        )
        return BluffState(table, tuple(cups))


GAME: Final = Bluff()


@cache
def _new_table(seats: int, reroll: bool) -> BluffView:
    """The table before the first roll. Remembered: there are ten of them."""
    return BluffView(
        seat=None,
        own_dice=(),
        to_act=CHANCE_ALONE,
        decision=0,
        phase="opening",
        bids=(),
        exposed=((),) * seats,
        round=1,
        dice_counts=(DICE_EACH,) * seats,
        opener=None,
        last_lift=None,
        out_in=(None,) * seats,
        outcome=None,
        opening=(),
        reroll=reroll,
    )


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
