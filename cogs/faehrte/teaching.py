"""Teaching of Auf falscher Fährte: in lessons, by advice, and by reasons in reviews and puzzles. Pure."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.messages.game_ui import Reason
from bot.pages.page import Text
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.parts.cards import card, cards, colour
from cogs.parts.tutor import follow_hint, last_trick, look_back, steady, trick_reason, would_take
from games.cards import (
    COLOURED,
    FOUR_COLOURS,
    JOKER,
    OF_COLOUR,
    Card,
    Cards,
    Colour,
    Play,
    colour_of,
    gather,
    listed,
    value_of,
)
from games.core import Action
from games.faehrte import COMPUTERS
from games.faehrte.actions import FaehrteAction, Hide, Trump
from games.faehrte.computer import BEATING, wants_tricks
from games.faehrte.table import MOST_OF_MINUS
from games.faehrte.view import FaehrteView


def coach(_: Table, view: FaehrteView, advised: FaehrteAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    match advised:
        case Hide(best):
            hiding = say("Nobody will know which hidden card is yours, and you won't get it back this round.")
            return (hiding, _hide_advice(view, best, say))
        case Trump(to):
            return (
                say("Everyone has four cards left, and you alone are doing worst, so you can change trump or keep it."),
                _open_aim(view, say),
                _trump_advice(view, colour(view.table.trump if to is None else to, say), say),
            )
    assert isinstance(advised, Play)
    return (*_playing(view, say), say(_play_advice(view, advised.card), card=card(advised.card)))


def aim(view: FaehrteView, say: Words) -> str:
    """The meaning of Plus and Minus, and what decides between them."""
    return say("**The aim:** in a **Plus** round take many tricks, in a **Minus** round few. Everyone hides a card, "
               "and the total decides: up to {border} is Minus, more is Plus. The hidden cards are turned up one by "
               "one while you play, so at first you can only guess.",
                   border=MOST_OF_MINUS[view.table.seats])  # fmt: skip


def advice(view: FaehrteView) -> FaehrteAction | None:
    """The steady computer player's move."""
    return steady(COMPUTERS, view, view.table.decision)


def news(table: Table, before: FaehrteView, view: FaehrteView, say: Words) -> tuple[Text, ...]:
    """The trick that has ended since the learner's last choice, and the trump that somebody has changed to."""
    last = view.table.last_trick
    if last is None or last == before.table.last_trick:
        return ()
    assert last.winner is not None  # without jokers
    trick = Text(last_trick(table, view.seat, last.cards, leader=last.leader, winner=last.winner, say=say))
    if view.table.trump == before.table.trump:
        return (trick,)
    return (trick, Text(say("Trump is {trump} now.", trump=colour(view.table.trump, say))))


def _hide_advice(view: FaehrteView, best: Card, say: Words) -> str:
    if value_of(best) == max(map(value_of, _spare(view))):
        return say("💡 I'd hide {card}. Your hand is stronger than most, and a high card pulls the total up, towards "
                   "Plus.", card=card(best))  # fmt: skip
    return say("💡 I'd hide {card}. Your hand is no stronger than most, and a low card pulls the total down, towards "
               "Minus.", card=card(best))  # fmt: skip


def _trump_advice(view: FaehrteView, trump: str, say: Words) -> str:
    if wants_tricks(view):
        return say("💡 I'd choose {trump} as trump: it makes the rest of your hand as strong as possible.", trump=trump)
    return say("💡 I'd choose {trump} as trump: it makes the rest of your hand as weak as possible.", trump=trump)


def _playing(view: FaehrteView, say: Words) -> Iterator[str]:
    open_table = view.table
    if not open_table.tricks_done and not open_table.trick:
        yield say("Now the tricks begin. Trump is {trump}: it beats every other colour.",
                  trump=colour(open_table.trump, say))  # fmt: skip
    yield _open_aim(view, say)
    yield follow_hint(view.hand, open_table.led, open_table.trump, say)


