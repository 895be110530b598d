"""The rules of Bluff for players, with examples that the engine works out. Source: games/bluff/RULES.md."""

from collections.abc import Iterator

from bot.pages.page import Part, Picture, Text
from bot.words import Words, phrase
from cogs.bluff.dice import bid_label, die_face, face, faces
from cogs.bluff.picture import Cup, Lifted, Path, Reveal
from cogs.parts.chapter import PEOPLE, bullets, chapter, example
from cogs.parts.spoken import spoken
from games.bluff.actions import DICE_EACH, PATH, STAR, Bid, Dice
from games.bluff.table import places

SHOWN_SPACES = 15
"""Spaces of the path, enough to see how it goes on."""

STARS = 4
"""The number of the bid on stars whose place on the path is explained."""


def _idea(say: Words) -> Iterator[Part]:
    yield Text(say("Everyone hides {dice} dice under a cup and sees only their own. In turn you bid how many dice of "
                   "one kind there are under **all** the cups together. Every bid must beat the last one, until "
                   "somebody doubts it and the cups go up.", dice=DICE_EACH))  # fmt: skip
    yield bullets(
        say("If you were wrong, you lose dice."),
        say("When you have no dice left, you're out."),
        say("The last player with dice wins."),
    )
    yield example(
        say,
        say(
            "Three players, {dice} dice in all. Ana bids {low}, Ben bids {high}, Cleo doubts it: all the cups go "
            "up and the dice are counted.",
            dice=3 * DICE_EACH,
            low=bid_label(Bid(4, 3)),
            high=bid_label(Bid(6, 3)),
        ),
    )


def _dice(say: Words) -> Iterator[Part]:
    on_the_table: Dice = (2, 4, 4, 5, STAR)
    yield bullets(
        say("A die shows 1, 2, 3, 4, 5 or, in place of the 6, a star {star}.", star=face(STAR)),
        say("A star counts as **every** number."),
        say("If the bid is on stars, only stars count."),
    )
    yield example(
        say,
        say("The dice are {dice}.", dice=faces(on_the_table)),
        say("For a bid on {face}, **{count}** of them count, including the star.", face=face(4),
            count=Bid(1, 4).counts(on_the_table)),
        say("For a bid on {face}, **{count}** counts.", face=face(STAR),
            count=Bid(1, STAR).counts(on_the_table)),
    )  # fmt: skip


def _round(say: Words) -> Iterator[Part]:
    high: Dice = (3, 4, 5, 5, STAR)
    low: Dice = (1, 2, 2, 4, STAR)
    yield bullets(
        say("All dice are rolled in secret. You only look under your own cup."),
        say("The player who opens the round has to bid."),
        say("Then it goes round clockwise: raise the bid or doubt it. You can't pass."),
        say("Before the first round everyone rolls openly. The highest total opens; stars count 0. Only those "
            "tied for it roll again."),
    )  # fmt: skip
    yield example(
        say,
        say("Ana rolls {high}, {more} in all. Ben rolls {low}, {less} in all. Ana opens.",
            high=faces(high), more=sum(die for die in high if die != STAR),
            low=faces(low), less=sum(die for die in low if die != STAR)),
    )  # fmt: skip


def _bids(say: Words) -> Iterator[Part]:
    own: Dice = (1, 2, 4, 4, STAR)
    bid = Bid(4, 4)
    yield bullets(
        say("{bid} means: at least six dice show a 2 or a star. Yours count too.", bid=bid_label(Bid(6, 2))),
        say("{bid} means: at least three dice show a star.", bid=bid_label(Bid(3, STAR))),
        say("You don't need to have any of them yourself: that's the bluff."),
        say("You can't bid on more dice than are still in play."),
    )
    yield example(
        say,
        say("Two players, {dice} dice, and you have {own}.", dice=2 * DICE_EACH, own=faces(own)),
        say("{count} of yours count for {bid}: it's right if there's one more {face} or {star} under the other "
            "cup.",
            count=bid.counts(own), bid=bid_label(bid), face=face(4), star=face(STAR)),
    )  # fmt: skip


def _raising(say: Words) -> Iterator[Part]:
    bid, barred = Bid(6, 2), (Bid(6, 1), Bid(3, STAR))
    allowed = [higher for higher in (Bid(6, 4), Bid(4, STAR), Bid(7, 1)) if higher.beats(bid)]
    cups = tuple(Cup(name, (), DICE_EACH) for name in PEOPLE[:3])
    after = say("After {bid} you could bid {allowed}, for example.", bid=bid_label(bid),
                allowed=" · ".join(map(bid_label, allowed)))  # fmt: skip
    yield Text(say("Bids climb along a path, with stars between the numbers:"))
    yield Text(f"`{_path()} …`")
    yield Picture(Path(cups, bid.space, bid.quantity, die_face(bid.face), bidder=0), spoken(after, say))
    yield bullets(
        say("Raise by bidding a higher face on the same number of dice: {low} → {high}.",
            low=bid_label(bid), high=bid_label(Bid(6, 4))),
        say("Or go further along the path, with any face: {low} → {high}.",
            low=bid_label(Bid(6, 4)), high=bid_label(Bid(8, 3))),
        say("{star} comes just before {number}: only half as many dice show a star as match a number.",
            star=bid_label(Bid(STARS, STAR)), number=2 * STARS),
        say("Jump as far as you like, but never back."),
    )  # fmt: skip
    yield example(say, after, say("Too low: {barred}.", barred=" · ".join(map(bid_label, barred))))


