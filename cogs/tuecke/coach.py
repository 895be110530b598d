"""A teacher's words at Mit List und Tücke. Pure: from a learner's view to paragraphs; knows no other hand or pile."""

from collections.abc import Iterator

from bot.pages.page import Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour
from cogs.parts.names import name
from cogs.parts.tutor import steady
from cogs.tuecke.told import formula, pair
from games.cards import Card, Play, colour_of
from games.core import Seat
from games.tuecke import COMPUTERS
from games.tuecke.actions import Keep, Take, TueckeAction
from games.tuecke.computer import promise
from games.tuecke.events import TrickTaken
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import first_taker, second_taker
from games.tuecke.view import TueckeView


def coach(_: Table, view: TueckeView, advised: TueckeAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    match advised:
        case Take():
            return (*_taking(view, say), _take_advice(view, advised, say))
        case Keep():
            return (*_keeping(say), _keep_advice(view, advised, say))
    assert isinstance(advised, Play)
    return (*_playing(view, say), _play_advice(view, advised.card, say))


def aim(_: TueckeView, say: Words) -> str:
    """The aim of the game, and the two takers of a trick."""
    return say("**The aim:** collect many cards in **two** colours and few others. Those two piles are multiplied, "
               "then divided by the number of your other cards. Every trick goes to two players: the highest card of "
               "the colour led picks half, and the lowest card of the other colours takes the rest.")  # fmt: skip


def advice(view: TueckeView) -> TueckeAction | None:
    """The steady computer player's move."""
    return steady(COMPUTERS, view, view.table.decision)


def news(table: Table, before: TueckeView, view: TueckeView, say: Words) -> tuple[Text, ...]:
    """The trick that has ended since the learner's last choice."""
    last = view.table.round.last_trick
    return (Text(_taken(table, last, view.seat, say)),) if last and last != before.table.round.last_trick else ()


def _taken(table: Table, last: TrickTaken, own: Seat | None, say: Words) -> str:
    """The takers of a trick, and why. Shape: `own` is the learner's seat."""
    first = name(table, last.first, say)
    if last.second is None and last.first == own:
        return say("**Last trick:** {cards}, all one colour. You had the highest and took half. The rest is out.",
                   cards=cards(last.cards))  # fmt: skip
    if last.second is None:
        return say("**Last trick:** {cards}, all one colour. {first} had the highest and took half. The rest is out.",
                   cards=cards(last.cards), first=first)  # fmt: skip
    return _two_takers(last, own, first, name(table, last.second, say), say)


def _two_takers(last: TrickTaken, own: Seat | None, first: str, second: str, say: Words) -> str:
    """The two takers of the last trick, and why. Shape: `own` is the learner's seat, the others are names."""
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
    yield say("{led} was led, but you don't have to follow.", led=led)
    if open_table.closed is not None:
        yield say("There are three colours in the trick, so {closed} is closed.", closed=colour(open_table.closed, say))


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
    """Advice to play a card that is the best there is and yet promises nothing, or costs something."""
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
    if view.table.second_taker is None:
        yield say("You played the highest card of the colour led, so you choose, and you lead again.")
    else:
        yield say("You played the highest card of the colour led, so you choose. Leave cards that the other player "
                  "doesn't want.")  # fmt: skip


def _take_advice(view: TueckeView, take: Take, say: Words) -> str:
    assert view.seat is not None
    kept = view.table.round.kept[view.seat]
    after = Pile(counts_of(view.taken | take.cards), kept)
    if len(after.open) == 1:
        return say("💡 I'd take {cards}: the best start for your piles.", cards=cards(take.cards))
    return say("💡 I'd take {cards}. Your piles would then be worth {formula}, with the best outlook.",
               cards=cards(take.cards), formula=formula(after))  # fmt: skip


def _keeping(say: Words) -> Iterator[str]:
    yield say("You have cards of all four colours now, so you must choose for the rest of the round.")


def _keep_advice(view: TueckeView, keep: Keep, say: Words) -> str:
    return say("💡 I'd keep {colours}: your piles would be worth {formula} now.", colours=pair(keep.colours),
               formula=formula(Pile(counts_of(view.taken), keep.colours)))  # fmt: skip


def summary(view: TueckeView, say: Words) -> tuple[str, ...]:
    """How the round ended, and what a whole match has beyond it."""
    about = say("That was one round: well played.")
    if view.table.round.ended[-1].blocked is not None:
        about = say("That was one round. It ended early: somebody had no card of the three colours in the trick.")
    return (
        about,
        say("A whole match has as many rounds as players. Remember: two large piles, a small discard, and keep track "
            "of what the others collect."),
    )  # fmt: skip
