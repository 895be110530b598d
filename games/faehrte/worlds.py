"""Many worlds at once for `hard` at Auf falscher Fährte: dealt, weighed by what the others played, played to their end.

Only a search imports this, for its numpy takes 12 MB. What is allowed and what follows is as in rules.py: a test plays
the same cards by both.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.batches import Gains
from games.cards import COLOURED, JOKER, JOKERS, Card, Cards, Play, add, gather, jokers_in, value_of, without
from games.core import Seat
from games.dealing import Distribution, Need
from games.faehrte.actions import Hide, SeatAction, Trump
from games.faehrte.bitsets import (
    ALL,
    NONE,
    SUITS,
    Flags,
    Numbers,
    Sets,
    above,
    drawn,
    joined,
    lanes,
    mixed,
    packed,
    packed_card,
    shares,
    suits_of,
    value_of_each,
)
from games.faehrte.computer import BEATING, COLOUR_OF, STEPS
from games.faehrte.policies import (
    ANY,
    COMMONNESS,
    GENTLE,
    GREEDY,
    GREEDY_STYLES,
    HABIT_COMMONNESS,
    MEDIUM,
    MEEK,
    SAVED_UNTIL,
    SAVES,
    Choices,
    as_medium,
    either,
    greedy,
    habit_chances,
    plus_table,
    to_hide,
    to_name,
    wanting,
)
from games.faehrte.rules import CHANGE_AFTER, CHANGING_JOKERS, LAST_TURN
from games.faehrte.table import MOST_OF_MINUS, PRIZES, OpenTable
from games.faehrte.view import FaehrteView


class DealtWorlds(NamedTuple):
    """Where all cards may lie.

    A row for each seat and a column for each world; `jokers` counts those in each hand. `pile` are the seats
    whose hidden cards are face down, the next to be turned first.
    """

    hands: Sets
    jokers: Numbers
    hidden: Sets
    pile: Numbers

    def of(self, worlds: Numbers) -> "DealtWorlds":
        """Only these worlds."""
        return DealtWorlds(
            self.hands.take(worlds, axis=1),
            self.jokers.take(worlds, axis=1),
            self.hidden.take(worlds, axis=1),
            self.pile.take(worlds, axis=1),
        )


class Dealer:
    """Deals to one view. Only within a round."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        table, own = view.table, view.hidden
        assert view.seat is not None
        self._view: Final = view
        self._seat: Final = view.seat
        self._rng: Final = rng
        self._others: Final = [Seat(seat) for seat in range(table.seats) if seat != view.seat]
        self._face_up: Final = [packed_card(card) for card in table.turned if card != own]
        self._face_down: Final = len(self._others) - len(self._face_up)
        is_open = own is not None and own in table.turned
        self._own: Final = 0 if own is None else packed_card(own)
        self._turned: Final = np.uint64(sum(map(packed_card, table.turned)))
        self._own_is_down: Final = own is not None and not is_open
        self._voids: Final = [packed(cards) for cards in table.voids]
        self._played: Final = [packed(cards) for cards in table.played]
        sizes = [min(table.cards_left(seat), table.tricks_in_round) for seat in self._others]
        needs = [Need(size, table.voids[seat]) for size, seat in zip(sizes, self._others, strict=True)]
        hidden = without(table.unseen, view.hand, gather([] if own is None else [own]))
        self._cards: Final = Distribution(hidden, [*needs, Need(self._face_down, JOKERS)])
        self._habits: Final = habit_chances(table.seats, [card for card in table.turned if card != own])

    def deal(self, worlds: int) -> DealtWorlds:
        """Every possible deal as likely as any other, but for what the others have hidden: that follows habits.

        No hand gets what its player has shown not to hold; a hidden card was laid before that.
        """
        seats = self._view.table.seats
        hands, jokers, down = self._split(worlds)
        hidden = np.full((seats, worlds), self._own, np.uint64)
        up = np.repeat(np.array(self._face_up, np.uint64)[:, None], worlds, axis=1)
        hidden[self._others] = mixed(self._rng, np.concatenate([up, down]), axis=0)
        self._hide_by_habit(hands, hidden)
        return DealtWorlds(hands, jokers, hidden, self._pile(hidden))

    def _split(self, worlds: int) -> tuple[Sets, Numbers, Sets]:
        """Deals the unseen cards. Returns hands and jokers by seat, and the cards face down, a row for each."""
        holders, bits, is_joker = [np.zeros((worlds, 0), np.int8)], [], []
        for group, labels in zip(self._cards.groups, self._labels(worlds), strict=True):
            holders.append(mixed(self._rng, labels, axis=1))
            bits += [packed(bit) for bit in group.bits]
            is_joker += [bit >> JOKER > 0 for bit in group.bits]
        holder, card = np.concatenate(holders, axis=1), np.array(bits, np.uint64)
        hands = np.full((self._view.table.seats, worlds), packed(self._view.hand), np.uint64)
        jokers = np.full(hands.shape, jokers_in(self._view.hand))
        for number, seat in enumerate(self._others):
            own = holder == number
            hands[seat] = np.where(own, card, NONE).sum(axis=1)
            jokers[seat] = own @ np.array(is_joker, np.int64)
        down = np.nonzero(holder == len(self._others))[1].reshape(worlds, self._face_down)
        return hands, jokers, card[down].T

    def _labels(self, worlds: int) -> Iterator[NDArray[np.int8]]:
        """For each group of cards that the same players may hold, who gets them, not yet mixed."""
        splits = self._cards.splits(self._rng, worlds)
        for number, group in enumerate(self._cards.groups):
            rows = [
                np.repeat(np.array(group.holders, np.int8), split[number])[None].repeat(count, axis=0)
                for split, count in splits
            ]
            yield np.concatenate(rows)

    def _hide_by_habit(self, hands: Sets, hidden: Sets) -> None:
        """Swaps hidden cards so that each opponent has hidden what their drawn habit would hide, where possible."""
        table, worlds = self._view.table, hands.shape[1]
        habits = self._draw_habits(worlds)
        for seat, habit in zip(self._others, habits, strict=True):
            laid = hidden[seat]
            may = np.flatnonzero((habit != ANY) & (laid & (self._turned | np.uint64(self._voids[seat])) == 0))
            laid = laid[may]
            cards = hands[seat, may] | laid | np.uint64(self._played[seat])
            chosen = to_hide(cards, table.trump, habit[may], table.seats)
            swaps = chosen & hands[seat, may] != 0
            hands[seat, may] ^= np.where(swaps, laid | chosen, NONE)
            hidden[seat, may] = np.where(swaps, chosen, laid)

    def _draw_habits(self, worlds: int) -> Numbers:
        """Habit by which each of the others may have hidden a card, a row for each of them."""
        chances, shared = self._habits
        apart = drawn(self._rng, HABIT_COMMONNESS, len(self._others), worlds)
        together = drawn(self._rng, chances, worlds)
        return np.where(shares(self._rng, worlds) < shared, together, apart)

    def _pile(self, hidden: Sets) -> Numbers:
        """The seats whose card lies face down, mixed; without this seat's own if it's not laid yet."""
        down = hidden & ~self._turned != 0
        keys = np.where(down, shares(self._rng, *hidden.shape), 2.0)
        return keys.argsort(axis=0)[: self._face_down + self._own_is_down]


