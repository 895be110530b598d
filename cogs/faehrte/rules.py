"""The rules of Auf falscher Fährte for players, with examples that the engine works out (games/faehrte/RULES.md)."""

from collections.abc import Iterator

from bot.pages.page import Part, Picture, Text
from bot.pictures.cards import BACK_FACE
from bot.pictures.trick import TrickPlace
from bot.words import Words, phrase
from cogs.faehrte.picture import Meter, RoundPicture
from cogs.parts.cards import FACE_DOWN, card, card_face, cards, colour
from cogs.parts.chapter import PEOPLE, bullets, chapter, example, example_cards, trick_example
from cogs.parts.spoken import spoken
from games.cards import FOUR_COLOURS, JOKER, Colour, listed, parse_card, taker, value_of
from games.faehrte.actions import DECKS
from games.faehrte.events import Kind
from games.faehrte.table import MOST_OF_MINUS, points


def _idea(say: Words) -> Iterator[Part]:
    hidden = example_cards("y12 g3 r0 b5")
    yield Text(say("You take tricks without knowing whether you want them. In a **Plus** round you want the most "
                   "tricks; in a **Minus** round, the fewest. Which it is depends on the hidden cards, one from each "
                   "player, which are turned up one by one while you play."))  # fmt: skip
    yield bullets(
        say("You know one of the hidden cards: your own."),
        say("The art is to find out early, and to put the others on the wrong track."),
    )
    yield example(
        say,
        say("Four players have hidden {cards}. They add up to {total}, and up to {border} is Minus.",
            cards=cards(hidden), total=sum(map(value_of, hidden)), border=MOST_OF_MINUS[4]),
        say("If you hid {card}, you know that one and can only guess the rest.", card=card(hidden[0])),
    )  # fmt: skip


def _deck(say: Words) -> Iterator[Part]:
    three, four = (listed(DECKS[seats, False]) for seats in (3, 4))
    yield bullets(
        say("There are four colours: {colours}.", colours=" · ".join(colour(each, say) for each in FOUR_COLOURS)),
        say("Four players use {low} to {high} in each colour.", low=value_of(four[0]), high=value_of(four[-1])),
        say("Three players use {low} to {high} in each colour.", low=value_of(three[0]), high=value_of(three[-1])),
        say("Everyone gets 13 cards. With three players one is left over: it's shown to all and out for the round."),
        say("The first dealer is chosen at random. After each round the deal moves one seat to the left."),
    )
    yield example(
        say,
        say("Three players, and {card} is left over: {high} is the highest card of its colour this round.",
            card=card(parse_card("b9")), high=card(parse_card("b8"))),
    )  # fmt: skip


def _hidden(say: Words) -> Iterator[Part]:
    yield bullets(
        say("Before the first trick everyone hides one card, all at the same time."),
        say("The hidden cards are shuffled. Nobody knows whose is whose."),
        say("Their total decides the round:"),
    )
    yield Text("\n".join(
        say("{seats} players: up to {border} **Minus**, from {above} **Plus**",
            seats=seats, border=border, above=border + 1)
        for seats, border in MOST_OF_MINUS.items()
    ))  # fmt: skip
    yield bullets(say("**Plus**: whoever takes the most tricks comes first. **Minus**: whoever takes the fewest."))
    yield example(
        say,
        say("You have many high cards and would like Plus. Hide {high}: it pulls the total up, but you won't "
            "have it for the tricks.", high=card(parse_card("b11"))),
        say("With low cards, hide {low}: it pulls towards Minus.", low=card(parse_card("g0"))),
    )  # fmt: skip


def _turning(say: Words) -> Iterator[Part]:
    low, sure = example_cards("y7 g2"), example_cards("r12 b12")
    highest = value_of(listed(DECKS[4, False])[-1])
    total, border = sum(map(value_of, low)), MOST_OF_MINUS[4]
    drawing = RoundPicture(
        places=tuple(TrickPlace(name, leads=name == PEOPLE[1]) for name in PEOPLE),
        trump=Colour.RED.word,
        trump_label=say("Trump"),
        hidden=(*map(card_face, low), BACK_FACE, BACK_FACE),
        meter=Meter(total, total + 2 * highest, border, 4 * highest),
        tricks=(1, 2, 0, 0),
        hand_size=13,
    )
    yield bullets(
        say("Four players: one hidden card is turned up after each of the tricks 2, 3, 4 and 5."),
        say("Three players: after each of the tricks 3, 4 and 5."),
        say("After trick 5 at the latest everyone knows."),
    )
    yield Picture(drawing, spoken(say("Hidden cards: {row} = {low} to {high} · up to {border} Minus, from {above} Plus",
        row=" + ".join((*map(card, low), FACE_DOWN, FACE_DOWN)), low=total, high=total + 2 * highest,
        border=border, above=border + 1), say))  # fmt: skip
    yield example(
        say,
        say("Four players. {cards} are open: {total} so far. Two more to come, each at most {highest}: anything "
            "can happen.",
            cards=cards(low), total=total, highest=highest),
        say("With {cards} it would be Plus for sure: {total} is already more than {border}.",
            cards=cards(sure), total=sum(map(value_of, sure)), border=border),
    )  # fmt: skip


