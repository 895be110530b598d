"""The rules of Mit List und Tücke for players, with examples that the engine works out (games/tuecke/RULES.md)."""

from collections.abc import Iterator

from bot.pages.page import Part, Text
from bot.words import Words, phrase
from cogs.parts.cards import card, cards, colour
from cogs.parts.chapter import bullets, chapter, example, example_cards, trick_example
from cogs.tuecke.board import formula
from games.cards import FOUR_COLOURS, OF_COLOUR, Colour, colour_of, listed, value_of
from games.core import Seat
from games.tuecke.actions import DECKS, HAND_SIZE, MOST_IN_TRICK, NO_COLOUR, colour_set
from games.tuecke.scoring import Pile
from games.tuecke.table import first_taker, second_taker

LEADER = Seat(0)


def _idea(say: Words) -> Iterator[Part]:
    yield Text(say("Every trick goes to **two** players: the first takes the cards they like, the second must take "
                   "what's left. Collect lots of cards in two colours and as few others as you can."))  # fmt: skip
    yield bullets(
        say("The sizes of your two piles are multiplied."),
        say("The result is divided by the number of your other cards."),
        say("So every card helps or hurts, whatever its number. Numbers only decide who takes what."),
    )
    yield example(
        say,
        say("You have 7 red cards, 8 blue ones and 4 others: {formula} points.",
            formula=formula(Pile((7, 0, 4, 8), colour_set((Colour.RED, Colour.BLUE))))),
    )  # fmt: skip


def _deck(say: Words) -> Iterator[Part]:
    yield bullets(
        say("There are four colours: {colours}.", colours=" · ".join(colour(each, say) for each in FOUR_COLOURS)),
        *(say("{seats} players: {colours}.", seats=seats, colours=_span(deck, say)) for seats, deck in DECKS.items()),
        say("Everyone gets {size} cards, with none left over.", size=HAND_SIZE),
        say(
            "The first dealer is chosen at random. The player to the dealer's left leads, and after each round "
            "the deal moves one seat to the left."
        ),
    )
    yield example(
        say,
        say("With four players {high} is the highest red card: nothing beats it when red is led.",
            high=card(max(listed(DECKS[4] & OF_COLOUR[Colour.RED])))),
    )  # fmt: skip


def _span(deck: int, say: Words) -> str:
    """From which card to which each colour goes."""
    spans = []
    for each in FOUR_COLOURS:
        held = listed(deck & OF_COLOUR[each])
        spans.append(f"{colour(each, say)} {value_of(held[0])}–{value_of(held[-1])}")
    return " · ".join(spans)


def _playing(say: Words) -> Iterator[Part]:
    trick = example_cards("r9 g4 b11")
    closed = next(each for each in FOUR_COLOURS if each not in map(colour_of, trick))
    yield bullets(
        say("One card is led. Then everyone else plays one card, clockwise."),
        say("The colour led is trump, but only for this trick."),
        say("**You don't have to follow**: play what you like."),
        say("But a trick can hold only {most} colours. Once there are {most}, the fourth is closed.",
            most=MOST_IN_TRICK),
    )  # fmt: skip
    yield example(
        say,
        say("The trick so far: {cards}. That's three colours: {closed} is closed, and the next player must play "
            "one of the others.", cards=cards(trick), closed=colour(closed, say)),
    )  # fmt: skip


def _takers(say: Words) -> Iterator[Part]:
    trick = example_cards("r9 r12 g4 b4")
    first, second = first_taker(trick, LEADER, len(trick)), second_taker(trick, LEADER, len(trick))
    assert second is not None
    yield bullets(
        say("The **first taker** (👑) played the highest card of the colour led. They choose half of the trick, "
            "rounded up: 2 of 4 cards, 3 of 5, 3 of 6."),
        say("The **second taker** (🥈) played the lowest card of the other colours; if there's a tie, the one "
            "played first. They must take the rest."),
        say("The second taker leads the next trick."),
    )  # fmt: skip
    yield trick_example(trick, colour_of(trick[0]), first, say, second=second)
    yield example(
        say,
        say("First taker: the player of {first}. They take two cards of their choice.", first=card(trick[first])),
        say("Second taker: the player of {second}. They get the other two, and lead.", second=card(trick[second])),
    )