class Past(NamedTuple):
    """A card that somebody else has played, and what lay open then.

    `later` are the cards that the seat has played since, this one included. `live` are the coloured cards that
    had not been open to all, `led` those to follow, 0 before there were any, and `best` took the trick, a joker where
    none did. The hidden cards `turned` so far had this `total`.
    """

    seat: Seat
    card: Card
    later: Cards
    live: Cards
    led: Cards
    best: Card
    to_come: int
    joking: bool
    turned: tuple[Card, ...]
    total: int
    tricks_left: int


def past_of(view: FaehrteView) -> list[Past]:
    """Cards the others have played since trump may last have changed, oldest first."""
    table, found = view.table, []
    since, later = _last_change(table), [0] * table.seats
    live = table.unseen
    tricks = table.tricks_played
    for number in range(len(tricks) - 1, since - 1, -1):
        leader, cards = tricks[number]
        turned = table.turned[: max(number - LAST_TURN + table.seats, 0)]
        for card in table.turned[len(turned) :]:
            live |= 1 << card
        for place in range(len(cards) - 1, -1, -1):
            seat, card, before = Seat((leader + place) % table.seats), cards[place], cards[:place]
            later[seat] = add(later[seat], card)
            live |= 1 << card & COLOURED
            if seat != view.seat:
                led, best = _so_far(before, table.trump)
                found.append(
                    Past(
                        seat=seat,
                        card=card,
                        later=later[seat],
                        live=live & COLOURED,
                        led=led,
                        best=best,
                        to_come=table.seats - 1 - place,
                        joking=JOKER in before,
                        turned=turned,
                        total=sum(map(value_of, turned)),
                        tricks_left=table.tricks_in_round - number,
                    )
                )
    return found[::-1]