def _tricks(say: Words) -> Iterator[Part]:
    trick, trump = example_cards("y5 y11 r2 b12"), Colour.RED
    takes = taker(trick, Colour.YELLOW, trump)
    yield bullets(
        say("The player to the left of the dealer leads any card. The others play one card each, clockwise."),
        say("If you have the colour led, you must play it."),
        say("If you don't, play anything, even trump. You don't have to trump."),
        say("The highest trump takes the trick; if there's no trump, the highest card of the colour led."),
        say("A 0 can take a trick too."),
        say("Whoever takes a trick leads the next. There are twelve: your thirteenth card is the hidden one."),
    )
    yield trick_example(trick, trump, takes, say)
    yield example(
        say,
        say("{card} takes the trick: it's the only trump. {other} is higher, but it's neither trump nor the "
            "colour led.",
            card=card(trick[takes]), other=card(trick[-1])),
    )  # fmt: skip


def _trump(say: Words) -> Iterator[Part]:
    yield bullets(
        say("In the first round {trump} is trump.", trump=colour(Colour.RED, say)),
        say("Every later round begins with the trump the last one ended with."),
        say("When everyone has four cards left, the player who is doing worst can change trump or keep it."),
        say("In Plus that's the one with the fewest tricks, in Minus the one with the most."),
        say("If players are tied for last, nobody can."),
    )
    yield example(
        say,
        say("A Plus round, and after eight tricks you have 1, the others 3, 3 and 1. Two are tied for last: "
            "trump stays."),
        say("With 1, 3, 2 and 2, only you are last. You have four blue cards and name {colour}.",
            colour=colour(Colour.BLUE, say)),
    )  # fmt: skip


def _scores(say: Words) -> Iterator[Part]:
    yield bullets(
        say("Your tricks decide your place: in Plus the most comes first, in Minus the fewest."),
        say("With four players, the places score {points}.", points=_row(points("plus", (6, 4, 2, 0)))),
        say("With three players, the places score {points}.", points=_row(points("plus", (6, 4, 2)))),
        say("Players who tie each score the points for their place, but everyone tied for last scores **0**."),
        say("There are twice as many rounds as players, unless the host chose another number."),
        say("The highest total wins. Equal totals share a place."),
    )
    yield example(
        say,
        _scored("plus", (6, 4, 1, 1), say),
        _scored("minus", (2, 2, 3, 5), say),
        _scored("minus", (3, 3, 3, 3), say),
    )


def _scored(kind: Kind, tricks: tuple[int, ...], say: Words) -> str:
    gained = _row(points(kind, tricks))
    if kind == "plus":
        return say("Plus, tricks {tricks}: **{points}** points.", tricks=_row(tricks), points=gained)
    return say("Minus, tricks {tricks}: **{points}** points.", tricks=_row(tricks), points=gained)


def _jokers(say: Words) -> Iterator[Part]:
    trick = (JOKER, *example_cards("g4 g9 b11"))
    takes = 1 + taker(trick[1:], Colour.GREEN, Colour.RED)
    yield Text(say("Only at tables opened with this option. One joker per player is shuffled in, so everyone has 14 "
             "cards and plays 13 tricks. With three players one card is left over: it's shown to all and out for "
             "the round, even if it's a joker."))  # fmt: skip
    yield bullets(
        say("You can play a joker {joker} at any time, even if you could follow. It never takes a trick.",
            joker=card(JOKER)),
        say("You can't hide a joker."),
        say("Only one joker can be played to a trick, except in the last trick of a round."),
        say("If you only have jokers left, you play one anyway. It doesn't set the colour."),
        say("If a joker is led, the next player must play a coloured card, and its colour is the one to follow."),
        say("Nobody takes a trick made of jokers only. The same player leads again."),
    )  # fmt: skip
    yield trick_example(trick, Colour.RED, takes, say)
    yield example(
        say,
        say("{led} was the colour to follow, and {card} takes the trick.", led=colour(Colour.GREEN, say),
            card=card(trick[takes])),
    )  # fmt: skip


def _joker_trump(say: Words) -> Iterator[Part]:
    yield bullets(
        say("Whoever plays the first or second joker of the round can change trump at the end of that trick, or "
            "keep it."),
        say("The third and fourth jokers give no such right, and you can't hand yours on to somebody else."),
        say("If the first two jokers are in one trick, their players decide in the order they played them. The "
            "second starts from the trump the first one chose."),
        say("Trump can change even after the last trick: then it counts for the next round."),
        say("In a match with jokers there's no trump change at four cards."),
    )  # fmt: skip
    yield example(
        say,
        say("Ben played the first joker of the round, and Ana took the trick. Ben names {colour} as trump, then "
            "a hidden card is turned up if one is due, and Ana leads.", colour=colour(Colour.YELLOW, say)),
    )  # fmt: skip


CHAPTERS = (
    chapter("idea", phrase("The idea"), _idea),
    chapter("deck", phrase("The cards"), _deck),
    chapter("hidden", phrase("The hidden cards"), _hidden),
    chapter("turning", phrase("Turning them up"), _turning),
    chapter("tricks", phrase("Tricks"), _tricks),
    chapter("trump", phrase("Changing trump"), _trump),
    chapter("scores", phrase("Scoring and winning"), _scores),
    chapter("jokers", phrase("Option: jokers"), _jokers),
    chapter("jokertrump", phrase("Jokers and trump"), _joker_trump),
)


def _row(numbers: tuple[int, ...]) -> str:
    return " / ".join(map(str, numbers))
