"""The view of one seat at Volltreffer: what it may know and do, and why not more."""

from dataclasses import dataclass
from itertools import combinations

from games.cards import NAMES, Card, Cards, Play, following, plays, to_text
from games.core import IllegalAction, Seat
from games.turns import AtTable, not_to_act
from games.volltreffer.actions import (
    BUYS,
    DECLARES,
    SWAPS,
    Buy,
    Deck,
    Declare,
    LayRow,
    SeatAction,
    Swap,
    VolltrefferAction,
    declarations,
    names,
)
from games.volltreffer.market import PRICES, Row, affordable, opening_rows
from games.volltreffer.melds import FIVE_COLOURS, Melds, held
from games.volltreffer.table import OpenTable


@dataclass(frozen=True, slots=True)
class VolltrefferView(AtTable):
    """Everything one seat may know.

    `declared` is what this seat has decided to meld while others have not, None at all other times.
    """

    seat: Seat | None
    table: OpenTable
    declared: Declare | None = None

    @property
    def still_in(self) -> frozenset[Seat]:
        """Everyone: nobody goes out before the end."""
        return frozenset(map(Seat, range(self.table.seats)))

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored."""
        return self.table.last_round.round if self.table.last_round else 0

    @property
    def has_shown_all(self) -> bool:
        """Every card was bought openly, and all melds were shown. Source: RULES.md 3.7, 4.5."""
        return self.table.last_round is not None

    @property
    def hand(self) -> Cards:
        """The cards this seat can still play; none for a spectator."""
        return 0 if self.seat is None else self.table.hands[self.seat]

    @property
    def held(self) -> str:
        """The hand, which lies open, and behind a slash the melds that the others do not know yet."""
        hand = to_text(self.hand) if self.hand else ""
        return hand if self.declared is None else f"{hand} / {self.declared.to_text()}"

    @property
    def playable(self) -> Cards:
        """The cards that this seat may play now. Source: RULES.md 6.1."""
        table, seat = self.table, self.seat
        if table.phase != "play" or seat is None or seat not in table.to_act:
            return 0
        hand = table.hands[seat]
        return hand if table.led is None else following(hand, table.led)

    @property
    def affordable(self) -> Row:
        """The cards that this seat may buy now. Source: RULES.md 3.4."""
        table, seat = self.table, self.seat
        if table.phase != "buy" or seat is None or seat not in table.to_act:
            return ()
        return affordable(table.row, table.markers[seat])

    @property
    def legal_actions(self) -> tuple[SeatAction, ...]:
        """Every action this seat may take now.

        Buys from the dearest card on; rows with equal cards in the order of the colours first; swaps and plays
        ascending by card; declarations as in `melds.possible`. Empty unless this seat is to act.
        Source: RULES.md 3.2, 3.4, 4.4, 6.1, 9.3.
        """
        table = self.table
        if self.seat not in table.to_act:
            return ()
        if table.phase == "play":
            return plays(self.playable)
        if table.phase == "declare":
            return declarations(self.hand)
        return self._market_actions

    @property
    def public_actions(self) -> tuple[SeatAction, ...]:
        """Actions that a public message may offer: those with the row, but none that depends on a hand."""
        return self._market_actions if self.table.phase in {"row", "buy", "swap"} else ()

    @property
    def forced_action(self) -> SeatAction | None:
        """The last card of a hand, and to show nothing for whoever has no meld, which everyone can see."""
        if self.table.phase == "declare":
            nothing = DECLARES[()]
            return nothing if self.legal_actions == (nothing,) else None
        return plays(self.playable)[0] if self.playable and self.hand.bit_count() == 1 else None

    @property
    def _market_actions(self) -> tuple[SeatAction, ...]:
        """Actions of the player to act with the row."""
        table = self.table
        if table.phase == "buy":
            (buyer,) = table.to_act
            return tuple([BUYS[card] for card in affordable(table.row, table.markers[buyer])])
        if table.phase == "swap":
            return tuple([SWAPS[cards] for cards in combinations(sorted(table.row), 2)])
        return tuple([LayRow(cards) for cards in opening_rows(table.row, table.trump)])

    def check(self, action: VolltrefferAction) -> None:
        """Raises: IllegalAction, unless `action` is one of `legal_actions`."""
        if action not in self.legal_actions:
            raise self._refusal(action)

    def _refusal(self, action: VolltrefferAction) -> IllegalAction:
        """Why `action`, which is not legal, is not."""
        if self.seat is None or self.seat not in self.table.to_act:
            return self._has_declared() if self.table.phase == "declare" else not_to_act(self.table)
        match action, self.table.phase:
            case Play(), "play":
                return self._not_to_play(action.card)
            case Buy(), "buy":
                return self._not_to_buy(action.card, self.table.markers[self.seat])
            case LayRow(), "row":
                return self._not_to_lay(action.cards)
            case Swap(), "swap":
                return IllegalAction.impossible(
                    "You are to swap two of the four cards in the row: {cards}.", cards=names(self.table.row)
                )
            case Declare(), "declare":
                return self._not_to_declare(action.melds)
            case Deck(), _:
                return IllegalAction.impossible("The cards are mixed by themselves: nobody chooses where they lie.")
        return self._not_now()

    def _has_declared(self) -> IllegalAction:
        return IllegalAction.impossible(
            "You have already chosen your melds. Players still to choose: {count} of {seats}.",
            count=len(self.table.to_act),
            seats=self.table.seats,
        )

    def _not_now(self) -> IllegalAction:
        match self.table.phase:
            case "row":
                return IllegalAction.impossible("The row is to be laid first. You choose the order of its equal cards.")
            case "buy":
                return IllegalAction.impossible("You are to buy one of: {cards}.", cards=names(self.affordable))
            case "swap":
                return IllegalAction.impossible(
                    "You have bought a card. Now swap two of: {cards}.", cards=names(self.table.row)
                )
            case "declare":
                return IllegalAction.impossible("You are to choose which melds you show, or none.")
        return IllegalAction.impossible("You are to play a card. You may play: {cards}.", cards=to_text(self.playable))

    def _not_to_play(self, card: Card) -> IllegalAction:
        cards, led = to_text(self.playable), self.table.led
        if led is None or not self.hand >> card & 1:
            return IllegalAction.impossible(
                "You do not hold {card}. You may play: {cards}.", card=NAMES[card], cards=cards
            )
        return IllegalAction(
            "You have {colour}, so you must follow. You can play: {cards}.", colour=led.word, cards=cards
        )

    def _not_to_buy(self, card: Card, square: int) -> IllegalAction:
        if card not in self.table.row:
            return IllegalAction.impossible(
                "{card} does not lie in the row. You may buy one of: {cards}.",
                card=NAMES[card],
                cards=names(self.affordable),
            )
        return IllegalAction(
            "{card} costs {price}, and you're on {square}: buy a card for {square} or less.",
            card=NAMES[card],
            price=PRICES[self.table.row.index(card)],
            square=square,
        )

    def _not_to_lay(self, cards: tuple[Card, ...]) -> IllegalAction:
        row = self.table.row
        if sorted(cards) != sorted(row):
            return IllegalAction.impossible(
                "The row is to have the four cards that were drawn: {cards}.", cards=names(row)
            )
        return IllegalAction.impossible(
            "{cards} is out of order: trumps lie first, then high values. Only equal cards of {row} may change places.",
            cards=names(cards),
            row=names(row),
        )

    def _not_to_declare(self, melds: Melds) -> IllegalAction:
        hand = self.hand
        for meld in melds:
            if (count := held(hand, meld)) >= meld.size:
                continue
            if meld == FIVE_COLOURS:
                return IllegalAction.impossible(
                    "This meld needs all 5 colours: you have cards of {count}.", count=count
                )
            return IllegalAction.impossible(
                "This meld needs {size} cards with the number {value}: you have {count}.",
                size=meld.size,
                value=meld.value,
                count=count,
            )
        return IllegalAction(
            "A card counts in one meld only, so you can't show all of {melds}: show fewer.",
            melds=" ".join(meld.text for meld in melds),
        )
