"""The rules of Bluff for players, with examples that the engine works out. Source: games/bluff/RULES.md."""

from bot.pages import Part, Picture, Text
from bot.words import Words, phrase
from cogs.bluff.dice import bid_label, die_face, face, faces
from cogs.bluff.picture import Cup, Lifted, Path, Reveal
from cogs.rules.chapter import Chapter, bullets, example
from cogs.rules.picture import PEOPLE
from cogs.spoken import spoken
from games.bluff import PATH, STAR, Bid, Dice, places
from games.bluff.actions import DICE_EACH

SHOWN_SPACES = 15
"""Of the path: enough to see how it goes on."""


def _idea(say: Words) -> tuple[Part, ...]:
    return (
        Text(
            say(
                "Everyone has {dice} dice under a cup and sees nobody else's. In turn you say how many dice of one "
                "kind lie under **all** cups together. Every bid must be higher than the one before, until somebody "
                "doubts it and the cups are lifted.",
                dice=DICE_EACH,
            )
        ),
        bullets(
            say("Whoever was wrong loses dice."),
            say("Without dice you are out."),
            say("The last player with dice wins."),
        ),
        example(
            say,
            say(
                "Three players have {dice} dice. Ana bids {low}, Ben bids {high}, Cleo does not believe him: "
                "all cups go up and the dice are counted.",
                dice=3 * DICE_EACH,
                low=bid_label(Bid(4, 3)),
                high=bid_label(Bid(6, 3)),
            ),
        ),
    )


def _dice(say: Words) -> tuple[Part, ...]:
    on_the_table: Dice = (2, 4, 4, 5, STAR)
    return (
        bullets(
            say("A die shows 1, 2, 3, 4, 5 or, in the place of the 6, a star {star}.", star=face(STAR)),
            say("A star counts as **every** number."),
            say("In a bid on stars nothing but stars counts."),
        ),
        example(
            say,
            say("On the table lie {dice}.", dice=faces(on_the_table)),
            say("For a bid on {face} they count **{count}**: the star too.", face=face(4),
                count=Bid(1, 4).counts(on_the_table)),
            say("For a bid on {face} they count **{count}**.", face=face(STAR),
                count=Bid(1, STAR).counts(on_the_table)),
        ),
    )  # fmt: skip


def _round(say: Words) -> tuple[Part, ...]:
    high: Dice = (3, 4, 5, 5, STAR)
    low: Dice = (1, 2, 2, 4, STAR)
    return (
        bullets(
            say("All dice are rolled in secret. You look under your own cup only."),
            say("Whoever opens the round must make a bid."),
            say("Then it goes on clockwise: raise the bid, or doubt it. Nobody may pass."),
            say("For the first round everyone rolls openly: the highest total opens, and stars count 0. Those who tie "
                "for it roll again."),
        ),
        example(
            say,
            say("Ana rolls {high}, together {more}. Ben rolls {low}, together {less}. Ana opens.",
                high=faces(high), more=sum(die for die in high if die != STAR),
                low=faces(low), less=sum(die for die in low if die != STAR)),
        ),
    )  # fmt: skip


def _bids(say: Words) -> tuple[Part, ...]:
    own: Dice = (1, 2, 4, 4, STAR)
    bid = Bid(4, 4)
    return (
        bullets(
            say("{bid} says: at least six dice on the table show a 2 or a star. Your own dice count as well.",
                bid=bid_label(Bid(6, 2))),
            say("{bid} says: at least three dice on the table show a star.", bid=bid_label(Bid(3, STAR))),
            say("You need not have any such die: that is the bluff."),
            say("Nobody may bid on more dice than are still in play."),
        ),
        example(
            say,
            say("You are two, with {dice} dice, and you hold {own}.", dice=2 * DICE_EACH, own=faces(own)),
            say("{count} of yours fit {bid}: it holds if the other cup has one more {face} or {star}.",
                count=bid.counts(own), bid=bid_label(bid), face=face(4), star=face(STAR)),
        ),
    )  # fmt: skip


def _raising(say: Words) -> tuple[Part, ...]:
    bid, barred = Bid(6, 2), (Bid(6, 1), Bid(3, STAR))
    allowed = [higher for higher in (Bid(6, 4), Bid(4, STAR), Bid(7, 1)) if higher.beats(bid)]
    cups = tuple(Cup(name, (), DICE_EACH) for name in PEOPLE[:3])
    after = say("After {bid} you may bid {allowed}, for instance.", bid=bid_label(bid),
                allowed=" · ".join(map(bid_label, allowed)))  # fmt: skip
    return (
        Text(say("Bids go up along a path, on which stars stand between the numbers:")),
        Text(f"`{_path()} …`"),
        Picture(Path(cups, bid.space, bid.quantity, die_face(bid.face), bidder=0), spoken(after, say)),
        bullets(
            say("The same number of dice with a higher face is a raise: {low} → {high}.",
                low=bid_label(bid), high=bid_label(Bid(6, 4))),
            say("So is any bid further along the path, with any face: {low} → {high}.",
                low=bid_label(Bid(6, 4)), high=bid_label(Bid(8, 3))),
            say("You may leap as far as you like, but never go back."),
        ),
        example(
            say,
            after,
            say("Too low are {barred}.", barred=" · ".join(map(bid_label, barred))),
        ),
    )  # fmt: skip


