"""The rules of Auf falscher Fährte for players, with examples that the engine works out.

Source: games/faehrte/RULES.md.
"""

from bot.pages import Part, Picture, Text
from bot.pictures.cards import BACK_FACE
from bot.pictures.trick import Place
from bot.words import Words, phrase
from cogs.cards import FACE_DOWN, card, card_face, cards, colour
from cogs.faehrte.picture import Meter, RoundPicture
from cogs.rules.chapter import Chapter, bullets, cards_named, example
from cogs.rules.picture import PEOPLE, trick_example
from cogs.spoken import spoken
from games.cards import FOUR_COLOURS, JOKER, Colour, listed, parse_card, taker, value_of
from games.faehrte import MOST_OF_MINUS, Kind, points
from games.faehrte.actions import DECKS


def _idea(say: Words) -> tuple[Part, ...]:
    hidden = cards_named("y12 g3 r0 b5")
    return (
        Text(
            say(
                "You take tricks without knowing what they are good for. In a **Plus** round most tricks are best, in "
                "a **Minus** round fewest. Which one it is depends on cards that lie hidden, one from each player, and "
                "these are turned one by one while you play."
            )
        ),
        bullets(
            say("You know one of the hidden cards: your own."),
            say("The trick is to find out early, and to lead the others astray."),
        ),
        example(
            say,
            say("Four players have hidden {cards}. Their total is {total}, and up to {border} is Minus.",
                cards=cards(hidden), total=sum(map(value_of, hidden)), border=MOST_OF_MINUS[4]),
            say("Whoever has hidden {card} knows this one, and can only guess the others.", card=card(hidden[0])),
        ),
    )  # fmt: skip


def _deck(say: Words) -> tuple[Part, ...]:
    three, four = (listed(DECKS[seats, False]) for seats in (3, 4))
    return (
        bullets(
            say("There are four colours: {colours}.", colours=" · ".join(colour(of, say) for of in FOUR_COLOURS)),
            say("Four players use the cards from {low} to {high} of each.",
                low=value_of(four[0]), high=value_of(four[-1])),
            say("Three players use the cards from {low} to {high} of each.",
                low=value_of(three[0]), high=value_of(three[-1])),
            say("Everyone gets 13 cards. With three players one is left over: all see it, and it is out for the "
                "round."),
            say("Who deals first is drawn. Each round the deal moves one seat on."),
        ),
        example(
            say,
            say("Three players, and {card} is left over: {high} is the highest card of its colour in this "
                "round.", card=card(parse_card("b9")), high=card(parse_card("b8"))),
        ),
    )  # fmt: skip


def _hidden(say: Words) -> tuple[Part, ...]:
    return (
        bullets(
            say("Before the first trick everyone lays one card face down, all at the same time."),
            say("These cards are mixed. Nobody knows whose is whose."),
            say("Their total decides about the round:"),
        ),
        Text("\n".join(
            say("{seats} players: up to {border} **Minus**, from {above} **Plus**",
                seats=seats, border=border, above=border + 1)
            for seats, border in MOST_OF_MINUS.items()
        )),
        bullets(
            say("**Plus**: most tricks are best. **Minus**: fewest are."),
        ),
        example(
            say,
            say("You have many high cards, and would like Plus. Hide {high}: it pulls the total up, though you then "
                "miss it in the tricks.", high=card(parse_card("b11"))),
            say("With low cards hide {low}: it pulls towards Minus.", low=card(parse_card("g0"))),
        ),
    )  # fmt: skip


def _turning(say: Words) -> tuple[Part, ...]:
    low, sure = cards_named("y7 g2"), cards_named("r12 b12")
    highest = value_of(listed(DECKS[4, False])[-1])
    total, border = sum(map(value_of, low)), MOST_OF_MINUS[4]
    drawing = RoundPicture(
        places=tuple(Place(name, leads=name == PEOPLE[1]) for name in PEOPLE),
        trump=Colour.RED.word,
        trump_label=say("Trump"),
        hidden=(*map(card_face, low), BACK_FACE, BACK_FACE),
        meter=Meter(total, total + 2 * highest, border, 4 * highest),
        tricks=(1, 2, 0, 0),
        hand_size=13,
    )
    return (
        bullets(
            say("With four players one hidden card is turned after each of the tricks 2, 3, 4 and 5."),
            say("With three players one is turned after each of the tricks 3, 4 and 5."),
            say("From then on everyone knows what the round is about. Before, you can only reckon."),
            say("The table shows between which numbers the total still lies."),
        ),
        Picture(drawing, spoken(say("Hidden cards: {row} = {low} to {high} · up to {border} Minus, from {above} Plus",
            row=" + ".join((*map(card, low), FACE_DOWN, FACE_DOWN)), low=total, high=total + 2 * highest,
            border=border, above=border + 1), say)),
        example(
            say,
            say("Four players. {cards} lie open: {total} so far. Two more come, of {highest} at most: anything is "
                "possible.",
                cards=cards(low), total=total, highest=highest),
            say("Had {cards} been turned, Plus would be certain: {total} is more than {border} already.",
                cards=cards(sure), total=sum(map(value_of, sure)), border=border),
        ),
    )  # fmt: skip


