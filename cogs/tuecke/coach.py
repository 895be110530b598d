"""What a teacher says at Mit List und Tücke. Pure: from a learner's view to paragraphs; knows no other hand or pile."""

from collections.abc import Iterator
from random import Random

from bot.table import Table
from bot.words import Words
from cogs.cards import card, cards, colour, sign
from cogs.names import name
from cogs.tuecke.board import formula
from games.cards import Card, Play, colour_of
from games.tuecke import COMPUTERS
from games.tuecke.actions import COLOURS_IN, Keep, Take
from games.tuecke.computer import promise
from games.tuecke.events import RoundEnded
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import first_taker, second_taker
from games.tuecke.view import TueckeView


def coach(table: Table, view: TueckeView, say: Words) -> tuple[str, ...]:
    """What has happened, what is asked now, and what the teacher would do."""
    lying = view.table
    if lying.round.outcome:
        return _summary(view, lying.round.ended[-1], say)
    if view.seat not in lying.to_act:
        return (say("The others are choosing."),)
    advice = COMPUTERS["steady"](view, Random(lying.decision))
    match advice:
        case Take():
            return (*_taking(view, say), _take_advice(view, advice, say))
        case Keep():
            return (*_happened(table, view, say), *_keeping(say), _keep_advice(view, advice, say))
    assert isinstance(advice, Play)
    return (*_happened(table, view, say), *_playing(view, say), _play_advice(view, advice.card, say))


def _happened(table: Table, view: TueckeView, say: Words) -> Iterator[str]:
    """The trick before this one: who got something of it, and why."""
    last = view.table.round.last_trick
    if last is None or not view.table.round.tricks:
        return
    first = name(table, last.first, say)
    if last.second is None:
        yield say("**Last trick:** {cards}, all of one colour. {first} had the highest and took half. The rest is out.",
                  cards=cards(last.cards), first=first)  # fmt: skip
        return
    yield say(
        "**Last trick:** {cards}. {first} had the highest card of the colour led and chose {first_takes}. {second} had "
        "the lowest card of the other colours, had to take {second_takes}, and leads.",
        cards=cards(last.cards),
        first=first,
        first_takes=cards(last.first_takes),
        second=name(table, last.second, say),
        second_takes=cards(last.second_takes),
    )


def _playing(view: TueckeView, say: Words) -> Iterator[str]:
    lying = view.table
    if not lying.round.tricks and not lying.trick:
        yield say("You want many cards of **two** colours, and few others: two piles are multiplied, all else divides.")
    if not lying.trick:
        yield say("You lead: play any card. Its colour is trump for this trick, but nobody has to follow it.")
        return
    led = colour(colour_of(lying.trick[0]), say)
    yield say("{led} was led. The highest card of it chooses first; the lowest card of any other colour gets the rest. "
              "Nobody has to follow.", led=led)  # fmt: skip
    if lying.closed is not None:
        yield say("Three colours lie in the trick, so {closed} is closed: you must play one of the others.",
                  closed=colour(lying.closed, say))  # fmt: skip


def _play_advice(view: TueckeView, of: Card, say: Words) -> str:
    lying = view.table
    trick, seats = (*lying.trick, of), lying.round.seats
    if view.playable.bit_count() == 1:
        return say("💡 Play {card}: you have no choice.", card=card(of))
    if promise(view, of) <= 0:
        return say("💡 I would play {card}. No card that you have promises anything good here, so this one does no "
                   "harm.",
                   card=card(of))  # fmt: skip
    if not lying.trick:
        return say("💡 I would lead {card}. It has the best chance to let you choose from a trick that helps you.",
                   card=card(of))  # fmt: skip
    if first_taker(trick, lying.round.leader, seats) == view.seat:
        return say("💡 I would play {card}. So far it is the highest card of the colour led: you would choose first.",
                   card=card(of))  # fmt: skip
    assert second_taker(trick, lying.round.leader, seats) == view.seat
    return say("💡 I would play {card}. So far it is the lowest card of the other colours: you would get what the "
               "first taker leaves, and lead.", card=card(of))  # fmt: skip


def _taking(view: TueckeView, say: Words) -> Iterator[str]:
    lying = view.table
    yield say.many(
        "The trick is complete: {cards}. Yours was the highest card of the colour led, so you choose {n} of them.",
        "The trick is complete: {cards}. Yours was the highest card of the colour led, so you choose {n} of them.",
        lying.half,
        cards=cards(lying.trick),
    )
    if lying.second_taker is None:
        yield say("All are of one colour: what you leave is out of the round, and you lead again.")
    else:
        yield say(
            "What you leave must be taken by the player with the lowest card of the other colours. You may do him harm."
        )


def _take_advice(view: TueckeView, take: Take, say: Words) -> str:
    assert view.seat is not None
    kept = view.table.round.kept[view.seat]
    after = formula(Pile(counts_of(view.taken | take.cards), kept))
    return say("💡 I would take {cards}. Your piles would then be worth {formula}, and have the best prospects.",
               cards=cards(take.cards), formula=after)  # fmt: skip


def _keeping(say: Words) -> Iterator[str]:
    yield say(
        "You own cards of all four colours now: so you must keep two of them for the rest of the round. The others "
        "become your discard, and divide your points."
    )


def _keep_advice(view: TueckeView, keep: Keep, say: Words) -> str:
    kept = " + ".join(map(sign, COLOURS_IN[keep.colours]))
    return say("💡 I would keep {colours}: your piles would be worth {formula} now.", colours=kept,
               formula=formula(Pile(counts_of(view.taken), keep.colours)))  # fmt: skip


def _summary(view: TueckeView, ended: RoundEnded, say: Words) -> tuple[str, ...]:
    assert view.seat is not None
    about = say("That was one round.")
    if ended.blocked is not None:
        about = say("That was one round. It ended early: somebody had no card of the three colours in the trick.")
    pile = ended.piles[view.seat]
    return (
        about,
        say.many("Your piles: {formula} point.", "Your piles: {formula} points.", pile.score.points,
                 formula=formula(pile)),
        say("A whole match has as many rounds as players. What you have learned: two large piles, a small discard, and "
            "remember what the others collect."),
    )  # fmt: skip
