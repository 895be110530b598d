"""What a teacher says at Mit List und Tücke. Pure: from a learner's view to paragraphs; knows no other hand or pile."""

from collections.abc import Iterator

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour, sign
from cogs.parts.names import name
from cogs.parts.tutor import steady
from cogs.tuecke.told import formula
from games.cards import Card, Play, colour_of
from games.core import Seat
from games.tuecke import COMPUTERS
from games.tuecke.actions import COLOURS_IN, Keep, Take, TueckeAction
from games.tuecke.computer import promise
from games.tuecke.events import TrickTaken
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import first_taker, second_taker
from games.tuecke.view import TueckeView


def coach(table: Table, view: TueckeView, advised: TueckeAction, say: Words) -> tuple[str, ...]:
    """What has happened, what is asked now, and what the teacher would do."""
    match advised:
        case Take():
            return (*_taking(view, say), _take_advice(view, advised, say))
        case Keep():
            return (*_happened(table, view, say), *_keeping(say), _keep_advice(view, advised, say))
    assert isinstance(advised, Play)
    return (*_happened(table, view, say), *_playing(view, say), _play_advice(view, advised.card, say))


def aim(_: TueckeView, say: Words) -> str:
    """What is worth something, and who takes what of a trick."""
    return say("**The aim:** collect many cards in **two** colours and few others. Those two piles are multiplied, "
               "then divided by the number of your other cards. Every trick goes to two players: the highest card of "
               "the colour led picks half, and the lowest card of the other colours takes the rest.")  # fmt: skip


def advice(view: TueckeView) -> TueckeAction | None:
    """What the steady computer player would do."""
    return steady(COMPUTERS, view, view.table.decision)


def _happened(table: Table, view: TueckeView, say: Words) -> Iterator[str]:
    """The trick before this one: who got something of it, and why."""
    last = view.table.round.last_trick
    if last is None or not view.table.round.tricks:
        return
    first = name(table, last.first, say)
    if last.second is None and last.first == view.seat:
        yield say("**Last trick:** {cards}, all one colour. You had the highest and took half. The rest is out.",
                  cards=cards(last.cards))  # fmt: skip
        return
    if last.second is None:
        yield say("**Last trick:** {cards}, all one colour. {first} had the highest and took half. The rest is out.",
                  cards=cards(last.cards), first=first)  # fmt: skip
        return
    yield _two_takers(last, view.seat, first, name(table, last.second, say), say)


def _two_takers(last: TrickTaken, own: Seat | None, first: str, second: str, say: Words) -> str:
    """Who got which half of the last trick, and why. Shape: `own` is the learner's seat, the others are names."""
    facts = {
        "cards": cards(last.cards),
        "first": first,
        "first_takes": cards(last.first_takes),
        "second": second,
        "second_takes": cards(last.second_takes),
    }
    if last.first == own:
        return say(
            "**Last trick:** {cards}. You had the highest card of the colour led and chose {first_takes}. {second} had "
            "the lowest card of the other colours, had to take {second_takes}, and leads.", **facts
        )  # fmt: skip
    if last.second == own:
        return say(
            "**Last trick:** {cards}. {first} had the highest card of the colour led and chose {first_takes}. You had "
            "the lowest card of the other colours, so you had to take {second_takes}, and you lead.", **facts
        )  # fmt: skip
    return say(
        "**Last trick:** {cards}. {first} had the highest card of the colour led and chose {first_takes}. {second} had "
        "the lowest card of the other colours, had to take {second_takes}, and leads.", **facts
    )  # fmt: skip


def _playing(view: TueckeView, say: Words) -> Iterator[str]:
    open_table = view.table
    if not open_table.trick:
        yield say("You lead: play any card. Its colour is trump for this trick, but nobody has to follow.")
        return
    led = colour(colour_of(open_table.trick[0]), say)
    yield say("{led} was led. Its highest card chooses first; the lowest card of the other colours gets the rest. "
              "You don't have to follow.", led=led)  # fmt: skip
    if open_table.closed is not None:
        yield say("There are three colours in the trick, so {closed} is closed: play one of the others.",
                  closed=colour(open_table.closed, say))  # fmt: skip


