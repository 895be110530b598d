"""A teacher's words at Auf falscher Fährte, without jokers. Pure: from a learner's view; knows no other hand."""

from collections.abc import Iterator

from bot.pages.page import Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour
from cogs.parts.tutor import follow_hint, last_trick, steady, would_take
from games.cards import OF_COLOUR, Card, Play, listed, value_of
from games.faehrte import COMPUTERS
from games.faehrte.actions import FaehrteAction, Hide, Trump
from games.faehrte.computer import wants_tricks
from games.faehrte.table import MOST_OF_MINUS
from games.faehrte.view import FaehrteView


def coach(_: Table, view: FaehrteView, advised: FaehrteAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    match advised:
        case Hide(best):
            return (*_hiding(say), _hide_advice(view, best, say))
        case Trump(to):
            named = view.table.trump if to is None else to
            return (*_naming(view, say), _trump_advice(view, colour(named, say), say))
    assert isinstance(advised, Play)
    return (*_playing(view, say), _play_advice(view, advised.card, say))


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


def _hiding(say: Words) -> Iterator[str]:
    """Facts that the aim above and the panel below leave unsaid."""
    yield say("Nobody will know which hidden card is yours, and you won't get it back this round.")


def _hide_advice(view: FaehrteView, best: Card, say: Words) -> str:
    spared = view.hideable & ~OF_COLOUR[view.table.trump] or view.hideable
    if value_of(best) == max(map(value_of, listed(spared))):
        return say("💡 I'd hide {card}. Your hand is stronger than most, and a high card pulls the total up, towards "
                   "Plus.", card=card(best))  # fmt: skip
    return say("💡 I'd hide {card}. Your hand is no stronger than most, and a low card pulls the total down, towards "
               "Minus.", card=card(best))  # fmt: skip


def _naming(view: FaehrteView, say: Words) -> Iterator[str]:
    yield say("Everyone has four cards left, and you alone are doing worst, so you can change trump or keep it.")
    yield _aim(view, say)


def _trump_advice(view: FaehrteView, trump: str, say: Words) -> str:
    if wants_tricks(view):
        return say("💡 I'd choose {trump} as trump: it makes the rest of your hand as strong as possible.", trump=trump)
    return say("💡 I'd choose {trump} as trump: it makes the rest of your hand as weak as possible.", trump=trump)


def _playing(view: FaehrteView, say: Words) -> Iterator[str]:
    open_table = view.table
    if not open_table.tricks_done and not open_table.trick:
        yield say(
            "Now the tricks begin. Trump is {trump}: it beats every other colour.", trump=colour(open_table.trump, say)
        )
    yield _aim(view, say)
    yield follow_hint(view.hand, open_table.led, open_table.trump, say)


def _aim(view: FaehrteView, say: Words) -> str:
    """Whether tricks are good, as far as one can know."""
    if view.table.kind == "plus":
        return say("The total is {total}: it's a **Plus** round, so you want tricks.", total=view.table.total)
    if view.table.kind == "minus":
        return say("The total is {total}: it's a **Minus** round, so you don't want tricks.", total=view.table.total)
    low, high = view.table.total_range
    border = MOST_OF_MINUS[view.table.seats]
    if low > border:
        return say("Whatever is still hidden, it can only be **Plus** now: you want tricks.")
    if high <= border:
        return say("Whatever is still hidden, it can only be **Minus** now: you don't want tricks.")
    if wants_tricks(view):
        return say("From the cards you know, **Plus** is more likely: try to take tricks.")
    return say("From the cards you know, **Minus** is more likely: try not to take tricks.")


def _play_advice(view: FaehrteView, best: Card, say: Words) -> str:
    open_table = view.table
    takes = would_take(open_table.trick, open_table.led, best, open_table.trump)
    is_last = len(open_table.trick) == open_table.seats - 1
    if len(set(listed(view.playable))) == 1:
        return say("💡 Play {card}: you have no choice.", card=card(best))
    if not open_table.trick:
        return _lead_advice(view, best, say)
    if wants_tricks(view):
        if not takes:
            return say(
                "💡 I'd play {card}: you can't take this trick, so get rid of your weakest card.", card=card(best)
            )
        if is_last:
            return say("💡 I'd play {card}: you play last, and it's the weakest card that still takes the trick.",
                       card=card(best))  # fmt: skip
        return say("💡 I'd play {card}: it beats everything in the trick so far, and it's the hardest of your cards to "
                   "beat.",
                   card=card(best))  # fmt: skip
    if not takes:
        return say("💡 I'd play {card}: it's the strongest card you can get rid of without taking the trick.",
            card=card(best))  # fmt: skip
    if is_last:
        return say("💡 I'd play {card}: whatever you play takes the trick, so use your strongest card.",
                   card=card(best))  # fmt: skip
    return say("💡 I'd play {card}: whatever you play beats everything in the trick so far, but this card is the "
               "easiest to beat.",
        card=card(best))  # fmt: skip


def _lead_advice(view: FaehrteView, best: Card, say: Words) -> str:
    if wants_tricks(view):
        return say("💡 I'd lead {card}: of all your cards it's the hardest to beat.", card=card(best))
    return say("💡 I'd lead {card}: of all your cards it's the easiest to beat.", card=card(best))


def summary(_: FaehrteView, say: Words) -> tuple[str, ...]:
    """A whole match in comparison with the round."""
    return (
        say("A whole match has twice as many rounds as players. Remember: watch the cards that are turned up, and "
            "keep both options open while you can."),
    )  # fmt: skip