def _path() -> str:
    """The first spaces: a number for bids on 1 to 5, a star with its number for bids on stars."""
    spaces = [bid for bid in PATH if bid.face in {1, STAR} and bid.space <= SHOWN_SPACES]
    return " ".join(f"★{bid.quantity}" if bid.face == STAR else str(bid.quantity) for bid in spaces)


def _doubting(say: Words) -> tuple[Part, ...]:
    bid = Bid(10, 2)
    cups: tuple[Dice, ...] = ((2, 2, 2, STAR, 5), (2, 2, STAR, 1, 3), (2, 2, STAR, 4, 4), (2, STAR, 1, 3, 5))
    lost = (0, 2, 0, 0)
    lifted = tuple(
        Lifted(seat, PEOPLE[seat], tuple(map(die_face, dice)), bid.counts(dice), lost[seat])
        for seat, dice in enumerate(cups)
    )
    told = say("{bid} is doubted. There are eight {face} and four {star}, together 12: the doubter loses 2 dice.",
               bid=bid_label(bid), face=face(2), star=face(STAR))  # fmt: skip
    return (
        Text(say("If you do not believe the last bid, lift the cups. Every die that fits it is counted.")),
        bullets(
            say("**More** than the bid: whoever doubted loses as many dice as there are too many."),
            say("**Fewer** than the bid: whoever made it loses as many dice as are missing."),
            say("**Exactly** the bid: everyone **but** its maker loses one die."),
        ),
        Picture(
            Reveal(0, bid.quantity, die_face(bid.face), sum(map(bid.counts, cups)), lifted, winner=0), spoken(told, say)
        ),
        example(
            say,
            told,
            say("{bid} is doubted. There are seven {star}: the bidder loses 1 die.",
                bid=bid_label(Bid(8, STAR)), star=face(STAR)),
        ),
    )  # fmt: skip


def _end(say: Words) -> tuple[Part, ...]:
    ana, ben, cleo = places((4, 4, None))
    assert ana == ben
    return (
        bullets(
            say("If the bid was true, whoever made it opens the next round; else whoever doubted it."),
            say("Nobody loses more dice than there are left."),
            say("Without dice you are out. The later you go out, the better your place."),
            say("Players who go out together share the better place."),
            say("The last one with dice has won."),
        ),
        example(
            say,
            say("Ana and Ben have one die each, Cleo has two. Cleo's bid is doubted, and is exactly right."),
            say("Ana and Ben lose their last die together and share place {shared}. Cleo is in place {won}.",
                shared=ana, won=cleo),
        ),
    )  # fmt: skip


def _reroll(say: Words) -> tuple[Part, ...]:
    return (
        Text(say("Only at tables that were opened with this option.")),
        bullets(
            say("Right after a bid of your own you may show some of your dice, of any kind."),
            say("At least one stays under the cup, and all that stay there are rolled again."),
            say("Shown dice lie open and stay as they are. They count like all others."),
            say("At a later bid of the same round you may show more. For the next round all go back under the cup."),
        ),
        example(
            say,
            say("You hold {own} and bid {bid}. You show {shown} and roll the other three again: perhaps they fit too.",
                own=faces((1, 1, 3, 5, STAR)), bid=bid_label(Bid(6, 5)), shown=faces((5, STAR))),
        ),
    )  # fmt: skip


def _odds(say: Words) -> tuple[Part, ...]:
    own: Dice = (2, 3, 3, 5, STAR)
    unseen = 12
    fitting = Bid(1, 3).counts(own)
    return (
        bullets(
            say("A die that you do not see shows a certain number or a star one time in three."),
            say("It shows a star one time in six."),
            say("So for a number add a third of the hidden dice to your own, for stars a sixth."),
            say("What others bid tells you something about their dice. Unless they bluff."),
        ),
        example(
            say,
            say("You hold {own}, and {unseen} dice lie hidden. For {face} you have {fitting}, and may expect {more} "
                "more.",
                own=faces(own), unseen=unseen, face=face(3), fitting=fitting, more=unseen // 3),
            say("{bid} is about fair; much more is brave.", bid=bid_label(Bid(fitting + unseen // 3, 3))),
        ),
    )  # fmt: skip


CHAPTERS = (
    Chapter("idea", phrase("The idea"), _idea),
    Chapter("dice", phrase("Dice and stars"), _dice),
    Chapter("round", phrase("A round"), _round),
    Chapter("bids", phrase("What a bid says"), _bids),
    Chapter("raising", phrase("Raising"), _raising),
    Chapter("doubting", phrase("Doubting"), _doubting),
    Chapter("end", phrase("Going out, and winning"), _end),
    Chapter("odds", phrase("What is likely"), _odds),
    Chapter("reroll", phrase("Option: show and roll again"), _reroll),
)