def _play_advice(view: TueckeView, best: Card, say: Words) -> str:
    open_table = view.table
    trick, seats = (*open_table.trick, best), open_table.round.seats
    if view.playable.bit_count() == 1:
        return say("💡 Play {card}: you have no choice.", card=card(best))
    if (worth := promise(view, best)) <= 0:
        return _poor_advice(view, best, worth, say)
    if not open_table.trick:
        return say("💡 I'd lead {card}: it gives you the best chance of first pick in a trick that helps you.",
                   card=card(best))  # fmt: skip
    if first_taker(trick, open_table.round.leader, seats) == view.seat:
        return say("💡 I'd play {card}: so far it's the highest card of the colour led, so you'd choose first.",
                   card=card(best))  # fmt: skip
    assert second_taker(trick, open_table.round.leader, seats) == view.seat
    return say("💡 I'd play {card}: so far it's the lowest card of the other colours, so you'd get what the first "
               "taker leaves, and lead.", card=card(best))  # fmt: skip


def _poor_advice(view: TueckeView, best: Card, worth: float, say: Words) -> str:
    """Of a card that is the best there is and yet promises nothing, or costs something."""
    open_table = view.table
    trick, seats = (*open_table.trick, best), open_table.round.seats
    if worth == 0:
        if view.seat not in (
            first_taker(trick, open_table.round.leader, seats),
            second_taker(trick, open_table.round.leader, seats),
        ):
            return say("💡 I'd play {card}: it will take nothing, and that's the safest here.", card=card(best))
        return say("💡 I'd play {card}: on average it neither gains nor costs you anything, and nothing else does "
                   "better.", card=card(best))  # fmt: skip
    if not open_table.trick:
        return say("💡 I'd lead {card}. Whatever you lead will probably cost you something here; {card} costs least.",
                   card=card(best))  # fmt: skip
    if colour_of(best) == colour_of(trick[0]):
        return say("💡 I'd play {card}. Every card costs you something here; {card} costs least, and you don't get "
                   "stuck with the rest of the trick.", card=card(best))  # fmt: skip
    return say("💡 I'd play {card}. Every card costs you something here; {card} costs least, even if you have to "
               "take the rest of the trick.", card=card(best))  # fmt: skip


def _taking(view: TueckeView, say: Words) -> Iterator[str]:
    open_table = view.table
    yield say.many(  # alike in English, but not in every language
        "The trick is complete: {cards}. You played the highest card of the colour led, so you choose {n} of them.",
        "The trick is complete: {cards}. You played the highest card of the colour led, so you choose {n} of them.",
        open_table.half,
        cards=cards(open_table.trick),
    )
    if open_table.second_taker is None:
        yield say("They're all one colour: what you leave is out of the round, and you lead again.")
    else:
        yield say(
            "The player with the lowest card of the other colours must take what you leave. Leave them something "
            "they don't want."
        )


def _take_advice(view: TueckeView, take: Take, say: Words) -> str:
    assert view.seat is not None
    kept = view.table.round.kept[view.seat]
    after = Pile(counts_of(view.taken | take.cards), kept)
    if len(after.open) == 1:
        return say("💡 I'd take {cards}: the best start for your piles.", cards=cards(take.cards))
    return say("💡 I'd take {cards}. Your piles would then be worth {formula}, with the best outlook.",
               cards=cards(take.cards), formula=formula(after))  # fmt: skip


def _keeping(say: Words) -> Iterator[str]:
    yield say(
        "You have cards of all four colours, so you must keep two of them for the rest of the round. The others "
        "become your discard, and your points are divided by their number."
    )


def _keep_advice(view: TueckeView, keep: Keep, say: Words) -> str:
    kept = " + ".join(map(sign, COLOURS_IN[keep.colours]))
    return say("💡 I'd keep {colours}: your piles would be worth {formula} now.", colours=kept,
               formula=formula(Pile(counts_of(view.taken), keep.colours)))  # fmt: skip


def summary(_: Table, view: TueckeView, say: Words) -> tuple[str, ...]:
    """How the round ended, what the learner's piles are worth, and what a whole match has beyond it."""
    assert view.seat is not None
    ended = view.table.round.ended[-1]
    about = say("That was one round: well played.")
    if ended.blocked is not None:
        about = say("That was one round. It ended early: somebody had no card of the three colours in the trick.")
    pile = ended.piles[view.seat]
    return (
        about,
        say.many("Your piles: {formula} point.", "Your piles: {formula} points.", pile.score.points,
                 formula=formula(pile)),
        say("A whole match has as many rounds as players. Remember: two large piles, a small discard, and keep track "
            "of what the others collect."),
    )  # fmt: skip
