"""The rules of Volltreffer for players, with examples that the engine works out. Source: games/volltreffer/RULES.md."""

from bot.pages import Part, Text
from bot.words import Words, phrase
from cogs.cards import card, cards, colour
from cogs.rules.chapter import Chapter, bullets, cards_named, example
from cogs.rules.picture import trick_example
from cogs.volltreffer.board import meld_name, prices
from games.cards import COLOURS, Colour, gather, parse_card, taker
from games.volltreffer import BULLSEYE, DECK, FIVE_COLOURS, MELDS, PRICES, points, possible, total
from games.volltreffer.market import affordable, opening_rows, refilled
from games.volltreffer.moves import HAND, SMALLEST, TRICK
from games.volltreffer.track import ZONE, ZONE_OF_VARIANT, advance, off_bullseye, start


def _idea(say: Words) -> tuple[Part, ...]:
    return (
        Text(
            say(
                "Your marker runs along a track. It goes back when you buy cards, and forward for melds and tricks. "
                "Whoever stands on **{first} to {last}** at the end of a round has won; of several, the nearest to "
                "**{bullseye}**.",
                first=ZONE[0], last=ZONE[-1], bullseye=BULLSEYE,
            )
        ),
        bullets(
            say("A round has three parts: buying, melds, tricks."),
            say("Too many points are as bad as too few: past the zone you must go round once more."),
        ),
        example(
            say,
            say("After a round Ana stands on {ana}, Ben on {ben}, Cleo on 74. Ben has won: he is {near} away from "
                "{bullseye}, Ana {far}, and Cleo has gone too far.",
                ana=62, ben=68, near=off_bullseye(68), far=off_bullseye(62), bullseye=BULLSEYE),
        ),
    )  # fmt: skip


def _track(say: Words) -> tuple[Part, ...]:
    return (
        bullets(
            say("The track has the squares 0 to {last}. You start on {usual}, with five players on {five}.",
                last=LAST, usual=start(3), five=start(5)),
            say("Past {last} the track goes on from {again}: a loop that you can run through again.",
                last=LAST, again=advance(LAST, 1)),
            say("Buying moves straight back, and never below 0."),
        ),
        example(
            say,
            say("From {square} five squares lead to {after}.", square=78, after=advance(78, TRICK)),
            say("From {square} five squares lead to {after}.", square=75, after=advance(75, TRICK)),
        ),
    )  # fmt: skip


LAST = max(square for square in range(100) if advance(square, 0) == square)
"""The last square: from there on the track goes round."""


def _round(say: Words) -> tuple[Part, ...]:
    size = DECK.bit_count()
    return (
        bullets(
            say("There are {size} cards: 1 to 10 in {colours}.", size=size,
                colours=" · ".join(colour(of, say) for of in COLOURS)),
            say("All are shuffled, and one is turned: its colour is **trump** for the round. The card itself is out."),
            say("**Buying:** everyone gets {cards} cards, and pays with squares.", cards=HAND),
            say("**Melds:** equal numbers or all colours bring squares; so does the smallest total."),
            say("**Tricks:** each of the {tricks} tricks brings {gain} squares.", tricks=HAND, gain=TRICK),
            say("Who buys first is drawn for the first round, then it moves one seat on. The seat before deals."),
        ),
        example(
            say,
            say("{card} is turned: {trump} is trump, and its other nine cards are wanted.", card=card(parse_card("g7")),
                trump=colour(Colour.GREEN, say)),
        ),
    )  # fmt: skip


def _row(say: Words) -> tuple[Part, ...]:
    (row,) = opening_rows(cards_named("y10 g4 v4 g5"), Colour.GREEN)
    return (
        bullets(
            say("Four cards are drawn and laid under the prices {prices}.", prices=" · ".join(map(str, PRICES))),
            say("Trumps come first, from high to low, then the others from high to low."),
            say("Where numbers are equal and not trump, the dealer chooses which lies under the higher price."),
        ),
        example(say, say("{trump} is trump, and these are drawn:", trump=colour(Colour.GREEN, say)), prices(row, say)),
    )


def _buying(say: Words) -> tuple[Part, ...]:
    (row,) = opening_rows(cards_named("y10 g4 v4 g5"), Colour.GREEN)
    bought, turned = cards_named("g4 r2")
    after = refilled(row, row.index(bought), turned, Colour.GREEN)
    barred = [of for of in row if of not in affordable(row, 3)]
    return (
        bullets(
            say("In turn you take one card of the row and go back by its price."),
            say("The next card of the deck is turned, and the row is put in order again. A new card goes to the right "
                "of those equal to it."),
            say("You cannot buy what costs more than the square you stand on. The card at 0 is always yours to take."),
            say("Everyone sees what you buy. Buying ends when all have {cards} cards.", cards=HAND),
        ),
        example(
            say,
            say("You buy {card} for {price}; {turned} is turned. Now the row is:", card=card(bought),
                price=PRICES[row.index(bought)], turned=card(turned)),
            prices(after, say),
            say("Had you stood on square {square}, {card} would have been too dear.", square=3, card=cards(barred)),
        ),
    )  # fmt: skip


