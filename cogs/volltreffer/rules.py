"""The rules of Volltreffer for players, with examples that the engine works out. Source: games/volltreffer/RULES.md."""

from collections.abc import Iterator

from bot.pages.page import Part, Text
from bot.words import Words, phrase
from cogs.parts.cards import card, cards, colour
from cogs.parts.chapter import bullets, chapter, example, example_cards, trick_example
from cogs.volltreffer.board import named, prices
from games.cards import COLOURS, Colour, gather, parse_card, taker
from games.volltreffer.market import PRICES, affordable, opening_rows, refilled
from games.volltreffer.melds import DECK, FIVE_COLOURS, MELDS, points, possible, total
from games.volltreffer.table import HAND, SMALLEST, TRICK
from games.volltreffer.track import BULLSEYE, ZONE, ZONE_OF_VARIANT, advance, off_bullseye, start


def _idea(say: Words) -> Iterator[Part]:
    yield Text(say("Your marker moves along a track: back when you buy cards, forward for melds and tricks. Be on "
                   "**{first} to {last}** at the end of a round and you win; if several players are in this zone, the "
                   "one nearest to **{bullseye}** wins.",
                   first=ZONE[0], last=ZONE[-1], bullseye=BULLSEYE))  # fmt: skip
    yield bullets(
        say("A round has three parts: buying, melds, tricks."),
        say("Too far is as bad as not far enough. If you're past the zone, you go on from there: pay your way "
            "back, or go round."),
    )  # fmt: skip
    yield example(
        say,
        say("After a round Ana is on {ana}, Ben on {ben}, Cleo on 74. Ben wins, only {near} away "
            "from {bullseye}: Ana is {far} away, and Cleo has gone too far.",
            ana=62, ben=68, near=off_bullseye(68), far=off_bullseye(62), bullseye=BULLSEYE),
    )  # fmt: skip


def _track(say: Words) -> Iterator[Part]:
    yield bullets(
        say("The track has squares 0 to {last}. You start on {usual}, or on {five} with five players.",
            last=LAST, usual=start(3), five=start(5)),
        say("After {last} the track goes on at {again}: it's a loop that you can go round again.",
            last=LAST, again=advance(LAST, 1)),
        say("Buying takes you back square by square: after {again} comes {before}. You never go below 0.",
            again=advance(LAST, 1), before=advance(LAST, 1) - 1),
    )  # fmt: skip
    yield example(
        say,
        say("From {square}, five squares take you to {after}.", square=78, after=advance(78, TRICK)),
        say("From {square}, five squares take you to {after}.", square=75, after=advance(75, TRICK)),
    )


LAST = max(square for square in range(100) if advance(square, 0) == square)
"""The last square: from there on the track goes round."""


def _round(say: Words) -> Iterator[Part]:
    size = DECK.bit_count()
    yield bullets(
        say("There are {size} cards: 1 to 10 in {colours}.", size=size,
            colours=" · ".join(colour(each, say) for each in COLOURS)),
        say("They're shuffled and one is turned up: its colour is **trump** for the round. The card itself is "
            "out."),
        say("**Buying:** everyone buys {cards} cards and pays in squares.", cards=HAND),
        say("**Melds:** equal numbers or all five colours earn squares, and so does the smallest total."),
        say("**Tricks:** each of the {tricks} tricks earns {gain} squares.", tricks=HAND, gain=TRICK),
        say("The first buyer is chosen at random, and after each round it's the player to their left. The player "
            "to the first buyer's right deals."),
    )  # fmt: skip
    yield example(
        say,
        say("{card} is turned up: {trump} is trump, and everyone wants its other nine cards.",
            card=card(parse_card("g7")),
            trump=colour(Colour.GREEN, say)),
    )  # fmt: skip


def _row(say: Words) -> Iterator[Part]:
    (row,) = opening_rows(example_cards("y10 g4 v4 g5"), Colour.GREEN)
    yield bullets(
        say("Four cards are drawn and laid out under the prices {prices}.", prices=" · ".join(map(str, PRICES))),
        say("Trumps come first, high to low, then the others, high to low."),
        say("If numbers other than trumps are equal, the dealer chooses which goes under the higher price."),
    )
    yield example(say, say("{trump} is trump, and these are drawn:", trump=colour(Colour.GREEN, say)), prices(row, say))


def _buying(say: Words) -> Iterator[Part]:
    (row,) = opening_rows(example_cards("y10 g4 v4 g5"), Colour.GREEN)
    bought, turned = example_cards("g4 r2")
    after = refilled(row, row.index(bought), turned, Colour.GREEN)
    barred = [each for each in row if each not in affordable(row, 3)]
    yield bullets(
        say("In turn, take one card from the row and go back by its price."),
        say("The next card of the deck is turned up and the row is put in order again. A new card goes to the "
            "right of those equal to it. After the very last purchase nothing is turned up."),
        say("You can't buy a card that costs more than your square. You can always take the card at 0."),
        say("Everyone sees what you buy. Buying ends when everyone has {cards} cards.", cards=HAND),
    )  # fmt: skip
    yield example(
        say,
        say("You buy {card} for {price}; {turned} is turned up. Now the row is:", card=card(bought),
            price=PRICES[row.index(bought)], turned=card(turned)),
        prices(after, say),
        say("On square {square}, {card} would have been too expensive for you.", square=3, card=cards(barred)),
    )  # fmt: skip