def _open_aim(view: FaehrteView, say: Words) -> str:
    """Whether tricks are good, as far as one can know."""
    if view.table.kind == "plus":
        return say("The total is {total}: it's a **Plus** round, so you want tricks.", total=view.table.total)
    if view.table.kind == "minus":
        return say("The total is {total}: it's a **Minus** round, so you don't want tricks.", total=view.table.total)
    low, high = view.table.total_range
    if low > MOST_OF_MINUS[view.table.seats]:
        return say("Whatever is still hidden, it can only be **Plus** now: you want tricks.")
    if high <= MOST_OF_MINUS[view.table.seats]:
        return say("Whatever is still hidden, it can only be **Minus** now: you don't want tricks.")
    if wants_tricks(view):
        return say("From the cards you know, **Plus** is more likely: try to take tricks.")
    return say("From the cards you know, **Minus** is more likely: try not to take tricks.")


def _play_advice(view: FaehrteView, best: Card) -> str:
    open_table = view.table
    takes, is_last = _takes(view, best), _is_last(view)
    if len(set(listed(view.playable))) == 1:
        return phrase("💡 Play {card}: you have no choice.")
    if not open_table.trick and wants_tricks(view):
        return phrase("💡 I'd lead {card}: of all your cards it's the hardest to beat.")
    if not open_table.trick:
        return phrase("💡 I'd lead {card}: of all your cards it's the easiest to beat.")
    if wants_tricks(view):
        if not takes:
            return phrase("💡 I'd play {card}: you can't take this trick, so get rid of your weakest card.")
        if is_last:
            return phrase("💡 I'd play {card}: you play last, and it's the weakest card that still takes the trick.")
        return phrase("💡 I'd play {card}: it beats everything in the trick so far, and it's the hardest of your cards "
                      "to beat.")  # fmt: skip
    if not takes:
        return phrase("💡 I'd play {card}: it's the strongest card you can get rid of without taking the trick.")
    if is_last:
        return phrase("💡 I'd play {card}: whatever you play takes the trick, so use your strongest card.")
    return phrase("💡 I'd play {card}: whatever you play beats everything in the trick so far, but this card is the "
                  "easiest to beat.")  # fmt: skip


def summary(_: FaehrteView, say: Words) -> tuple[str, ...]:
    """A whole match in comparison with the round."""
    return (
        say("A whole match has twice as many rounds as players. Remember: watch the cards that are turned up, and "
            "keep both options open while you can."),
    )  # fmt: skip