def _melds(say: Words) -> tuple[Part, ...]:
    hand = gather(cards_named("r7 y7 g7 b7 v2 r3 g9 y1"))
    best = possible(hand)[0]
    equals = {meld.size: meld.points for meld in MELDS if meld != FIVE_COLOURS}
    return (
        bullets(
            say("Equal numbers: three of them bring {three}, four {four}, five {five} squares.",
                three=equals[3], four=equals[4], five=equals[5]),
            say("One card of each of the five colours: {points}.", points=FIVE_COLOURS.points),
            say("A card serves in one meld only."),
            say("You need not show a meld, and you may show less than you have: four equal cards as three."),
            say("Everyone decides at the same time. The cards stay in your hand."),
        ),
        example(
            say,
            say("You hold {cards}.", cards=cards(hand)),
            say("The most that you can show: {melds}, {points} squares.",
                melds=" + ".join(meld_name(meld, say) for meld in best), points=points(best)),
        ),
    )  # fmt: skip


def _smallest(say: Words) -> tuple[Part, ...]:
    ana, ben = gather(cards_named("r1 y2 g2 b3 v4 r5 y6 b8")), gather(cards_named("r9 y9 g10 b1 v2 r3 y4 b4"))
    return (
        bullets(
            say("After the melds the smallest total of all {cards} cards brings {gain} squares, melded or not.",
                cards=HAND, gain=SMALLEST),
            say("If several have the smallest total, each gets them."),
            say("Whoever has it leads the first trick; of several the one who bought first."),
            say("This is not optional: it may carry you past the zone."),
        ),
        example(
            say,
            say("Ana: {cards} = **{total}**", cards=cards(ana), total=total(ana)),
            say("Ben: {cards} = **{total}**", cards=cards(ben), total=total(ben)),
            say("Ana gets {gain} squares, and leads.", gain=SMALLEST),
        ),
    )  # fmt: skip


def _tricks(say: Words) -> tuple[Part, ...]:
    trick, trump = cards_named("b6 b9 v10 g1"), Colour.GREEN
    takes = taker(trick, Colour.BLUE, trump)
    return (
        bullets(
            say("If you hold the colour led, you must play it. If you do not, you may play anything."),
            say("The highest trump takes the trick; without a trump the highest card of the colour led."),
            say("A trick brings {gain} squares at once, and whoever takes it leads the next.", gain=TRICK),
            say("All cards lie open: you can see what the others may answer."),
        ),
        trick_example(trick, trump, takes, say),
        example(
            say,
            say("Trump is {trump}. Played in this order: {cards}.", trump=colour(trump, say), cards=cards(trick)),
            say("{card} takes the trick: even the lowest trump beats every other colour.",
                card=card(trick[takes])),
        ),
    )  # fmt: skip


def _end(say: Words) -> tuple[Part, ...]:
    return (
        bullets(
            say("Only after the last trick it is seen who stands on {first} to {last}. Running through does not count.",
                first=ZONE[0], last=ZONE[-1]),
            say("If nobody does, another round is played from where the markers stand."),
            say("The nearest to {bullseye} wins; if several are equally near, they share the win.", bullseye=BULLSEYE),
            say("A table may set a last round: then the nearest to {bullseye} wins, zone or not.", bullseye=BULLSEYE),
            say("**The harder variant:** the zone is {first} to {last}, a new card goes into the gap whatever its "
                "number, and then the buyer must swap two cards of the "
                "row.", first=ZONE_OF_VARIANT[0], last=ZONE_OF_VARIANT[-1]),
        ),
        example(
            say,
            say("You stand on {square} before the last trick. Taking it leads to {after}, which is past the zone: lose "
                "it if you can.", square=68, after=advance(68, TRICK)),
        ),
    )  # fmt: skip


CHAPTERS = (
    Chapter("idea", phrase("The idea"), _idea),
    Chapter("track", phrase("The track"), _track),
    Chapter("round", phrase("A round"), _round),
    Chapter("row", phrase("The row and its prices"), _row),
    Chapter("buying", phrase("Buying"), _buying),
    Chapter("melds", phrase("Melds"), _melds),
    Chapter("smallest", phrase("The smallest total"), _smallest),
    Chapter("tricks", phrase("Tricks"), _tricks),
    Chapter("end", phrase("Winning, and the variant"), _end),
)