def _special(say: Words) -> Iterator[Part]:
    one_colour, full = example_cards("g3 g8 g10 g13"), example_cards("r2 y6 b9")
    yield bullets(
        say("**All cards of one colour:** there's no second taker. The first takes their share and leads; the "
            "other cards are out of the round and don't count for anyone."),
        say("**No card to play:** the trick has three colours, and the next player has none of them. The round "
            "ends **at once**. That trick and the cards in hand don't count for anyone."),
    )  # fmt: skip
    yield example(
        say,
        say("{cards}: the player of {first} takes two of them. The other two are out.", cards=cards(one_colour),
            first=card(one_colour[first_taker(one_colour, LEADER, len(one_colour))])),
        say("The trick has {cards}, and the fourth player has only {closed} left: the round is over.",
            cards=cards(full),
            closed=colour(Colour.GREEN, say)),
    )  # fmt: skip


def _piles(say: Words) -> Iterator[Part]:
    yield bullets(
        say("You keep what you take in front of you, one pile per colour."),
        say("As soon as you have all **four** colours, even after the last trick, you must keep two of them and "
            "discard the others. That's final for the round."),
        say("The cards you give up become your discard: your points are divided by their number. Later cards of "
            "those colours go there too."),
        say("If both takers of a trick have to decide, the first taker goes first."),
    )  # fmt: skip
    yield example(
        say,
        say("You have 4 red cards, 3 yellow and 1 green, and must take a blue one. You keep {kept}: your discard "
            "has 2 cards now, and your piles would be worth {formula}.",
            kept=" + ".join((colour(Colour.RED, say), colour(Colour.YELLOW, say))),
            formula=formula(Pile((4, 3, 1, 1), colour_set((Colour.RED, Colour.YELLOW))))),
    )  # fmt: skip


def _scores(say: Words) -> Iterator[Part]:
    undecided = NO_COLOUR
    yield bullets(
        say("With a discard: your two piles multiplied, divided by the size of the discard."),
        say("Without one: your two largest piles multiplied, divided by the third."),
        say("With exactly two colours and nothing else, there's no division."),
        say("The result is rounded down. One colour alone, or no card at all, is worth 0."),
    )
    yield example(
        say,
        say("Kept 7 and 8, discard 4: {formula}", formula=formula(Pile((7, 8, 3, 1), colour_set(FOUR_COLOURS[:2])))),
        say("Piles of 5, 6 and 3: {formula}", formula=formula(Pile((5, 6, 3, 0), undecided))),
        say("Piles of 5, 4 and 3: {formula}", formula=formula(Pile((5, 4, 3, 0), undecided))),
        say("Piles of 3 and 5, nothing else: {formula}", formula=formula(Pile((3, 5, 0, 0), undecided))),
    )


def _end(say: Words) -> Iterator[Part]:
    yield bullets(
        say("A round is scored after {tricks} tricks, or when somebody can't play. Then everyone sees all the "
            "piles.", tricks=HAND_SIZE),
        say("There are as many rounds as players, unless the host chose another number."),
        say("The highest total wins. Equal totals share a place."),
        say("During the round everyone sees which colours each player has, but **not how many** cards: remember "
            "what the others take. A table option shows the counts."),
    )  # fmt: skip
    yield example(
        say,
        say("Ben keeps {kept}. You saw him take five red cards: leave him the green ones, so his points are "
            "divided by more.",
            kept=" + ".join((colour(Colour.RED, say), colour(Colour.BLUE, say)))),
    )  # fmt: skip


CHAPTERS = (
    chapter("idea", phrase("The idea"), _idea),
    chapter("deck", phrase("The cards"), _deck),
    chapter("playing", phrase("Playing a card"), _playing),
    chapter("takers", phrase("Two takers"), _takers),
    chapter("special", phrase("One colour only; no card to play"), _special),
    chapter("piles", phrase("Four colours: keep two"), _piles),
    chapter("scores", phrase("Scoring"), _scores),
    chapter("end", phrase("The end, and what everyone sees"), _end),
)
