"""Rounds of Auf falscher Fährte played to their end by cheap players, many at once: what search compares actions by.

What is allowed and what follows is as in rules.py: a test plays the same cards by both. All rounds are at the same
place of the same trick, for that is what one view tells.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.cards import COLOURED, JOKER
from games.faehrte.rules import CHANGE_AFTER, CHANGING_JOKERS, LAST_TURN
from games.faehrte.styles import MEDIUM, SAVED_UNTIL
from games.faehrte.table import MOST_OF_MINUS, PRIZES, OpenTable
from games.faehrte.worlds.bitsets import (
    ALL,
    NONE,
    SUITS,
    Flags,
    Numbers,
    Sets,
    above,
    joined,
    lanes,
    packed,
    packed_card,
    suits_of,
    value_of_each,
)
from games.faehrte.worlds.dealing import DealtWorlds
from games.faehrte.worlds.policies import (
    GENTLE,
    MEEK,
    SAVES,
    Choices,
    as_medium,
    either,
    greedy,
    plus_table,
    to_name,
    wanting,
)


class Rounds:
    """The rest of a round in many worlds. It is changed in place.

    Shape: `hands`, `hidden`, `jokers`, `styles`, `values`, `known`, `unknown` and `likely` have a row for each seat and
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
        """Play the rounds to their end, everyone in their style. Shape: the points of each seat."""
        while self.done < self.table.tricks_in_round:
            while len(self.played) < self.seats:
                self.play(self._choices())
            self._take()
        return points(self._is_plus(), self.tricks, PRIZES[self.seats])

    def _know(self) -> None:
        """What each seat knows of the total while nobody has played on."""
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
        """What the seat that is to act plays in its style."""
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
    """What rounds with these tricks score. Shape: a row for each seat. Source: RULES.md 5.1, 5.2, 5.3."""
    how_well = np.where(plus, tricks, -tricks)
    better = (how_well[None] > how_well[:, None]).sum(axis=1)
    return np.where(how_well == how_well.min(axis=0), 0, np.array(prizes)[better])