def _so_far(trick: tuple[Card, ...], trump: int) -> tuple[Cards, Card]:
    """The colour to follow and the card that takes the trick, so far."""
    led, best = 0, JOKER
    for card in trick:
        if card != JOKER and 1 << card & BEATING[trump][best]:
            best = card
            led = led or COLOUR_OF[card]
    return led, best


def _last_change(table: OpenTable) -> int:
    """After how many tricks trump may last have changed: a table does not tell what it was before."""
    if not table.jokers:
        return CHANGE_AFTER if table.tricks_done >= CHANGE_AFTER else 0
    return max((number for number, taken in enumerate(table.taken, 1) if JOKER in taken.cards), default=0)


OWN_STYLE: Final = 1 + GREEDY_STYLES.index(GREEDY)
"""How this seat plays on in a world."""

_SURPRISE: Final = 0.4
"""How much less likely a style gets by a card that it would not have played, in one world."""

_CAUTION: Final = 0.15
"""How often a seat plays on in any style, whatever speaks against it: people change their minds."""


class Evidence:
    """How likely worlds are by what the others have played, and which styles explain it."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        """Keeps a column for each card that was played, to be compared with all worlds."""
        past, self._table = past_of(view), view.table
        self._own: Final = view.seat
        self._rng: Final = rng
        self._seats: Final = np.array([one.seat for one in past], np.int64)
        self._cards: Final = _sets([packed_card(one.card) for one in past])
        self._later: Final = _sets([packed(one.later) for one in past])
        self._later_jokers: Final = _numbers([jokers_in(one.later) for one in past])
        self._live: Final = _sets([packed(one.live) for one in past])
        self._led: Final = _sets([packed(one.led) for one in past])
        self._beating: Final = _sets([packed(BEATING[view.table.trump][one.best]) for one in past])
        self._to_come: Final = _numbers([one.to_come for one in past])
        self._joking: Final = _numbers([one.joking for one in past])
        self._turned: Final = _sets([sum(map(packed_card, one.turned)) for one in past])
        self._count: Final = _numbers([len(one.turned) for one in past])
        self._total: Final = _numbers([one.total for one in past])
        self._is_late: Final = _numbers([one.tricks_left <= SAVED_UNTIL for one in past]) > 0

    def explain(self, dealt: DealtWorlds) -> tuple[NDArray[np.float64], Numbers]:
        """How likely the others would have played as they did in each world, and a style for each of them.

        One weight a world; styles in a row for each seat.
        """
        worlds = dealt.hands.shape[1]
        weight, styles = np.ones(worlds), np.full(dealt.hands.shape, OWN_STYLE)
        surprises = self.surprises(dealt) if len(self._seats) else np.zeros((len(COMMONNESS), 0, worlds), np.bool_)
        for seat in range(self._table.seats):
            if seat == self._own:
                continue
            odds = COMMONNESS[:, None] * _SURPRISE ** surprises[:, self._seats == seat].sum(axis=1)
            weight *= odds.sum(axis=0)
            cautious = shares(self._rng, worlds) < _CAUTION
            odds[:, cautious] = COMMONNESS[:, None]
            reached = odds.cumsum(axis=0)
            drawn = shares(self._rng, worlds) * reached[-1]
            styles[seat] = np.minimum((drawn >= reached).sum(axis=0), len(COMMONNESS) - 1)
        return weight, styles

    def surprises(self, dealt: DealtWorlds) -> NDArray[np.bool_]:
        """Whether a player of each style would have played another card, by style, card and world."""
        choice, rows = self._choices(dealt)
        shape = len(self._seats), dealt.hands.shape[1]
        elsewhere = (self._live & ~(dealt.hands[self._seats] | self._later)).reshape(-1)[rows]
        played = self._cards[rows // shape[1], 0]
        suits = suits_of(played)

        def surprising(would: Sets) -> Flags:
            found = np.zeros(shape, np.bool_)
            found.reshape(-1)[rows] = _differs(would, played, suits, elsewhere)
            return found

        wants, leads = np.zeros(shape, np.bool_), self._to_come == self._table.seats - 1
        wants.reshape(-1)[rows] = 2 * choice.plus > STEPS
        is_late = self._is_late[rows // shape[1], 0]
        asked = {way: surprising(would) for way, would in _as_greedy(choice, is_late).items()}
        found = [surprising(as_medium(choice, self._table.seats))]
        for aim, gentle, meek, saves in GREEDY_STYLES:
            grabbed = np.where(leads, asked[True, meek, saves], asked[True, gentle, saves])
            ducked = asked[False, False, saves]
            found.append({"plus": grabbed, "minus": ducked}.get(aim, np.where(wants, grabbed, ducked)))
        return np.stack(found)

    def _choices(self, dealt: DealtWorlds) -> tuple[Choices, Numbers]:
        """Choices of the others where they had one, and the places of those."""
        seats, hidden = self._table.seats, dealt.hidden[self._seats]
        hand = dealt.hands[self._seats] | self._later
        follows = hand & self._led
        playable = np.where(follows != 0, follows, hand)
        known = hidden & ~self._turned != 0
        total = self._total + np.where(known, value_of_each(hidden), 0)
        joker = (dealt.jokers[self._seats] + self._later_jokers > 0) & ((self._joking == 0) | (hand == 0))
        plus = plus_table(seats)[seats - self._count - known, total]
        rows = np.flatnonzero((playable & playable - np.uint64(1) != 0) | joker & (playable != 0))
        which = rows // hand.shape[1]
        choice = Choices(
            playable.reshape(-1)[rows],
            (self._live & ~(hand | hidden)).reshape(-1)[rows],
            self._beating[which, 0],
            np.full(len(rows), SUITS[self._table.trump]),
            self._to_come[which, 0],
            plus.reshape(-1)[rows],
            joker.reshape(-1)[rows],
        )
        return choice, rows


Way = tuple[bool, bool, bool]
"""Whether greedy players want each trick, are gentle (or meek), and hold trumps back."""


def _as_greedy(choice: Choices, is_late: Flags) -> dict[Way, Sets]:
    """Cards that greedy players would have played, by what they are like.

    Whether players who duck are gentle isn't asked, for that makes no difference. Only what may differ is worked
    out anew.
    """
    last, taking = choice.to_come == 0, choice.playable & choice.beating
    spares = either(choice.playable & ~choice.trumps, choice.playable)
    apart = np.flatnonzero(~is_late & (spares != choice.playable))
    open_ended = np.flatnonzero(~last & (taking & taking - np.uint64(1) != 0))
    found: dict[Way, Sets] = {}
    for wants in (True, False):
        plain = _would(choice, wants=wants, gentle=False)
        found[wants, False, False] = plain
        found[wants, False, True] = plain.copy()
        found[wants, False, True][apart] = _would(
            choice.of(apart)._replace(playable=spares[apart]), wants=wants, gentle=False
        )
    for saves in (False, True):
        found[True, True, saves] = found[True, False, saves].copy()
    found[True, True, False][open_ended] = found[True, True, True][open_ended] = _would(
        choice.of(open_ended), wants=True, gentle=True
    )
    found[True, True, True][apart] = _would(choice.of(apart)._replace(playable=spares[apart]), wants=True, gentle=True)
    return found


def _would(choice: Choices, *, wants: bool, gentle: bool) -> Sets:
    """Cards that greedy players would have played, all of one kind."""
    every = np.ones(len(choice.playable), np.bool_)
    would = greedy(
        choice.playable,
        choice.unseen,
        choice.beating,
        choice.trumps,
        wants=every & wants,
        gentle=every & gentle,
        last=choice.to_come == 0,
    )
    taking = choice.playable & choice.beating
    would[choice.joker & (taking == (NONE if wants else choice.playable))] = NONE
    return would


def _sets(found: list[int]) -> Sets:
    return np.array(found, np.uint64)[:, None]


def _numbers(found: list[int]) -> Numbers:
    return np.array(found, np.int64)[:, None]


def _differs(would: Sets, played: Sets, suits: Sets, elsewhere: Sets) -> Flags:
    """Whether a card isn't the one played, nor as good: of its colour, with none that others have between them."""
    between = np.maximum(would, played) - np.minimum(would, played)
    alike = (would & suits != 0) & (between & elsewhere == 0)
    differs: Flags = ~alike & (would != played)
    return differs


