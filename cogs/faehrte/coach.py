"""What a teacher says at Auf falscher Fährte. Pure: from a learner's view to paragraphs; knows no other hand."""

from collections.abc import Iterator
from random import Random

from bot.table import Table
from bot.words import Words
from cogs.cards import card, colour
from cogs.tutor import last_trick, to_follow, would_take
from games.cards import JOKER, OF_COLOUR, Card, Play, listed, value_of
from games.faehrte import COMPUTERS, MOST_OF_MINUS, FaehrteView, Hide, RoundScored, Trump
from games.faehrte.computer import wants_tricks


def coach(table: Table, view: FaehrteView, say: Words) -> tuple[str, ...]:
    """What has happened, what is asked now, and what the teacher would do."""
    lying = view.table
    if lying.outcome:
        return _summary(view, lying.results[-1], say)
    if view.seat not in lying.to_act:
        return (say("The others are choosing."),)
    advice = COMPUTERS["steady"](view, Random(lying.decision))
    match advice:
        case Hide(of):
            return (*_hiding(view, say), _hide_advice(view, of, say))
        case Trump(to):
            named = lying.trump if to is None else to
            return (*_happened(table, view, say), *_naming(view, say), _trump_advice(view, colour(named, say), say))
    assert isinstance(advice, Play)
    return (*_happened(table, view, say), *_playing(view, say), _play_advice(view, advice.card, say))


def _happened(table: Table, view: FaehrteView, say: Words) -> Iterator[str]:
    """The trick before this one."""
    last = view.table.last_trick
    if last is not None and view.table.tricks_done:
        yield last_trick(table, view.seat, last.cards, leader=last.leader, winner=last.winner, say=say)


def _hiding(view: FaehrteView, say: Words) -> Iterator[str]:
    border = MOST_OF_MINUS[view.table.seats]
    yield say(
        "Everyone lays one card face down, and the total of these cards decides what the round is about: up to "
        "{border} **Minus**, in which few tricks are good, from {above} on **Plus**, in which many are. They are "
        "turned one by one, while you play.",
        border=border,
        above=border + 1,
    )
    if view.table.jokers:
        yield say("A joker cannot be laid. Nobody learns which card is yours, and you do not play with it any more.")
    else:
        yield say("You may choose any card. Nobody learns that it is yours, and you do not play with it any more.")


def _hide_advice(view: FaehrteView, of: Card, say: Words) -> str:
    spared = view.hideable & ~OF_COLOUR[view.table.trump] or view.hideable
    if value_of(of) == max(map(value_of, listed(spared))):
        return say("💡 I would hide {card}. Your hand is stronger than most: with a high card you pull the total up, "
                   "towards Plus.", card=card(of))  # fmt: skip
    return say("💡 I would hide {card}. Your hand is not stronger than most: with a low card you pull the total down, "
               "towards Minus.", card=card(of))  # fmt: skip


def _naming(view: FaehrteView, say: Words) -> Iterator[str]:
    if view.table.jokers:
        yield say(
            "You have played one of the first two jokers of the round: so you may name another trump, or keep it."
        )
    else:
        yield say(
            "Everyone has four cards left, and you alone are doing worst: so you may name another trump, or keep it."
        )
    yield _aim(view, say)


def _trump_advice(view: FaehrteView, trump: str, say: Words) -> str:
    if wants_tricks(view):
        return say("💡 I would have {trump} as trump: that makes the rest of your hand strongest.", trump=trump)
    return say("💡 I would have {trump} as trump: that makes the rest of your hand weakest.", trump=trump)


def _playing(view: FaehrteView, say: Words) -> Iterator[str]:
    lying = view.table
    if not lying.tricks_done and not lying.trick:
        yield say(
            "Now the tricks begin. Trump is {trump}: it beats every other colour.", trump=colour(lying.trump, say)
        )
    yield _aim(view, say)
    if lying.trick and lying.led is None:
        yield say("A joker was led: play any coloured card. It sets the colour to follow.")
        return
    yield to_follow(view.hand, view.playable, lying.led, lying.trump, say)


