"""The view of one seat at Auf falscher Fährte: what it may know and do, and why not more."""

from dataclasses import dataclass

from games.cards import COLOURED, JOKER, NAMES, Card, Cards, plays, to_text
from games.core import IllegalAction, Seat
from games.faehrte.actions import CHANGES, FaehrteAction, Hide, SeatAction, Trump, hides
from games.faehrte.table import OpenTable
from games.turns import AtTable, not_to_act


@dataclass(frozen=True, slots=True)
class FaehrteView(AtTable):
    """Everything one seat may know: what lies open, its own hand and its own hidden card.

    `hidden` stays known when the card has been turned, and is None before it is laid and between rounds.
    `playable` are the cards of the hand that may be played now. A spectator has an empty hand.
    """

    seat: Seat | None
    hand: Cards
    hidden: Card | None
    playable: Cards
    table: OpenTable

    @property
    def still_in(self) -> frozenset[Seat]:
        """Everyone: nobody goes out before the end."""
        return frozenset(map(Seat, range(self.table.seats)))

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored."""
        return len(self.table.results)

    @property
    def has_shown_all(self) -> bool:
        """Never: nobody is told whose hidden card was whose, and a hand would tell. Source: RULES.md 2.2."""
        return False

    @property
    def held(self) -> str:
        """The hand, and the hidden card behind a slash."""
        hand = to_text(self.hand) if self.hand else ""
        return hand if self.hidden is None else f"{hand} / {NAMES[self.hidden]}".lstrip()

    @property
    def hideable(self) -> Cards:
        """The cards that this seat may lay face down now. Source: RULES.md 2.1, 6.2."""
        return self.hand & COLOURED if self.table.phase == "hide" and self.seat in self.table.to_act else 0

    @property
    def legal_actions(self) -> tuple[SeatAction, ...]:
        """Every action this seat may take now.

        Cards ascending, a joker last and once; to keep trump, then colours in their order. Empty unless this
        seat is to act.
        """
        if playable := self.playable:
            return plays(playable)
        if hideable := self.hideable:
            return hides(hideable)
        return self.public_actions if self.seat in self.to_act else ()

    @property
    def public_actions(self) -> tuple[SeatAction, ...]:
        """Actions that a public message may offer: none depends on a hand."""
        return CHANGES[self.table.trump] if self.table.phase == "trump" else ()

    @property
    def forced_action(self) -> SeatAction | None:
        """The last card of a hand, which needs no player to choose it."""
        return plays(self.playable)[0] if self.playable and self.table.tricks_left == 1 else None

    def check(self, action: FaehrteAction) -> None:
        """Raises: IllegalAction, unless `action` is one of `legal_actions`."""
        if action not in self.legal_actions:
            raise self._refusal(action)

    def _refusal(self, action: FaehrteAction) -> IllegalAction:
        """Why `action`, which is not legal, is not."""
        if self.seat not in self.to_act:
            return self._has_hidden() if self.table.phase == "hide" else not_to_act(self.table)
        if not isinstance(action, SeatAction):
            return IllegalAction.impossible(
                "The cards are mixed and dealt by themselves: nobody chooses where they lie."
            )
        match self.table.phase:
            case "hide":
                return self._not_to_hide(action)
            case "play":
                return self._not_to_play(action)
        trump = self.table.trump.word
        if isinstance(action, Trump):
            return IllegalAction.impossible("Trump is {trump} already: name another colour, or keep it.", trump=trump)
        return IllegalAction("Decide on trump first: keep {trump} or name another colour.", trump=trump)

    def _has_hidden(self) -> IllegalAction:
        return IllegalAction.impossible(
            "Your hidden card lies already. Players still to choose: {count} of {seats}.",
            count=len(self.table.to_act),
            seats=self.table.seats,
        )

    def _not_to_hide(self, action: SeatAction) -> IllegalAction:
        cards = to_text(self.hand & COLOURED)
        if not isinstance(action, Hide):
            return IllegalAction.impossible(
                "A round begins with a hidden card for each player. You may hide: {cards}.", cards=cards
            )
        if action.card == JOKER:
            return IllegalAction("You can't hide a joker. You can hide: {cards}.", cards=cards)
        return IllegalAction.impossible(
            "You do not hold {card}. You may hide: {cards}.", card=NAMES[action.card], cards=cards
        )

    def _not_to_play(self, action: SeatAction) -> IllegalAction:
        cards = to_text(self.playable)
        if isinstance(action, Hide):
            return IllegalAction.impossible("Your hidden card lies already. You may play: {cards}.", cards=cards)
        if isinstance(action, Trump):
            return IllegalAction.impossible("Trump cannot be changed now. You may play: {cards}.", cards=cards)
        if not self.hand >> action.card & 1:
            return IllegalAction.impossible(
                "You do not hold {card}. You may play: {cards}.", card=NAMES[action.card], cards=cards
            )
        if action.card == JOKER:
            return IllegalAction("There's already a joker in this trick. You can play: {cards}.", cards=cards)
        assert self.table.led is not None
        colour = self.table.led.word
        return IllegalAction(
            "You have {colour}, so you must follow. You can play: {cards}.", colour=colour, cards=cards
        )