def move_feedback(_table: Table, before: FaehrteView, played: Action, view: FaehrteView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    match played, advice(before):
        case Hide(hidden), Hide(better) if hidden != better:
            return _hid(hidden, better, say)
        case Trump(chosen), Trump(better) if chosen != better:
            trump = before.table.trump
            return say("**Looking back:** you chose {played} as trump. I'd have chosen {advised}.",
                       played=colour(trump if chosen is None else chosen, say),
                       advised=colour(trump if better is None else better, say))  # fmt: skip
        case Play(chosen), Play(better) if chosen != better and (last := view.table.last_trick) is not None:
            took, wanted = last.winner == before.seat, wants_tricks(before)
            return look_back(chosen, better, last.cards, before.table.trump, say, took=took, wanted=wanted)
    return ""


def _hid(hidden: Card, better: Card, say: Words) -> str:
    facts = {"played": card(hidden), "advised": card(better)}
    if value_of(better) > value_of(hidden):
        return say("**Looking back:** you hid {played}. I'd have hidden {advised}, which pulls more towards Plus.",
                   **facts)  # fmt: skip
    if value_of(better) < value_of(hidden):
        return say("**Looking back:** you hid {played}. I'd have hidden {advised}, which pulls more towards Minus.",
                   **facts)  # fmt: skip
    return say("**Looking back:** you hid {played}. I'd have hidden {advised}, which adds the same to the total.",
               **facts)  # fmt: skip


def hand(view: FaehrteView, say: Words) -> str:
    """The cards in hand, and the hidden one."""
    held = say("Your hand: {cards}", cards=cards(view.hand))
    if view.hidden is None:
        return held
    hidden = say("You hid {card}.", card=card(view.hidden))
    return f"{held}\n{hidden}"


def reason(view: FaehrteView, played: Action, better: Action, say: Words) -> str:
    """The difference between two moves, as far as their player could see."""
    match played, better:
        case Hide(hidden), Hide(other):
            return _hidden(hidden, other, say)
        case Trump(chosen), Trump(other):
            trump = view.table.trump
            named, instead = (trump if one is None else one for one in (chosen, other))
            return say("You held {n} × {better} and {m} × {played}.", better=colour(instead, say),
                       n=_count(view, instead), played=colour(named, say), m=_count(view, named))  # fmt: skip
        case Play(chosen), Play(other):
            table, aim, wanted = view.table, _aim_then(view, say), wants_tricks(view)
            return trick_reason(table.trick, table.led, table.trump, (chosen, other), wanted=wanted, aim=aim, say=say)
    return ""


def _count(view: FaehrteView, trump: int) -> int:
    return (view.hand & OF_COLOUR[trump]).bit_count()


def _aim_then(view: FaehrteView, say: Words) -> str:
    if view.table.kind is not None:
        return say("It was a Plus round.") if view.table.kind == "plus" else say("It was a Minus round.")
    if wants_tricks(view):
        return say("From the cards you knew, Plus was more likely.")
    return say("From the cards you knew, Minus was more likely.")


def _hidden(played: Card, better: Card, say: Words) -> str:
    facts = {"played": card(played), "better": card(better)}
    if JOKER in (played, better) or value_of(played) == value_of(better):
        return say("With {better} you'd have kept {played} for later.", **facts)
    if value_of(better) > value_of(played):
        return say("{better} would have pulled the total further towards Plus than {played}.", **facts)
    return say("{better} would have pulled the total further towards Minus than {played}.", **facts)


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
    others = [other for other in listed(view.playable) if other != played and _takes(view, other)]
    if any(_cost(view, other) < _cost(view, played) for other in others):
        return ""
    if not others:
        return _aim(view, say) + " " + say("You play last, and only {card} takes the trick.", card=card(played))
    return _aim(view, say) + " " + say("You play last: {card} is enough to take the trick, and you keep {others} for "
                                       "later.", card=card(played), others=cards(others))  # fmt: skip


def hopeless(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Plus, a trick that cannot be taken gets the weakest card."""
    played = _played(view, action, "plus")
    if played is None or not view.table.trick or any(_takes(view, other) for other in listed(view.playable)):
        return ""
    beaters = _beaters(view, played).bit_count()
    if any(_beaters(view, other).bit_count() >= beaters for other in listed(view.playable) if other != played):
        return ""
    return _aim(view, say) + " " + say("You can't take this trick, so get rid of your weakest card: {card} is beaten "
                                       "by more of the cards still out than any other you hold.",
                                       card=card(played))  # fmt: skip


def keeps_trumps(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Plus, a trick that only a trump would take goes to somebody else, as another card is the weakest."""
    played, trumps = _played(view, action, "plus"), view.hand & OF_COLOUR[view.table.trump]
    if played is None or not view.table.trick or _takes(view, played) or colour_of(played) == view.table.trump:
        return ""
    others = [other for other in listed(view.playable) if other != played]
    taking = [other for other in others if _takes(view, other)]
    if not taking or any(colour_of(other) != view.table.trump for other in taking):
        return ""
    if any(_beaters(view, other).bit_count() > _beaters(view, played).bit_count() for other in others):
        return ""
    return _aim(view, say) + " " + say("Only a trump would take this trick. Get rid of {card}, your weakest card, and "
                                       "keep {trumps} for tricks that others would win.", card=card(played),
                                       trumps=cards(trumps))  # fmt: skip


def under(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """In Minus, the highest card of the colour led that stays below the one that takes the trick."""
    played = _played(view, action, "minus")
    if played is None or not view.table.trick or _takes(view, played) or colour_of(played) != view.table.led:
        return ""
    safe = [other for other in listed(view.playable) if not _takes(view, other)]
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
    others = [other for other in listed(view.playable) if other != played and not _takes(view, other)]
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
    played, choices = _played(view, action, "minus"), listed(view.playable)
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
    high, trumps = _high(view), _count(view, view.table.trump)
    if not isinstance(action, Hide) or value_of(action.card) != max(map(value_of, _spare(view))):
        return ""
    alike = [other for other in _spare(view) if value_of(other) == value_of(action.card) and other != action.card]
    rest = _high_beside(view, action.card)
    if high + trumps <= _FAIR + 1 or any(len(_high_beside(view, other)) >= len(rest) for other in alike):
        return ""
    told = say("A hand like this takes tricks, so you want Plus, and {card} pulls the total up without costing you a "
               "trump.", card=card(action.card))  # fmt: skip
    if alike:
        told += " " + say("Of your highest cards, it's the one you'll miss least: you keep {cards}.", cards=cards(rest))
    return _hand(view, say) + " " + told


def pull_down(_: Table, view: FaehrteView, action: FaehrteAction, say: Words) -> str:
    """A weak hand hides a low card."""
    high, trumps = _high(view), _count(view, view.table.trump)
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
    sure = {
        trump: sum(not _beaters(view, held, trump) for held in listed(view.hand & COLOURED)) for trump in FOUR_COLOURS
    }
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
        trump: (_unseen(view) & OF_COLOUR[trump]).bit_count()
        for trump in FOUR_COLOURS
        if not view.hand & OF_COLOUR[trump]
    }
    if chosen not in out or out[chosen] < max(out.values()) or not out[chosen]:
        return ""
    named = colour(chosen, say)
    return _aim(view, say) + " " + say.many(
        "You hold no {trump}, and {n} is still out: as trump it would beat all your cards.",
        "You hold no {trump}, and {n} are still out: as trumps they would beat all your cards.",
        out[chosen], trump=named,
    )  # fmt: skip


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


def _is_last(view: FaehrteView) -> bool:
    return len(view.table.trick) == view.table.seats - 1


def _takes(view: FaehrteView, played: Card) -> bool:
    return would_take(view.table.trick, view.table.led, played, view.table.trump)


def _cost(view: FaehrteView, held: Card) -> tuple[bool, int]:
    """How dear a card is. Shape: trumps above all others, then by value."""
    return colour_of(held) == view.table.trump, value_of(held)


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
    others = listed(view.hand & COLOURED & ~OF_COLOUR[view.table.trump])
    return sum(value_of(held) >= _border(view) for held in others)


def _high_beside(view: FaehrteView, hidden: Card) -> list[Card]:
    """The other high cards of this card's colour."""
    return [other for other in listed(view.hand & OF_COLOUR[colour_of(hidden)] & ~(1 << hidden))
            if value_of(other) >= _border(view)]  # fmt: skip


def _hand(view: FaehrteView, say: Words) -> str:
    """The trumps and high cards in the hand, which take tricks."""
    return say("Trumps in your hand: {trumps}; other cards from {border} up: {high}. An average hand has {fair} in "
               "all.",
               trumps=_count(view, view.table.trump), high=_high(view), border=_border(view), fair=_FAIR)  # fmt: skip


REASONS: Final[Mapping[str, Reason]] = {reason.__name__: reason for reason in (
    unbeatable, cheapest, hopeless, keeps_trumps, under, thrown_off, caught, low_lead, pull_up, pull_down, strong_trump,
    weak_trump,
)}  # fmt: skip
"""By the names that the puzzles have for them."""
