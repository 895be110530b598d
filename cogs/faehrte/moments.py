"""Turning points of Auf falscher Fährte in words, with their cards. Pure."""

from bot.pictures.highlight import Group, Scene
from bot.words import Words
from cogs.parts.cards import card, card_face, colour
from cogs.parts.moments import Who, race, trick_scene
from games.faehrte.highlights import LastTrick, NewTrump, Sweep, Tipped
from games.highlights import Moment


def told(moment: Moment, who: Who, say: Words) -> tuple[str, Scene]:
    """A sentence, and the cards of the trick or those hidden, if it's about some."""
    name = who(moment.seat)
    match moment:
        case NewTrump():
            return _new_trump(moment, name, say), ()
        case LastTrick(_, _, _, trick):
            return _last_trick(moment, name, say), trick_scene(trick.leader, trick.cards, trick.winner)
        case Tipped():
            cards = tuple(Group(None, (card_face(one),), is_marked=one == moment.card) for one in moment.hidden)
            return _tipped(moment, name, say), cards
        case Sweep(_, _, number, "plus", tricks, of):
            return say("{name} took {tricks} of the {of} tricks in round {round}, and it turned out to be Plus.",
                       name=name, tricks=tricks, of=of, round=number), ()  # fmt: skip
        case Sweep(_, _, number):
            return say("{name} was the only one without a trick when round {round} turned out to be Minus.", name=name,
                       round=number), ()  # fmt: skip
    return race(moment, who, say), ()


def _last_trick(moment: LastTrick, name: str, say: Words) -> str:
    facts: dict[str, str | int] = {"name": name, "before": moment.before, "after": moment.after}
    if moment.kind == "plus":
        return say("The very last trick decided it: {name} took it and scored {after}, not {before}.", **facts)
    return say("The very last trick decided it: {name} got it and scored {after}, not {before}.", **facts)


def _tipped(moment: Tipped, name: str, say: Words) -> str:
    facts: dict[str, str | int] = {
        "name": name, "round": moment.round, "total": moment.total, "card": card(moment.card)
    }  # fmt: skip
    if moment.kind == "plus":
        return say("The hidden cards of round {round} came to {total}, just enough for Plus: {name} had hidden the "
                   "{card}, and won the round.", **facts)  # fmt: skip
    return say("The hidden cards of round {round} came to {total}, just low enough for Minus: {name} had hidden the "
               "{card}, and won the round.", **facts)  # fmt: skip


def _new_trump(moment: NewTrump, name: str, say: Words) -> str:
    facts: dict[str, str | int] = {"name": name, "round": moment.round, "trump": colour(moment.trump, say)}
    if moment.kind == "minus":
        return say("Last in round {round} with four cards left, {name} changed trump to {trump}, took no more tricks "
                   "and won it.", **facts)  # fmt: skip
    if moment.more == moment.left:
        return say("Last in round {round} with four cards left, {name} changed trump to {trump}, took all four tricks "
                   "and won it.", **facts)  # fmt: skip
    return say("Last in round {round} with four cards left, {name} changed trump to {trump}, took {more} of four "
               "tricks and won it.", more=moment.more, **facts)  # fmt: skip
