"""Turning points of Volltreffer in words, with the cards of their trick. Pure."""

from bot.pictures.highlight import Scene
from bot.words import Words
from cogs.parts.moments import Who, trick_scene
from cogs.parts.scores import together
from cogs.volltreffer.board import meld_name
from games.volltreffer.highlights import Bullseye, Closest, Ducked, LastTrick, Leap, Shown
from games.volltreffer.track import BULLSEYE

Told = Bullseye | Closest | Ducked | LastTrick | Leap | Shown


def told(moment: Told, who: Who, say: Words) -> tuple[str, Scene]:
    """A sentence, and the cards of the trick, if it's about one."""
    name = who(moment.seat)
    match moment:
        case LastTrick():
            trick = moment.trick
            return _last_trick(moment, who, say), trick_scene(trick.leader, trick.cards, trick.winner)
        case Bullseye(_, _, second, square):
            sentence = say("{name} landed on {bullseye} exactly; {second} came next, on {square}.", name=name,
                           bullseye=BULLSEYE, second=who(second), square=square)  # fmt: skip
        case Closest(_, _, own, second, square):
            sentence = say("Two in the zone: {name} on {own} was nearer to {bullseye} than {second} on {square}.",
                           name=name, own=own, bullseye=BULLSEYE, second=who(second), square=square)  # fmt: skip
        case Ducked(_, _, square):
            sentence = say("In the zone on {square} before the tricks of the last round, {name} took none of them.",
                           name=name, square=square)  # fmt: skip
        case Leap(_, _, start, end, False):
            sentence = say("{name} went all the way from {start} to {end} in the last round, and won.", name=name,
                           start=start, end=end)  # fmt: skip
        case Leap(_, _, start, end):
            sentence = say("Farthest from the zone before the last round, {name} went from {start} to {end} and won.",
                           name=name, start=start, end=end)  # fmt: skip
        case Shown(_, _, number, meld):
            sentence = say("{name} melded {meld} in round {round}: +{points} at once.", name=name,
                           meld=meld_name(meld, say), round=number, points=meld.points)  # fmt: skip
    return sentence, ()


def _last_trick(moment: LastTrick, who: Who, say: Words) -> str:
    others, winners = (together([who(seat) for seat in seats], say) for seats in (moment.others, moment.winners))
    facts: dict[str, str | int] = {
        "name": who(moment.seat), "start": moment.start, "end": moment.end, "round": moment.round
    }  # fmt: skip
    if not moment.winners:
        return say("{name} stood in the zone on {start}, but got the last trick of round {round}: on to {end}, and "
                   "the match went on.", **facts)  # fmt: skip
    if moment.seat not in moment.winners:
        return say("{name} was winning on {start}, but got the very last trick: on to {end}, and {winners} "
                   "won.", winners=winners, **facts)  # fmt: skip
    if set(moment.others) & set(moment.winners):
        return say("The very last trick took {name} from {start} to {end}, level with {others}.", others=others,
                   **facts)  # fmt: skip
    if moment.others:
        return say("The very last trick took {name} from {start} to {end}, and the win from {others}.", others=others,
                   **facts)  # fmt: skip
    return say("Nobody was in the zone until the very last trick: it took {name} from {start} to {end}.", **facts)