def _path() -> str:
    """The first spaces: a number for bids on 1 to 5, a star with its number for bids on stars."""
    spaces = [bid for bid in PATH if bid.face in {1, STAR} and bid.space <= SHOWN_SPACES]
    return " ".join(f"★{bid.quantity}" if bid.face == STAR else str(bid.quantity) for bid in spaces)


def _doubting(say: Words) -> Iterator[Part]:
    bid = Bid(10, 2)
    cups: tuple[Dice, ...] = ((2, 2, 2, STAR, 5), (2, 2, STAR, 1, 3), (2, 2, STAR, 4, 4), (2, STAR, 1, 3, 5))
    lost = (0, 2, 0, 0)
    lifted = tuple(
        Lifted(seat, PEOPLE[seat], tuple(map(die_face, dice)), bid.counts(dice), lost[seat])
        for seat, dice in enumerate(cups)
    )
    told = say("{bid} is doubted. There are eight {face} and four {star}, 12 in all. 12 − 10 = 2: the doubter loses 2 "
               "dice.",
               bid=bid_label(bid), face=face(2), star=face(STAR))  # fmt: skip
    yield Text(say("If you doubt the last bid, all the cups go up and every die that matches it is counted."))
    yield bullets(
        say("**More** than the bid: the doubter loses the difference in dice."),
        say("**Fewer** than the bid: the bidder loses the difference in dice."),
        say("**Exactly** the bid: everyone **but** the bidder loses one die."),
    )
    yield Picture(
        Reveal(0, bid.quantity, die_face(bid.face), sum(map(bid.counts, cups)), lifted, winner=0), spoken(told, say)
    )
    yield example(
        say,
        told,
        say("{bid} is doubted. There are seven {star}. 8 − 7 = 1: the bidder loses 1 die.",
            bid=bid_label(Bid(8, STAR)), star=face(STAR)),
    )  # fmt: skip


def _end(say: Words) -> Iterator[Part]:
    ana, ben, cleo = places((4, 4, None))
    assert (ana, ben, cleo) == (2, 2, 1)
    yield bullets(
        say("Whoever was right opens the next round."),
        say("Nobody can lose more dice than they have left."),
        say("When you have no dice left, you're out. The later you go out, the better your place."),
        say("Players who go out together share the better place."),
        say("The last player with dice wins."),
    )
    yield example(
        say,
        say("Ana and Ben have one die each, Cleo has two. Cleo's bid is doubted and is exactly right."),
        say("Ana and Ben both lose their last die and share 2nd place. Cleo wins."),
    )


def _reroll(say: Words) -> Iterator[Part]:
    yield Text(say("Only at tables opened with this option."))
    yield bullets(
        say("Right after your own bid, before the next player acts, you can show some of your dice, whatever "
            "they are."),
        say("At least one stays under the cup, so you need two or more there. The ones that stay are "
            "rolled again."),
        say("You can do this even if nobody can raise your bid any more."),
        say("Shown dice stay as they are, open to all, and count like any others."),
        say("You can show more after a later bid in the same round. For the next round all your dice go back "
            "under the cup."),
    )  # fmt: skip
    yield example(
        say,
        say("You have {own} and bid {bid}. You show {shown} and reroll the other three: they might match too.",
            own=faces((1, 1, 3, 5, STAR)), bid=bid_label(Bid(6, 5)), shown=faces((5, STAR))),
    )  # fmt: skip


def _odds(say: Words) -> Iterator[Part]:
    own: Dice = (2, 3, 3, 5, STAR)
    unseen = 12
    fitting = Bid(1, 3).counts(own)
    yield bullets(
        say("A die you can't see shows a given number or a star one time in three."),
        say("It shows a star one time in six."),
        say("So for a number, add a third of the hidden dice to your own; for stars, a sixth."),
        say("What others bid tells you something about their dice. Unless they're bluffing."),
    )
    yield example(
        say,
        say("You have {own}, and {unseen} dice are hidden. For {face} you have {fitting} and can expect {more} "
            "more.",
            own=faces(own), unseen=unseen, face=face(3), fitting=fitting, more=unseen // 3),
        say("{bid} is a fair bid; much more is brave.", bid=bid_label(Bid(fitting + unseen // 3, 3))),
    )  # fmt: skip


CHAPTERS = (
    chapter("idea", phrase("The idea"), _idea),
    chapter("dice", phrase("Dice and stars"), _dice),
    chapter("round", phrase("A round"), _round),
    chapter("bids", phrase("What a bid means"), _bids),
    chapter("raising", phrase("Raising"), _raising),
    chapter("doubting", phrase("Doubting"), _doubting),
    chapter("end", phrase("Going out and winning"), _end),
    chapter("odds", phrase("The odds"), _odds),
    chapter("reroll", phrase("Option: show and reroll"), _reroll),
)