def _melds(say: Words) -> Iterator[Part]:
    hand = gather(example_cards("r7 y7 g7 b7 v2 r3 g9 y1"))
    best = possible(hand)[0]
    equals = {meld.size: meld.points for meld in MELDS if meld != FIVE_COLOURS}
    yield bullets(
        say("Equal numbers: three earn {three} squares, four {four}, five {five}.",
            three=equals[3], four=equals[4], five=equals[5]),
        say("One card of each of the five colours: {points} squares.", points=FIVE_COLOURS.points),
        say("A card counts in one meld only."),
        say("You don't have to show a meld, and you can show less than you have: four equal cards as three."),
        say("Everyone decides at the same time. The cards stay in your hand."),
    )  # fmt: skip
    yield example(
        say,
        say("You have {cards}.", cards=cards(hand)),
        say("The most you can show: {melds}, {points} squares.", melds=named(best, say), points=points(best)),
    )


def _smallest(say: Words) -> Iterator[Part]:
    ana, ben = gather(example_cards("r1 y2 g2 b3 v4 r5 y6 b8")), gather(example_cards("r9 y9 g10 b1 v2 r3 y4 b4"))
    yield bullets(
        say("After the melds, the smallest total of all {cards} cards earns {gain} squares, shown or not.",
            cards=HAND, gain=SMALLEST),
        say("If several players tie for it, each of them gets the squares."),
        say("The player who has it leads the first trick; if several do, the one who bought first."),
        say("You can't refuse it, even if it carries you past the zone."),
    )  # fmt: skip
    yield example(
        say,
        say("Ana: {cards} = **{total}**", cards=cards(ana), total=total(ana)),
        say("Ben: {cards} = **{total}**", cards=cards(ben), total=total(ben)),
        say("Ana gets {gain} squares and leads.", gain=SMALLEST),
    )


def _tricks(say: Words) -> Iterator[Part]:
    trick, trump = example_cards("b6 b9 v10 g1"), Colour.GREEN
    takes = taker(trick, Colour.BLUE, trump)
    yield bullets(
        say("If you have the colour led, you must play it. If you don't, play anything."),
        say("The highest trump takes the trick; if there's no trump, the highest card of the colour led."),
        say("A trick earns {gain} squares at once, and whoever takes it leads the next.", gain=TRICK),
        say("All cards are open: you can see what the others can answer with."),
    )
    yield trick_example(trick, trump, takes, say)
    yield example(
        say, say("{card} takes the trick: even the lowest trump beats every other colour.", card=card(trick[takes]))
    )


def _end(say: Words) -> Iterator[Part]:
    yield bullets(
        say("Positions are checked only after the last trick. Passing through {first} to {last} doesn't count.",
            first=ZONE[0], last=ZONE[-1]),
        say("If nobody is in the zone, you play another round from where the markers are. Most matches take three "
            "to five rounds. From {usual}, hardly anybody reaches {first} in the first round.",
            usual=start(3), first=ZONE[0]),
        say("The one nearest to {bullseye} wins; if several are equally near, they share the win. The others are "
            "placed by how far they are from the zone.", bullseye=BULLSEYE),
        say("The host can set a last round: if nobody is in the zone then, the nearest to {bullseye} wins.",
            bullseye=BULLSEYE),
        say("**The harder variant:** the zone is {first} to {last}. The row starts in order, but a new card goes "
            "into the gap, whatever its number. Then the buyer must swap exactly two of the four cards, except "
            "after the very last purchase.", first=ZONE_OF_VARIANT[0], last=ZONE_OF_VARIANT[-1]),
    )  # fmt: skip
    yield example(
        say,
        say("You're on {square} before the last trick. Taking it would put you on {after}, past the zone: lose it "
            "if you can.", square=68, after=advance(68, TRICK)),
    )  # fmt: skip


CHAPTERS = (
    chapter("idea", phrase("The idea"), _idea),
    chapter("track", phrase("The track"), _track),
    chapter("round", phrase("A round"), _round),
    chapter("row", phrase("The row and its prices"), _row),
    chapter("buying", phrase("Buying"), _buying),
    chapter("melds", phrase("Melds"), _melds),
    chapter("smallest", phrase("The smallest total"), _smallest),
    chapter("tricks", phrase("Tricks"), _tricks),
    chapter("end", phrase("Winning, and the variant"), _end),
)