def _tricks(say: Words) -> tuple[Part, ...]:
    trick, trump = cards_named("y5 y11 r2 b12"), Colour.RED
    takes = taker(trick, Colour.YELLOW, trump)
    return (
        bullets(
            say("The player to the left of the dealer leads: any card. The others play one card each, clockwise."),
            say("If you hold the colour led, you must play it."),
            say("If you do not, you may play anything, trump included. You need not trump."),
            say("The highest trump takes the trick; without a trump the highest card of the colour led."),
            say("Whoever takes a trick leads the next. There are twelve."),
        ),
        trick_example(trick, trump, takes, say),
        example(
            say,
            say("Trump is {trump}. Played in this order: {cards}.", trump=colour(trump, say), cards=cards(trick)),
            say("{card} takes the trick, as the only trump. {other} is higher, but was neither led nor trump.",
                card=card(trick[takes]), other=card(trick[-1])),
        ),
    )  # fmt: skip


def _trump(say: Words) -> tuple[Part, ...]:
    return (
        bullets(
            say("In the first round {trump} is trump.", trump=colour(Colour.RED, say)),
            say("Later rounds begin with the trump that the round before ended with."),
            say("When everyone has four cards left, the player who does worst may name another trump, or keep it."),
            say("In Plus that is the player with the fewest tricks, in Minus the one with the most."),
            say("If several do equally badly, nobody may."),
        ),
        example(
            say,
            say("A Plus round, and after eight tricks you have 1, the others 3, 3 and 1. Two are worst: trump stays."),
            say("With 1, 3, 2 and 2 you alone are worst. You hold four blue cards and name {colour}.",
                colour=colour(Colour.BLUE, say)),
        ),
    )  # fmt: skip


def _scores(say: Words) -> tuple[Part, ...]:
    return (
        bullets(
            say("Your place in the round is by your tricks: most first in Plus, fewest first in Minus."),
            say("Four players score {points} by place.", points=_row(points("plus", (6, 4, 2, 0)))),
            say("Three players score {points} by place.", points=_row(points("plus", (6, 4, 2)))),
            say("Who share a place all get its points, but whoever is level with the worst gets **0**."),
            say("There are twice as many rounds as players, unless the table asks for another number."),
            say("The highest total wins. Equal totals share a place."),
        ),
        example(
            say,
            _scored("plus", (6, 4, 1, 1), say),
            _scored("minus", (2, 2, 3, 5), say),
            _scored("minus", (3, 3, 3, 3), say),
        ),
    )


def _scored(kind: Kind, tricks: tuple[int, ...], say: Words) -> str:
    """A round's tricks, and what they score."""
    gained = _row(points(kind, tricks))
    if kind == "plus":
        return say("Plus, tricks {tricks}: points **{points}**.", tricks=_row(tricks), points=gained)
    return say("Minus, tricks {tricks}: points **{points}**.", tricks=_row(tricks), points=gained)


def _jokers(say: Words) -> tuple[Part, ...]:
    trick = (JOKER, *cards_named("g4 g9 b11"))
    takes = 1 + taker(trick[1:], Colour.GREEN, Colour.RED)
    return (
        Text(say("Only at tables that were opened with this option. As many jokers as players are dealt, so everyone "
                 "has 14 cards and plays 13 tricks.")),
        bullets(
            say("A joker {joker} may be played at any time, even if you could follow. It never takes a trick.",
                joker=card(JOKER)),
            say("It cannot be your hidden card."),
            say("A trick has one joker at most, except the last trick of a round."),
            say("If you have nothing but jokers, you must play one even so."),
            say("If a joker is led, the next player must play a coloured card, and that is the colour to follow."),
            say("A trick of nothing but jokers is taken by nobody. The same player leads again."),
        ),
        trick_example(trick, Colour.RED, takes, say),
        example(
            say,
            say("Trump is {trump}. Played in this order: {cards}.", trump=colour(Colour.RED, say), cards=cards(trick)),
            say("{led} was the colour to follow, and {card} takes the trick.", led=colour(Colour.GREEN, say),
                card=card(trick[takes])),
        ),
    )  # fmt: skip


def _joker_trump(say: Words) -> tuple[Part, ...]:
    return (
        bullets(
            say("Whoever plays the first or the second joker of a round, of all players, may name another trump at the "
                "end of that trick, or keep it."),
            say("The third and the fourth joker give no such right."),
            say("If both lie in one trick, their players decide in the order in which they played."),
            say("Even after the last trick trump may be changed: it is the next round's then."),
            say("That the worst player may change trump with four cards left is not played with jokers."),
        ),
        example(
            say,
            say("Ben has played the first joker of the round, and Ana has taken the trick. Ben names {colour} as "
                "trump, then a hidden card may be turned, and Ana leads.", colour=colour(Colour.YELLOW, say)),
        ),
    )  # fmt: skip


CHAPTERS = (
    Chapter("idea", phrase("The idea"), _idea),
    Chapter("deck", phrase("The cards"), _deck),
    Chapter("hidden", phrase("The hidden cards"), _hidden),
    Chapter("turning", phrase("Turning them"), _turning),
    Chapter("tricks", phrase("Tricks"), _tricks),
    Chapter("trump", phrase("Changing trump"), _trump),
    Chapter("scores", phrase("Scores, and winning"), _scores),
    Chapter("jokers", phrase("Option: jokers"), _jokers),
    Chapter("jokertrump", phrase("Jokers and trump"), _joker_trump),
)


def _row(numbers: tuple[int, ...]) -> str:
    return " / ".join(map(str, numbers))
