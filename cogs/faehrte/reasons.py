"""Why the best move of a puzzle at Auf falscher Fährte is best, as far as its player can know. Pure."""

from collections.abc import Mapping
from typing import Final

from bot.messages.screens import Reason
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour
from cogs.parts.tutor import would_take
from games.cards import COLOURED, JOKER, OF_COLOUR, Card, Cards, Colour, Play, colour_of, gather, listed, value_of
from games.faehrte.actions import FaehrteAction, Hide, Trump
from games.faehrte.judgement import BEATING
from games.faehrte.table import MOST_OF_MINUS
from games.faehrte.view import FaehrteView

_FAIR: Final = 6
"""How many trumps and high cards a hand has on average, with three players and with four."""


def unbeatable(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Plus, nothing that is still out beats this card."""
    played = _played(view, action, "plus")
    if played is None or _is_last(view) or not _takes(view, played) or _beaters(view, played):
        return ""
    return _aim(view, say) + " " + say("No card that's still out beats {card}, so the trick is yours.",
                                       card=card(played))  # fmt: skip


def cheapest(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Plus, the last player takes the trick as cheaply as they can."""
    played = _played(view, action, "plus")
    if played is None or not _is_last(view) or not _takes(view, played):
        return ""
    others = [other for other in _choices(view) if other != played and _takes(view, other)]
    if any(_cost(view, other) < _cost(view, played) for other in others):
        return ""
    if not others:
        return _aim(view, say) + " " + say("You play last, and only {card} takes the trick.", card=card(played))
    return _aim(view, say) + " " + say("You play last: {card} is enough to take the trick, and you keep {others} for "
                                       "later.", card=card(played), others=cards(others))  # fmt: skip


def hopeless(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Plus, a trick that cannot be taken gets the weakest card."""
    played = _played(view, action, "plus")
    if played is None or not view.table.trick or any(_takes(view, other) for other in _choices(view)):
        return ""
    if any(_strength(view, other) <= _strength(view, played) for other in _choices(view) if other != played):
        return ""
    return _aim(view, say) + " " + say("You can't take this trick, so get rid of your weakest card: {card} is beaten "
                                       "by more of the cards still out than any other you hold.",
                                       card=card(played))  # fmt: skip


def under(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Minus, the highest card of the colour led that stays below the one that takes the trick."""
    played = _played(view, action, "minus")
    if played is None or not view.table.trick or _takes(view, played) or colour_of(played) != view.table.led:
        return ""
    safe = [other for other in _choices(view) if not _takes(view, other)]
    if played != max(safe):
        return ""
    if len(safe) == 1:
        return _aim(view, say) + " " + say("{card} is your only card that's sure not to take this trick.",
                                           card=card(played))  # fmt: skip
    return _aim(view, say) + " " + say("{card} is your highest card that can't take this trick, so now you can get rid "
                                       "of it safely.", card=card(played))  # fmt: skip


def thrown_off(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Minus, who cannot follow throws off the card that is hardest to lose later."""
    played, led = _played(view, action, "minus"), view.table.led
    if played is None or led is None or colour_of(played) == led or _takes(view, played):
        return ""
    others = [other for other in _choices(view) if other != played and not _takes(view, other)]
    count = _beaters(view, played).bit_count()
    if any(_beaters(view, other).bit_count() <= count for other in others):
        return ""
    if not count:
        return _aim(view, say) + " " + say("You can't follow, so now is the time to throw off {card}: nothing that's "
                                           "still out could beat it later.", card=card(played))  # fmt: skip
    return _aim(view, say) + " " + say.many(
        "You can't follow, so now is the time to throw off {card}: only {n} card that's still out could beat it later.",
        "You can't follow, so now is the time to throw off {card}: only {n} cards that are still out could beat it "
        "later.",
        count, card=card(played),
    )  # fmt: skip


def caught(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Minus, the last player who must take the trick does it with the card that is hardest to lose later."""
    played, choices = _played(view, action, "minus"), _choices(view)
    if played is None or not _is_last(view) or not all(_takes(view, other) for other in choices):
        return ""
    if len(choices) == 1 or _cost(view, played) != max(_cost(view, other) for other in choices):
        return ""
    return _aim(view, say) + " " + say("You play last, and whatever you play takes the trick. So get rid of your "
                                       "strongest card, {card}.", card=card(played))  # fmt: skip


def low_lead(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Minus, a lead below every card of its colour that is still out."""
    played = _played(view, action, "minus")
    if played is None or view.table.trick:
        return ""
    suit = _unseen(view) & OF_COLOUR[colour_of(played)]
    higher = suit >> played + 1 << played + 1
    if suit != higher or suit.bit_count() <= 1:
        return ""
    named = colour(colour_of(played), say)
    return _aim(view, say) + " " + say.many(
        "The only card still out in {colour} is higher than {card}: whoever follows beats it.",
        "All {n} cards still out in {colour} are higher than {card}: whoever follows beats it.",
        suit.bit_count(), colour=named, card=card(played),
    )  # fmt: skip


def pull_up(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """A strong hand hides a high card."""
    high, trumps = _high(view), (view.hand & OF_COLOUR[view.table.trump]).bit_count()
    if not isinstance(action, Hide) or value_of(action.card) != max(map(value_of, _spare(view))):
        return ""
    if high + trumps <= _FAIR + 1:
        return ""
    return _hand(view, say) + " " + say("A hand like this takes tricks, so you want Plus, and {card} pulls the total "
                                        "up without costing you a trump.", card=card(action.card))  # fmt: skip


def pull_down(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """A weak hand hides a low card."""
    high, trumps = _high(view), (view.hand & OF_COLOUR[view.table.trump]).bit_count()
    if not isinstance(action, Hide) or high + trumps >= _FAIR - 1:
        return ""
    if value_of(action.card) > min(map(value_of, listed(view.hideable))) + 1:
        return ""
    return _hand(view, say) + " " + say("A hand like this takes few tricks, so you want Minus, and {card} pulls the "
                                        "total down.", card=card(action.card))  # fmt: skip


def strong_trump(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Plus, the trump that makes most of one's cards unbeatable."""
    if not isinstance(action, Trump) or _kind(view) != "plus":
        return ""
    chosen = view.table.trump if action.colour is None else action.colour
    sure = {trump: sum(not _beaters(view, held, trump) for held in listed(view.hand & COLOURED)) for trump in _COLOURS}
    named, others = colour(chosen, say), max(count for trump, count in sure.items() if trump != chosen)
    if sure[chosen] <= others:
        return ""
    return _aim(view, say) + " " + say.many(
        "With {trump} as trump, {n} of your four cards is unbeatable; with any other trump, {others} at most.",
        "With {trump} as trump, {n} of your four cards are unbeatable; with any other trump, {others} at most.",
        sure[chosen], trump=named, others=others,
    )  # fmt: skip


def weak_trump(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Minus, the trump of which the others have most, and oneself nothing."""
    if not isinstance(action, Trump) or _kind(view) != "minus":
        return ""
    chosen = view.table.trump if action.colour is None else action.colour
    out = {
        trump: (_unseen(view) & OF_COLOUR[trump]).bit_count() for trump in _COLOURS if not view.hand & OF_COLOUR[trump]
    }
    if chosen not in out or out[chosen] < max(out.values()) or not out[chosen]:
        return ""
    named = colour(chosen, say)
    return _aim(view, say) + " " + say.many(
        "You hold no {trump}, and {n} is still out: as trump it would beat all your cards.",
        "You hold no {trump}, and {n} are still out: as trumps they would beat all your cards.",
        out[chosen], trump=named,
    )  # fmt: skip


_COLOURS: Final = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)


def _aim(view: FaehrteView, say: Words) -> str:
    """The sentence that it's Plus or Minus for sure."""
    if _kind(view) == "plus":
        return say("It's **Plus** for sure, so you want tricks.")
    return say("It's **Minus** for sure, so you don't want tricks.")


def _kind(view: FaehrteView) -> str:
    """The kind that the round has for sure. Shape: "plus", "minus" or ""."""
    own = [] if view.hidden is None or view.hidden in view.table.turned else [view.hidden]
    known = view.table.total + sum(map(value_of, own))
    face_down = view.table.seats - len(view.table.turned) - len(own)
    values = sorted(map(value_of, listed(_unseen(view) & COLOURED)))
    most = MOST_OF_MINUS[view.table.seats]
    if known + sum(values[:face_down]) > most:
        return "plus"
    return "minus" if known + sum(values[len(values) - face_down :]) <= most else ""


def _played(view: FaehrteView, action: FaehrteAction, kind: str) -> Card | None:
    """The card that is played, in a round that is of this kind for sure; None otherwise, and for a joker."""
    if not isinstance(action, Play) or action.card == JOKER or view.hand >> JOKER or JOKER in view.table.trick:
        return None
    return action.card if _kind(view) == kind else None


def _choices(view: FaehrteView) -> list[Card]:
    return listed(view.playable)


def _is_last(view: FaehrteView) -> bool:
    return len(view.table.trick) == view.table.seats - 1


def _takes(view: FaehrteView, played: Card) -> bool:
    return would_take(view.table.trick, view.table.led, played, view.table.trump)


def _cost(view: FaehrteView, held: Card) -> tuple[bool, int]:
    """How dear a card is. Shape: trumps above all others, then by value."""
    return colour_of(held) == view.table.trump, value_of(held)


def _strength(view: FaehrteView, held: Card) -> int:
    return -_beaters(view, held).bit_count()


def _unseen(view: FaehrteView) -> Cards:
    """The cards that may lie in other hands, or hidden by others."""
    own = () if view.hidden is None else (view.hidden,)
    return view.table.unseen & ~view.hand & ~gather(own) & COLOURED


def _beaters(view: FaehrteView, held: Card, trump: Colour | None = None) -> Cards:
    """The unseen cards that beat this one."""
    return BEATING[view.table.trump if trump is None else trump][held] & _unseen(view)


def _spare(view: FaehrteView) -> list[Card]:
    """The cards that can be hidden without losing a trump, if there are any."""
    return listed(view.hideable & ~OF_COLOUR[view.table.trump] or view.hideable)


def _border(view: FaehrteView) -> int:
    """The lowest number that counts as high: about a third of a colour's cards do."""
    return 9 if view.table.seats == 4 else 7


def _high(view: FaehrteView) -> int:
    """How many high cards the hand has besides trumps."""
    others = listed(view.hand & COLOURED & ~OF_COLOUR[view.table.trump])
    return sum(value_of(held) >= _border(view) for held in others)


def _hand(view: FaehrteView, say: Words) -> str:
    """The trumps and high cards in the hand, which take tricks."""
    return say("Trumps in your hand: {trumps}; other cards from {border} up: {high}. An average hand has {fair} in "
               "all.",
               trumps=(view.hand & OF_COLOUR[view.table.trump]).bit_count(), high=_high(view),
               border=_border(view), fair=_FAIR)  # fmt: skip


REASONS: Final[Mapping[str, Reason]] = {
    "unbeatable": unbeatable,
    "cheapest": cheapest,
    "hopeless": hopeless,
    "under": under,
    "thrown_off": thrown_off,
    "caught": caught,
    "low_lead": low_lead,
    "pull_up": pull_up,
    "pull_down": pull_down,
    "strong_trump": strong_trump,
    "weak_trump": weak_trump,
}
