"""A round of Auf falscher Fährte played to its end by cheap players, fast: plain ints, no views, no events.

What is allowed and what follows is as in rules.py: a test plays the same rounds by both.
"""

from collections.abc import Sequence

from games.cards import COLOURED, JOKER, JOKERS, OF_COLOUR, Card, remove, value_of
from games.faehrte.events import Kind
from games.faehrte.judgement import BEATING, COLOUR_OF, STEPS, plus_chances
from games.faehrte.medium import to_name, to_play
from games.faehrte.rules import CHANGE_AFTER, CHANGING_JOKERS, LAST_TURN, FaehrteState
from games.faehrte.styles import GRABBING, GREEDY, MEDIUM, greedy, wants_tricks
from games.faehrte.table import doing_worst, points
from games.faehrte.unseen import Dealt
from games.values import put


class Round:
    """The rest of a round, secrets included. It is changed in place: play on with a copy.

    Shape: `best` is the card that takes the trick as it lies, by seat `taking`; a joker and None before there is one.
    `led` is the colour to follow as a set, 0 before there is one. `live` are the coloured cards that have not been open
    to all. `known` is how much of the total of the hidden cards a seat knows of, and `unknown` how many cards it does
    not know; `likely` is how likely Plus is by that; `turned` had been turned
    when the round was made. `styles` tell how each seat plays on.
    """

    __slots__ = (
        "best", "changers", "count", "done", "hands", "hidden", "jokers_gone", "joking", "known", "led", "likely",
        "live", "pile", "seat", "seats", "styles", "taking", "tricks", "trump", "turned",
        "unknown", "with_jokers",
    )  # fmt: skip

    def __init__(self, state: FaehrteState) -> None:
        table = state.table
        self.seats = table.seats
        self.styles: tuple[int, ...] = (MEDIUM,) * table.seats
        self.with_jokers = table.jokers
        self.hands = list(state.hands)
        self.hidden = tuple([0 if card is None else 1 << card for card in state.hidden])
        self.pile = list(state.pile)
        self.live = table.unseen & COLOURED
        self.trump: int = table.trump
        self.tricks = list(table.tricks)
        self.done = table.tricks_done
        self.changers: list[int] = list(table.changers)
        self.jokers_gone = sum(taken.cards.count(JOKER) for taken in table.taken)
        self.turned = table.turned
        self._know(state.hidden)
        self.seat: int = table.leader
        self._start_trick()
        for card in table.trick:
            self._lay(card)

    def copy(self) -> "Round":
        """An equal round that can be played on by itself."""
        twin = object.__new__(Round)
        twin.seats = self.seats
        twin.styles = self.styles
        twin.with_jokers = self.with_jokers
        twin.hands = self.hands.copy()
        twin.hidden = self.hidden
        twin.pile = self.pile.copy()
        twin.live = self.live
        twin.trump = self.trump
        twin.tricks = self.tricks.copy()
        twin.done = self.done
        twin.changers = self.changers.copy()
        twin.jokers_gone = self.jokers_gone
        twin.turned = self.turned
        twin.known = self.known.copy()
        twin.unknown = self.unknown.copy()
        twin.likely = self.likely
        twin.seat = self.seat
        twin.count = self.count
        twin.best = self.best
        twin.taking = self.taking
        twin.led = self.led
        twin.joking = self.joking.copy()
        return twin

    def place(self, dealt: Dealt) -> None:
        """Put all cards that are not open where they lie in another world of the same table."""
        self.hands = list(dealt.hands)
        self.hidden = tuple([0 if card is None else 1 << card for card in dealt.hidden])
        self.pile = list(dealt.pile)
        self._know(dealt.hidden)

    def hide(self, seat: int, card: Card) -> None:
        """Hide this card for the only seat that has not hidden one."""
        self.hands[seat] ^= 1 << card
        self.hidden = put(self.hidden, seat, 1 << card)
        self.pile.insert(self.seats // 2, card)
        self.known[seat] += value_of(card)
        self.unknown[seat] -= 1
        self._judge()

    def play(self, card: Card) -> None:
        """Play this card for the seat to act."""
        if card == JOKER:
            self.hands[self.seat] = remove(self.hands[self.seat], JOKER)
        else:
            self.hands[self.seat] ^= 1 << card
            self.live ^= 1 << card
        self._lay(card)

    def name(self, trump: int | None) -> None:
        """Change trump, or keep it, for the seat that may."""
        del self.changers[0]
        if trump is not None:
            self.trump = trump

    def finish(self) -> tuple[int, ...]:
        """Play the round to its end, everyone in their style. Shape: the points of each seat."""
        while self.goes_on():
            if self.with_jokers:
                self.play(self.choice())
            else:
                self._end_trick()
        return points(self._kind(), tuple(self.tricks))

    def goes_on(self) -> bool:
        """Whether a card is to be played next, after all that comes before it: a trick ends, a card is turned."""
        if self.count == self.seats:
            self._take()
        if self.count:
            return True
        while self.changers:
            seat = self.changers[0]
            self.name(to_name(self.hands[seat], self.trump, self.likely[seat]))
        if self.pile and len(self.pile) > LAST_TURN - self.done:
            self._turn()
        return any(self.hands)

    def choice(self) -> Card:
        """What the seat that is to act plays in its style."""
        hand = self.hands[self.seat]
        if hand >> JOKER:
            playable = hand & self.led or hand & COLOURED
            if not self.joking:
                playable |= hand & JOKERS
            playable = playable or hand
        else:
            playable = hand & self.led or hand
        if not playable & playable - 1:
            return min(playable.bit_length() - 1, JOKER)
        style, plus = self.styles[self.seat], self.likely[self.seat]
        unseen = self.live & ~(hand | self.hidden[self.seat])
        to_come = self.seats - 1 - self.count
        if style == MEDIUM:
            return to_play(
                playable, unseen, seats=self.seats, best=self.best, trump=self.trump, to_come=to_come, plus=plus
            )
        wants, beating = wants_tricks(style, plus), BEATING[self.trump][self.best]
        return greedy(playable, unseen, beating, OF_COLOUR[self.trump], wants=wants, last=not to_come)

    def _start_trick(self) -> None:
        self.count = self.led = 0
        self.best = JOKER
        self.taking = -1
        self.joking: list[int] = []

    def _end_trick(self) -> None:
        """Plays all that is missing of a trick without jokers: what `choice` and `play` do, but faster."""
        hands, styles, likely, seats, led = self.hands, self.styles, self.likely, self.seats, self.led
        trump, live, best, taking, seat = self.trump, self.live, self.best, self.taking, self.seat
        beats, trumps = BEATING[trump], OF_COLOUR[trump]
        for to_come in range(seats - 1 - self.count, -1, -1):
            hand = hands[seat]
            follows = hand & led
            played = follows or hand
            if played & played - 1:
                style, plus = styles[seat], likely[seat]
                wants = 2 * plus > STEPS if style == GREEDY else style == GRABBING
                if style == MEDIUM:
                    unseen = live & ~(hand | self.hidden[seat])
                    played = 1 << to_play(
                        played, unseen, seats=seats, best=best, trump=trump, to_come=to_come, plus=plus
                    )
                elif follows:  # cards of one colour: the stronger the higher
                    taken = played & beats[best]
                    if taken if wants else taken == played:
                        played = taken & -taken if wants != (to_come > 0) else 1 << taken.bit_length() - 1
                    else:
                        played = played & -played if wants else 1 << (played ^ taken).bit_length() - 1
                else:
                    unseen = live & ~(hand | self.hidden[seat])
                    played = 1 << greedy(played, unseen, beats[best], trumps, wants=wants, last=not to_come)
            hands[seat] ^= played
            live ^= played
            if played & beats[best]:
                best, taking = played.bit_length() - 1, seat
                led = led or COLOUR_OF[best]
            seat = (seat + 1) % seats
        self.live, self.best, self.taking, self.count = live, best, taking, seats

    def _lay(self, card: Card) -> None:
        if card == JOKER:
            self.joking.append(self.seat)
        elif 1 << card & BEATING[self.trump][self.best]:
            self.best = card
            self.taking = self.seat
            if not self.led:
                self.led = COLOUR_OF[card]
        self.count += 1
        self.seat = (self.seat + 1) % self.seats

    def _take(self) -> None:
        """Ends the trick."""
        if self.taking >= 0:
            self.seat = self.taking
            self.tricks[self.taking] += 1
        self.done += 1
        if self.with_jokers:
            self.changers = self.joking[: max(CHANGING_JOKERS - self.jokers_gone, 0)]
            self.jokers_gone += len(self.joking)
        elif self.done == CHANGE_AFTER:
            worst = doing_worst(self._kind(), tuple(self.tricks))
            if len(worst) == 1:
                self.changers = list(worst)
        self._start_trick()

    def _turn(self) -> None:
        """Turns a hidden card: news to all but the one who hid it."""
        card = self.pile.pop(0)
        self.live &= ~(1 << card)
        for seat, own in enumerate(self.hidden):
            if own != 1 << card:
                self.known[seat] += value_of(card)
                self.unknown[seat] -= 1
        self._judge()

    def _know(self, hidden: Sequence[Card | None]) -> None:
        """What each seat knows of the total while nobody has played on."""
        shown = sum(map(value_of, self.turned))
        secret = [None if card in self.turned else card for card in hidden]
        self.known = [shown + (0 if card is None else value_of(card)) for card in secret]
        self.unknown = [self.seats - len(self.turned) - (card is not None) for card in secret]
        self._judge()

    def _judge(self) -> None:
        self.likely = [
            plus_chances(self.seats, unknown)[known] for known, unknown in zip(self.known, self.unknown, strict=True)
        ]

    def _kind(self) -> Kind:
        """Only when all hidden cards have been turned."""
        return "plus" if self.likely[0] == STEPS else "minus"
