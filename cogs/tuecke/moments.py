"""Turning points of Mit List und Tücke in words, with the cards of their trick. Pure."""

from bot.pictures.highlight import Group, Scene
from bot.words import Words
from cogs.parts.cards import card_face, cards
from cogs.parts.moments import Who, race, trick_scene
from cogs.tuecke.board import formula
from games.highlights import Moment
from games.tuecke.highlights import Harvest, Stopped, Swing


def told(moment: Moment, who: Who, say: Words) -> tuple[str, Scene]:
    """A sentence, and the cards of the trick, if it's about one."""
    name = who(moment.seat)
    match moment:
        case Swing():
            trick = moment.trick
            return _swing(moment, who, say), trick_scene(trick.leader, trick.cards, moment.owner)
        case Harvest(_, _, number, pile, _, second):
            return say("{name} scored {formula} in round {round}, and nobody else more than {second}.", name=name,
                       formula=formula(pile), round=number, second=second), ()  # fmt: skip
        case Stopped(_, _, number, trick, played):
            sentence = say("In trick {trick} of round {round}, {name} had no card left that could be played, and the "
                           "round was over at once.", trick=trick, round=number, name=name)  # fmt: skip
            return sentence, tuple(Group(seat, (card_face(laid),)) for seat, laid in played)
    return race(moment, who, say), ()


def _swing(moment: Swing, who: Who, say: Words) -> str:
    old, new = moment.before.score.points, moment.after.score.points
    facts: dict[str, str | int] = {
        "name": who(moment.owner), "cards": cards(moment.cards), "round": moment.round, "trick": moment.number,
        "old": old, "new": new,
    }  # fmt: skip
    if moment.seat == moment.owner:
        found = say("{name} took {cards} in trick {trick} of round {round}, and their score went from {old} to {new}.",
                    **facts)  # fmt: skip
    else:
        found = say("{by} left {name} {cards} in trick {trick} of round {round}, and {name}'s score went from {old} "
                    "to {new}.", by=who(moment.seat), **facts)  # fmt: skip
    decided = say("That decided the match.")
    return f"{found} {decided}" if moment.decides else found