def _aim(view: FaehrteView, say: Words) -> str:
    """Whether tricks are good, as far as one can know."""
    if view.table.kind == "plus":
        return say("The total is {total}: this is a **Plus** round, and you want tricks.", total=view.table.total)
    if view.table.kind == "minus":
        return say("The total is {total}: this is a **Minus** round, and you want no tricks.", total=view.table.total)
    low, high = view.table.total_range
    border = MOST_OF_MINUS[view.table.seats]
    if low > border:
        return say("Whatever is still hidden, this can only become **Plus**: you want tricks.")
    if high <= border:
        return say("Whatever is still hidden, this can only become **Minus**: you want no tricks.")
    if wants_tricks(view):
        return say("By the cards that you know it will more likely be **Plus**: try to take tricks.")
    return say("By the cards that you know it will more likely be **Minus**: try to take no tricks.")


def _play_advice(view: FaehrteView, of: Card, say: Words) -> str:
    lying = view.table
    takes = would_take(lying.trick, lying.led, of, lying.trump)
    is_last = len(lying.trick) == lying.seats - 1
    if len(set(listed(view.playable))) == 1:
        return say("💡 Play {card}: you have no choice.", card=card(of))
    if not lying.trick:
        return _lead_advice(view, of, say)
    if wants_tricks(view):
        if not takes:
            return say(
                "💡 I would play {card}. You cannot take this trick: so part with your weakest card.", card=card(of)
            )
        if is_last:
            return say("💡 I would play {card}. You play last, and it is the weakest of your cards that takes the "
                       "trick.",
                       card=card(of))  # fmt: skip
        return say("💡 I would play {card}. It takes the trick as it lies, and of your cards it is hardest to beat.",
                   card=card(of))  # fmt: skip
    if not takes:
        return say("💡 I would play {card}. It does not take the trick, and of the cards that do not it is the "
                   "strongest: you are rid of it.", card=card(of))  # fmt: skip
    if is_last:
        return say("💡 I would play {card}. All that you may play takes the trick: so use your strongest card for it.",
                   card=card(of))  # fmt: skip
    return say("💡 I would play {card}. All that you may play would take the trick as it lies, but this is the easiest "
               "to beat.", card=card(of))  # fmt: skip


def _lead_advice(view: FaehrteView, of: Card, say: Words) -> str:
    if of == JOKER:
        return say("💡 I would lead {card}: it never takes the trick.", card=card(of))
    if wants_tricks(view):
        return say("💡 I would lead {card}: of your cards fewest others can beat it.", card=card(of))
    return say("💡 I would lead {card}: of your cards most others can beat it.", card=card(of))


def _summary(view: FaehrteView, result: RoundScored, say: Words) -> tuple[str, ...]:
    assert view.seat is not None
    tricks = result.tricks[view.seat]
    about = say("That was one round. The hidden cards came to {total}: it was **Plus**, and most tricks were best.",
                total=result.total)  # fmt: skip
    if result.kind == "minus":
        about = say("That was one round. The hidden cards came to {total}: it was **Minus**, and fewest tricks were "
                    "best.",
                    total=result.total)  # fmt: skip
    own = say.many("You took {n} trick.", "You took {n} tricks.", tricks)
    return (
        about,
        f"{own} {_gained(result.points[view.seat], say)}",
        say("A whole match has twice as many rounds as players. What you have learned: watch the cards that are "
            "turned, and keep both ways open while you can."),
    )  # fmt: skip


def _gained(points: int, say: Words) -> str:
    """What a place is worth. Source: RULES.md 5.1, 5.3."""
    if not points:
        return say("Nobody did worse than you: that brings no points.")
    return say.many("Your place brings you {n} point.", "Your place brings you {n} points.", points)