class Rounds:
    """The rest of a round in many worlds. It is changed in place.

    `hands`, `hidden`, `jokers`, `styles`, `values`, `known`, `unknown` and `likely` have a row for each seat and
    a column for each world. `pile` are the seats whose hidden card is turned next, a row for each card. `live` are the
    coloured cards that have not been open to all. `known` is how much of the total of the hidden cards a seat knows of,
    `unknown` how many cards it doesn't know, and `likely` how likely Plus is by that. `played` are the cards of the
    trick, in the order of play; `order` says where in a flat table each place's seat is. `log`, if there is one, gets
    the seats and the cards of every play.
    """

    def __init__(self, table: OpenTable, dealt: DealtWorlds, styles: Numbers) -> None:
        self.table: Final = table
        self.seats: Final = table.seats
        self.count: Final = dealt.hands.shape[1]
        self.hands = dealt.hands.copy()
        self.jokers = dealt.jokers.copy()
        self.hidden = dealt.hidden
        self.pile = dealt.pile
        self.styles: Final = styles
        self.live = np.full(self.count, packed(table.unseen & COLOURED), np.uint64)
        self.trumps = np.full(self.count, SUITS[table.trump])
        self.tricks = np.repeat(np.array(table.tricks)[:, None], self.count, axis=1)
        self.leader = np.full(self.count, table.leader)
        self.done = table.tricks_done
        self.jokers_gone = np.full(self.count, sum(taken.cards.count(JOKER) for taken in table.taken))
        self.log: list[tuple[Numbers, Sets]] | None = None
        self._rows: Final = np.arange(self.count)
        self._no_jokers: Final = np.zeros(self.count, np.bool_)
        self._seat_column: Final = np.arange(self.seats)[:, None]
        self._know()
        self._start_trick()
        for card in table.trick:
            self._lay(np.full(self.count, packed_card(card), np.uint64))

    def play(self, cards: Sets) -> None:
        """Play these cards for the seat to act."""
        place = len(self.played)
        self.live ^= cards
        self.trick_hands[place] ^= cards
        if self.table.jokers:
            self.trick_jokers[place] -= cards == NONE
        if self.log is not None:
            self.log.append((self.order[place] // self.count, cards))
        self._lay(cards)

    def name(self, trumps: Sets) -> None:
        """Change trump for the seat that may: of two who may, the second has only jokers left, and keeps it."""
        self.trumps = trumps
        self._turn_if_due()
        self._start_trick()

    def finish(self) -> NDArray[np.int64]:
        """Play the rounds to their end, everyone in their style; returns the points of each seat."""
        while self.done < self.table.tricks_in_round:
            while len(self.played) < self.seats:
                self.play(self._choices())
            self._take()
        return points(self._is_plus(), self.tricks, PRIZES[self.seats])

    def _know(self) -> None:
        """Works out what each seat knows of the total while nobody has played on."""
        face_down = self._face_down()
        shown = sum(card % 22 for card in self.table.turned)
        self.values: NDArray[np.int64] = value_of_each(self.hidden)
        self.known = shown + np.where(face_down, self.values, 0)
        self.unknown = self.seats - len(self.table.turned) - face_down
        self._judge()

    def _face_down(self) -> Flags:
        turned = np.uint64(sum(map(packed_card, self.table.turned)))
        down: Flags = (self.hidden & ~turned) != 0
        return down

    def _judge(self) -> None:
        self.likely = plus_table(self.seats)[self.unknown, self.known]

    def _is_plus(self) -> Flags:
        plus: Flags = self.values.sum(axis=0) > MOST_OF_MINUS[self.seats]
        return plus

    def _start_trick(self) -> None:
        """Puts everything that each place needs side by side."""
        self.order = (self.leader + self._seat_column) % self.seats * self.count + self._rows
        self.trick_hands = self.hands.reshape(-1)[self.order]
        self.trick_jokers = self.jokers.reshape(-1)[self.order]
        self._trick_hidden = self.hidden.reshape(-1)[self.order]
        self._trick_likely = self.likely.reshape(-1)[self.order]
        styles = self.styles.reshape(-1)[self.order]
        self._wants = wanting(styles, self._trick_likely)
        self._gentle = GENTLE[styles]
        self._gentle[0] = MEEK[styles[0]]
        self._is_medium = styles == MEDIUM
        is_late = self.done >= self.table.tricks_in_round - SAVED_UNTIL
        self._withheld = np.where(SAVES[styles], self.trumps, NONE) if not is_late else np.zeros_like(self.trick_hands)
        self.played: list[Sets] = []
        self.led = np.full(self.count, NONE)
        self.beating = np.full(self.count, ALL)
        self.joking = np.zeros(self.count, np.bool_)
        self.taking = np.full(self.count, -1)

    def _choices(self) -> Sets:
        """Cards that the seat to act plays in its style."""
        place = len(self.played)
        hand, wants, last = self.trick_hands[place], self._wants[place], place == self.seats - 1
        unseen = self.live & ~(hand | self._trick_hidden[place])
        playable = either(hand & self.led, hand) if place else hand
        choice = either(playable & ~self._withheld[place], playable)
        chosen = greedy(choice, unseen, self.beating, self.trumps, wants=wants, gentle=self._gentle[place], last=last)
        chooses, joker = playable & playable - np.uint64(1) != 0, self._no_jokers
        if self.table.jokers:
            joker = (self.trick_jokers[place] > 0) & (~self.joking | (hand == 0))
            chooses |= joker & (playable != 0)
            taking = choice & self.beating
            chosen[joker & np.where(wants, taking == 0, taking == choice)] = NONE
        middling = np.flatnonzero(self._is_medium[place] & chooses)
        if len(middling):
            plus = self._trick_likely[place]
            to_come = np.full(self.count, self.seats - 1 - place)
            judged = Choices(playable, unseen, self.beating, self.trumps, to_come, plus, joker)
            chosen[middling] = as_medium(judged.of(middling), self.seats)
        return chosen

    def _lay(self, cards: Sets) -> None:
        """Lays one card in each world to its trick."""
        takes = cards & self.beating != 0
        higher = joined(above(lanes(cards)))
        beating = higher | np.where(cards & self.trumps != 0, NONE, self.trumps)
        self.beating = np.where(takes, beating, self.beating)
        self.taking = np.where(takes, len(self.played), self.taking)
        if not self.played:
            self.led = suits_of(cards)
        elif self.table.jokers:
            self.led = either(self.led, suits_of(cards))
        if self.table.jokers:
            self.joking |= cards == 0
        self.played.append(cards)

    def _take(self) -> None:
        """Ends the trick."""
        self.hands.reshape(-1)[self.order] = self.trick_hands
        self.jokers.reshape(-1)[self.order] = self.trick_jokers
        taken = self.taking >= 0
        self.leader = np.where(taken, (self.leader + self.taking) % self.seats, self.leader)
        self.tricks[self.leader, self._rows] += taken
        self.done += 1
        if self.table.jokers:
            self._change_by_jokers()
        elif self.done == CHANGE_AFTER:
            self._change_by_worst()
        self._turn_if_due()
        self._start_trick()

    def _change_by_worst(self) -> None:
        """Source: RULES.md 4.2, 4.3."""
        how_well = np.where(self._is_plus(), self.tricks, -self.tricks)
        worst = how_well == how_well.min(axis=0)
        changes, seat = worst.sum(axis=0) == 1, worst.argmax(axis=0)
        named = to_name(self.hands[seat, self._rows], self.trumps, self.likely[seat, self._rows])
        self.trumps = np.where(changes, named, self.trumps)

    def _change_by_jokers(self) -> None:
        """Source: RULES.md 6.8, 6.9."""
        for place, cards in enumerate(self.played):
            joker = cards == 0
            changes = np.flatnonzero(joker & (self.jokers_gone < CHANGING_JOKERS))
            if len(changes):
                plus = self._trick_likely[place, changes]
                self.trumps[changes] = to_name(self.trick_hands[place, changes], self.trumps[changes], plus)
            self.jokers_gone += joker

    def _turn_if_due(self) -> None:
        """Turns a hidden card: news to all but the one who hid it. Source: RULES.md 2.5."""
        if len(self.pile) <= max(LAST_TURN - self.done, 0):
            return
        seat, self.pile = self.pile[0], self.pile[1:]
        self.live &= ~self.hidden[seat, self._rows]
        others = self._seat_column != seat
        self.known = self.known + others * self.values[seat, self._rows]
        self.unknown = self.unknown - others
        self._judge()


def points(plus: Flags, tricks: NDArray[np.int64], prizes: tuple[int, ...]) -> NDArray[np.int64]:
    """Points of rounds with these tricks, a row for each seat. Source: RULES.md 5.1, 5.2, 5.3."""
    how_well = np.where(plus, tricks, -tricks)
    better = (how_well[None] > how_well[:, None]).sum(axis=1)
    return np.where(how_well == how_well.min(axis=0), 0, np.array(prizes)[better])


_DRAWN: Final = 2
"""How many worlds are drawn for each one that is tried: the likelier ones are."""


class Worlds:
    """Likely worlds of one view, and what actions gain in them."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        assert view.seat is not None
        self._table: Final = view.table
        self._seat: Final = view.seat
        self._rng: Final = rng
        self._dealer: Final = Dealer(view, rng)
        self._evidence: Final = Evidence(view, rng)

    def draw(self, count: int) -> tuple[DealtWorlds, Numbers]:
        """Worlds as often as they are likely, and the styles that the others have in them."""
        dealt = self._dealer.deal(_DRAWN * count)
        weight, styles = self._evidence.explain(dealt)
        reached = weight.cumsum()
        steps = (np.arange(count) + self._rng.random()) * reached[-1] / count
        chosen = np.minimum(reached.searchsorted(steps), len(weight) - 1)
        return dealt.of(chosen), styles[:, chosen]

    def gains(self, actions: Sequence[SeatAction], count: int) -> Gains:
        """Points of this seat above the others' mean, by action and world."""
        dealt, styles = self.draw(count)
        scored = self._after(actions, dealt, styles).finish()
        gains: Gains = scored[self._seat] - (scored.sum(axis=0) - scored[self._seat]) / (self._table.seats - 1)
        return gains.reshape(len(actions), count)

    def _after(self, actions: Sequence[SeatAction], dealt: DealtWorlds, styles: Numbers) -> Rounds:
        """The rounds after each of the actions in each world; all worlds of the first action come first."""
        worlds = dealt.hands.shape[1]
        lots = np.tile(np.arange(worlds), len(actions))
        many, styles = dealt.of(lots), np.ascontiguousarray(styles[:, lots])
        cards = np.array([packed_card(one.card) for one in actions if not isinstance(one, Trump)], np.uint64)
        if isinstance(actions[0], Hide):
            return Rounds(self._table, self._hidden(many, np.repeat(cards, worlds)), styles)
        rounds = Rounds(self._table, many, styles)
        if isinstance(actions[0], Play):
            rounds.play(np.repeat(cards, worlds))
        else:
            trump = self._table.trump
            named = [one.colour for one in actions if isinstance(one, Trump)]
            rounds.name(np.repeat(SUITS[[trump if colour is None else colour for colour in named]], worlds))
        return rounds

    def _hidden(self, dealt: DealtWorlds, cards: Sets) -> DealtWorlds:
        """The same worlds once this seat has hidden a card in each; it lies in the middle of the pile."""
        hands, hidden = dealt.hands.copy(), dealt.hidden.copy()
        hands[self._seat] ^= cards
        hidden[self._seat] = cards
        pile = np.insert(dealt.pile, self._table.seats // 2, self._seat, axis=0)
        return DealtWorlds(hands, dealt.jokers, hidden, pile)
