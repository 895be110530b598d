"""What the cards that others have played say about their hands and their styles. Knows no more than one seat's view."""

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.cards import jokers_in
from games.faehrte.judgement import BEATING, STEPS
from games.faehrte.styles import GREEDY, GREEDY_STYLES, SAVED_UNTIL
from games.faehrte.view import FaehrteView
from games.faehrte.worlds.bitsets import NONE, SUITS, Flags, Numbers, Sets, packed, packed_card, suits_of, value_of_each
from games.faehrte.worlds.chance import shares
from games.faehrte.worlds.dealing import DealtWorlds
from games.faehrte.worlds.past import past_of
from games.faehrte.worlds.policies import COMMONNESS, Choices, as_medium, either, greedy, plus_table

OWN_STYLE: Final = 1 + GREEDY_STYLES.index(GREEDY)
"""How this seat plays on in a world."""

_SURPRISE: Final = 0.4
"""How much less likely a style gets by a card that it would not have played, in one world."""

_CAUTION: Final = 0.15
"""How often a seat plays on in any style, whatever speaks against it: people change their minds."""


class Evidence:
    """How likely worlds are by what the others have played, and which styles explain it."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        """Shape: what is kept of each card that was played is a column, to be compared with all worlds."""
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

        Shape: one weight a world; styles in a row for each seat.
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
        """Which cards a player of each style would not have played. Shape: by style, card and world."""
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
        """What each of the others had to choose from. Shape: only where there was a choice, and where that is."""
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
    """What greedy players would have played, by what they are like.

    Shape: who ducks isn't asked whether they are gentle, for that makes no difference. Only what may differ is worked
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
    """What greedy players would have played who are all alike."""
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
