"""Bluff's public page, and the sentences that panels and replays share with it. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.matches.history import Seen
from bot.pages.page import Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.dice import HIDDEN, bid_label, face, faces, laid_open, one_by_one
from cogs.bluff.picture import path_picture, reveal_picture
from cogs.parts.names import badge, name
from cogs.parts.scores import PLACES, headline, standings, together
from cogs.parts.spoken import spoken
from games.bluff.actions import STAR, TOTALS, Bid, Expose, Lift
from games.bluff.events import BidMade, CupsLifted, OpeningRolled
from games.bluff.figures import BIDS_HELD, BLUFFS_THROUGH, DOUBTS_RIGHT
from games.bluff.view import BluffView
from games.core import Action, Seat
from games.figures import Tally

PATH_EACH_SIDE = 4
"""Spaces of the path beside the marker: what fits on a phone's line."""


def board(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    if view.outcome:
        return _result(table, view, say)
    title = Text(say.many(
        "## Bluff · round {round} · {n} die", "## Bluff · round {round} · {n} dice",
        view.table.dice_in_play, round=view.table.round,
    ))  # fmt: skip
    asked = turn(table, view, say)
    if view.table.last_lift and not view.table.bids:  # the doubt is the newest, and the path still empty
        left = " · ".join(f"{badge(seat)} {view.table.dice_counts[seat]}" for seat in sorted(view.still_in))
        now = say("Dice now: {dice}", dice=left)
        return (title, *revealed(table, view, say), Text(f"{asked}\n-# {now}"))
    before = (f"-# {in_a_line(table, view, say)}",) if view.table.last_lift else ()
    return (
        title,
        Picture(path_picture(table, view, say), _path_aloud(table, view, say), _in_words(table, view, say)),
        Text("\n".join((asked, *opening(view, say), *before))),
    )


def _in_words(table: Table, view: BluffView, say: Words) -> tuple[Text, ...]:
    """The picture of the path in words."""
    seats = Text("\n".join(_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats)))
    if not view.table.bids:
        return (seats,)
    path = _path(view.table.bids[-1].bid, view.table.dice_in_play)
    return (seats, Text("\n".join((path, *bids(view, say)))))


def _path_aloud(table: Table, view: BluffView, say: Words) -> str:
    """The same, as it is read aloud."""
    made = (say("{name} bid {bid}", name=name(table, one.seat, say), bid=bid_label(one.bid)) for one in view.table.bids)
    *earlier, last = made if view.table.bids else ("",)
    seats = (_dice_aloud(table, view, Seat(seat), say) for seat in range(view.table.seats))
    before = say("Bids before that: {bids}", bids=", ".join(earlier)) if earlier else ""
    return spoken("\n".join(filter(None, (last, *seats, turn(table, view, say).removeprefix(TURN_MARK), before))), say)


def _dice_aloud(table: Table, view: BluffView, seat: Seat, say: Words) -> str:
    who, hidden, dice = name(table, seat, say), view.table.under_cup(seat), one_by_one(view.table.exposed[seat])
    if not view.table.dice_counts[seat]:
        return _seat_line(table, view, seat, say)
    if not dice:
        return say.many("{name}: {n} hidden die", "{name}: {n} hidden dice", hidden, name=who)
    return say.many(
        "{name}: {dice}, and {n} hidden die", "{name}: {dice}, and {n} hidden dice", hidden, name=who, dice=dice
    )


def _seat_line(table: Table, view: BluffView, seat: Seat, say: Words) -> str:
    who = name(table, seat, say)
    if not view.table.dice_counts[seat] and (place := view.table.places[seat]):
        return say("{name} is out · {place}", name=who, place=say(PLACES[place]))
    dice = faces(view.table.exposed[seat]) + " " + HIDDEN * view.table.under_cup(seat)
    marker = " ◀" if seat in view.to_act else ""
    return f"{who} {view.table.dice_counts[seat]} · {dice.strip()}{marker}"


def _path(bid: Bid, dice: int) -> str:
    """The spaces around the marker. Shape: numbers, and stars with their number."""
    spaces = range(1, 3 * dice)  # up to the last star that can be bid
    here = spaces.index(bid.space)
    near = spaces[max(0, here - PATH_EACH_SIDE) : here + PATH_EACH_SIDE + 1]
    marked = (f"[{_space(space)}]" if space == bid.space else _space(space) for space in near)
    return f"`{' '.join(marked)}`"


def _space(space: int) -> str:
    """The label of a step of the path. Source: RULES.md 3.3."""
    return f"★{(space + 1) // 3}" if space % 3 == 2 else str((2 * space + 2) // 3)


def _result(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """Everyone by place, and the last doubt. Shape: its picture says who has doubted what."""
    assert view.outcome is not None
    won = Text(headline("Bluff", table, view.outcome, say))
    if view.table.last_lift is None:
        return (won, standings(table, view.outcome, say))
    (cups,) = (part for part in revealed(table, view, say) if isinstance(part, Picture))
    doubt = Text(happened(table, view.table.last_lift, say))
    why = " ".join(losses(table, view, say))
    return (won, standings(table, view.outcome, say), replace(cups, instead=(doubt, *cups.instead)), Text(f"-# {why}"))


def farewell(table: Table, view: BluffView, say: Words) -> str:
    """The last doubt, and what it cost."""
    assert view.table.last_lift is not None
    return " ".join((happened(table, view.table.last_lift, say, view.seat), *losses(table, view, say, view.seat)))


def praise(view: BluffView, figures: Mapping[str, Tally], say: Words) -> str:
    """Bluffs that nobody doubted, or bids that were rightly doubted, or wrongly; for the last, their rounds."""
    found = {figure: figures[figure.key].total for figure in (BLUFFS_THROUGH, DOUBTS_RIGHT, BIDS_HELD)
             if figure.key in figures}  # fmt: skip
    if bluffs := found.get(BLUFFS_THROUGH):
        return say.many("You got away with {n} bluff.", "You got away with {n} bluffs.", bluffs)
    if doubts := found.get(DOUBTS_RIGHT):
        return say.many("You saw through {n} bid that was too high.", "You saw through {n} bids that were too high.",
                        doubts)  # fmt: skip
    if bids := found.get(BIDS_HELD):
        return say.many("You were doubted and right {n} time.", "You were doubted and right {n} times.", bids)
    assert view.seat is not None
    gone = view.table.out_in[view.seat]
    if gone and view.table.places[view.seat] == max(view.table.places):
        return say("You held out until round {n} of {total}.", n=gone, total=view.table.round)
    return ""


BIDS_IN_A_LINE, BIDS_ON_A_PHONE = 6, 3
"""About as many as a line of small print has room for."""

TURN_MARK = "▶ "
"""The beginning of the line about whose turn it is, in translations too. It isn't read aloud."""

Called = Callable[[Table, Seat, Words], str]
"""How a line refers to a seat: by its badge alone, or with the name."""

FACES_IN_A_ROUND = 60
"""Dice and badges in the bids of a round, before its first bids are folded; with the longest names, Discord's limit of
a message's text leaves room for some more, each being a tag of about thirty characters.
"""


def turn(table: Table, view: BluffView, say: Words) -> str:
    """The player whose turn it is, and their task."""
    (seat,) = view.to_act
    who = name(table, seat, say)
    if view.table.phase == "expose":
        return say("▶ {name} can show dice and reroll the rest", name=who)
    if view.table.bid is None:
        return say("▶ {name}'s turn: make the first bid", name=who)
    return say("▶ {name}'s turn: raise {bid} or doubt", name=who, bid=bid_label(view.table.bid))


def opening(view: BluffView, say: Words) -> list[str]:
    """The reason why the player who is to bid opens the match. Shape: empty once there is a bid."""
    if view.table.bids or view.table.round > 1 or view.table.opener is None:
        return []
    pips = sum(die for die in view.table.opening[-1][view.table.opener] if die != STAR) if view.table.opening else 0
    return [say("-# The highest roll opens: {pips}", pips=pips)] if pips else []


def bids(view: BluffView, say: Words) -> list[str]:
    """The bids of the round in small print, a line for each lap; the first ones of a very long round are folded."""
    laps = _laps(view.table.bids, len(view.still_in))
    symbols = [sum(2 + len(made.exposed) for made in lap) for lap in laps]  # the bidders', the bids' faces, shown dice
    shown = [lap for first, lap in enumerate(laps) if sum(symbols[first:]) <= FACES_IN_A_ROUND]
    folded = sum(map(len, laps[: len(laps) - len(shown)]))
    lines = _in_lines(shown, say)
    if folded:
        lines.insert(0, say.many("{n} earlier bid", "{n} earlier bids", folded) + " →")
    return [f"-# {line}" for line in lines]


def latest(view: BluffView, say: Words) -> list[str]:
    """The last bids of the round in small print, as many as fit a phone's line, without shown dice; at first empty."""
    made = [replace(bid, exposed=()) for bid in view.table.bids[-BIDS_ON_A_PHONE:]]
    folded = "… → " if len(made) < len(view.table.bids) else ""
    return [f"-# {folded}{line}" for line in _in_lines([made], say) if line]


def every_bid(made: Sequence[BidMade], players: int, say: Words) -> list[str]:
    """All bids of a round with so many players, in lines like those of `bids`."""
    return _in_lines(_laps(made, players), say)


def _laps(made: Sequence[BidMade], players: int) -> list[Sequence[BidMade]]:
    length = max(BIDS_IN_A_LINE // players, 1) * players if players else BIDS_IN_A_LINE
    return [made[first : first + length] for first in range(0, len(made), length)]


def _in_lines(laps: Sequence[Sequence[BidMade]], say: Words) -> list[str]:
    """A line for each lap, with the very last bid in bold. Shape: an arrow at the end of every line but the last."""
    lines = [" → ".join(_bid_made(bid, say, is_last=bid is laps[-1][-1]) for bid in lap) for lap in laps]
    return [f"{line} →" for line in lines[:-1]] + lines[-1:]


def _bid_made(made: BidMade, say: Words, *, is_last: bool) -> str:
    who, bid = badge(made.seat), f"**{bid_label(made.bid)}**" if is_last else bid_label(made.bid)
    if made.exposed:
        return say("{name} {bid}, shows {dice}", name=who, bid=bid, dice=faces(made.exposed))
    return f"{who} {bid}"


def happened(table: Table, lift: CupsLifted, say: Words, reader: Seat | None = None) -> str:
    """The doubt and the count, stars named apart, as this seat reads it."""
    doubter, bidder = name(table, lift.doubter, say), name(table, lift.bidder, say)
    facts = {"doubter": doubter, "bidder": bidder, "bid": bid_label(lift.bid), "stars": _stars(lift)}
    if reader == lift.doubter:
        return say.many("You doubted {bidder}'s {bid}: there is **{n}**{stars}.",
                        "You doubted {bidder}'s {bid}: there are **{n}**{stars}.", lift.count, **facts)  # fmt: skip
    if reader == lift.bidder:
        return say.many("{doubter} doubted your {bid}: there is **{n}**{stars}.",
                        "{doubter} doubted your {bid}: there are **{n}**{stars}.", lift.count, **facts)  # fmt: skip
    return say.many("{doubter} doubted {bidder}'s {bid}: there is **{n}**{stars}.",
                    "{doubter} doubted {bidder}'s {bid}: there are **{n}**{stars}.", lift.count, **facts)  # fmt: skip


def _stars(lift: CupsLifted) -> str:
    """The dice that the count is made of, in brackets. Shape: "" if no star counted as another number."""
    stars = sum(seat.count(STAR) for seat in laid_open(lift))
    if lift.bid.face == STAR or not stars:
        return ""
    counted = ((lift.count - stars, lift.bid.face), (stars, STAR))
    return f" ({' + '.join(f'{count} × {face(die)}' for count, die in counted if count)})"


def losses(
    table: Table, view: BluffView, say: Words, reader: Seat | None = None, *, called: Called = name
) -> Iterator[str]:
    """The cost of the last doubt and its reason, and players who are out by it. Shape: sentences."""
    lift = view.table.last_lift
    assert lift is not None
    if lift.count == lift.bid.quantity and reader == lift.bidder:
        yield say("Exactly right: everyone else loses a die.")
    elif lift.count == lift.bid.quantity:
        yield say("Exactly right: everyone but {name} loses a die.", name=called(table, lift.bidder, say))
    else:
        loser = lift.doubter if lift.count > lift.bid.quantity else lift.bidder
        yield _loss(called(table, loser, say), lift, loser, say, reader)
    out = [Seat(seat) for seat, lost in enumerate(lift.lost) if lost and not view.table.dice_counts[seat]]
    if reader in out:
        yield say("You're out.")
    others = [called(table, seat, say) for seat in out if seat != reader]
    number, names = len(others), together(others, say)
    if others:
        yield say.many("{names} is out.", "{names} are out.", number, names=names)


def _loss(who: str, lift: CupsLifted, loser: Seat, say: Words, reader: Seat | None) -> str:
    """How many dice the player who was wrong loses: as many as the bid was off, if they have so many."""
    more, less = max(lift.count, lift.bid.quantity), min(lift.count, lift.bid.quantity)
    lost, off = lift.lost[loser], f"{more} − {less} = {more - less}"
    if lost == more - less and loser == reader:
        return say.many("{sum}: you lose {n} die.", "{sum}: you lose {n} dice.", lost, sum=off)
    if lost == more - less:
        return say.many("{sum}: {name} loses {n} die.", "{sum}: {name} loses {n} dice.", lost, sum=off, name=who)
    if loser == reader:
        return say.many("{sum}: you had only {n} die and lose it.", "{sum}: you had only {n} dice and lose them all.",
                        lost, sum=off)  # fmt: skip
    return say.many("{sum}: {name} had only {n} die and loses it.",
                    "{sum}: {name} had only {n} dice and loses them all.", lost, sum=off, name=who)  # fmt: skip


def revealed(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The last doubt: everyone's dice under the lifted cups, and what that means, also for the reader alone."""
    lift, reader = view.table.last_lift, view.seat
    assert lift is not None
    told = happened(table, lift, say, reader)
    result = " ".join(losses(table, view, say, reader))
    in_words, aloud = [], [told]
    for seat, dice in enumerate(laid_open(lift)):
        if not dice:
            continue
        who, hits = name(table, Seat(seat), say), lift.bid.counts(dice)
        shown = " ".join(filter(None, (f"[{faces(dice[:hits])}]" if hits else "", faces(dice[hits:]))))
        in_words.append(f"{who}  {shown}  → **{hits}**")
        aloud.append(say.many("{name}: {dice}; {n} of them counts", "{name}: {dice}; {n} of them count", hits, name=who,
                              dice=one_by_one(dice)))  # fmt: skip
    alt, words = spoken("\n".join((*aloud, result)), say), Text("\n".join(in_words))
    return (Text(told), Picture(reveal_picture(table, lift, say), alt, (words,)), Text(result))


def in_a_line(table: Table, view: BluffView, say: Words) -> str:
    """The last doubt in short: the bid, the count, and what that cost, by badges."""
    lift = view.table.last_lift
    assert lift is not None
    result = " ".join(losses(table, view, say, view.seat, called=lambda _, seat, __: badge(seat)))
    return say("Round {round}: {bid} → {count}. {result}", round=lift.round, bid=bid_label(lift.bid), count=lift.count,
               result=result)  # fmt: skip


def action_label(action: Action, say: Words) -> str:
    """The move as a label. Shape: "" for dice left as they are."""
    match action:
        case Bid():
            return say("Bid {bid}", bid=bid_label(action))
        case Lift():
            return say("Doubt")
        case Expose(dice):
            return say("Show {dice} and reroll the rest", dice=faces(dice))
    return ""


def hand_line(view: BluffView, _say: Words) -> str:
    """The dice that only this seat sees; the open ones are on the board."""
    return faces(view.own_dice)


def tell(_table: Table, seen: Sequence[Seen[BluffView]], say: Words) -> list[str]:
    """The rolls for the first turn, how many dice everyone has, and every bid with the dice shown."""
    begins, now = seen[0].before.table, seen[-1].after.table
    has_ended = seen[-1].after.rounds_over > seen[0].before.rounds_over
    made = now.ended[-1].bids if has_ended else now.bids
    had = " · ".join(f"{badge(Seat(seat))} {dice}" for seat, dice in enumerate(begins.dice_counts) if dice)
    in_play = say.many("{n} die in play", "{n} dice in play", begins.dice_in_play)
    return [*_openings(seen, say), f"{in_play} · {had}", *every_bid(made, len(begins.still_in), say)]


def _openings(seen: Sequence[Seen[BluffView]], say: Words) -> Iterator[str]:
    """Every roll for the first turn, and who opens by the last."""
    for rolled in (event for move in seen for event in move.events if isinstance(event, OpeningRolled)):
        dice = " · ".join(f"{badge(Seat(seat))} {faces(each)}" for seat, each in enumerate(rolled.dice) if each)
        yield say("Roll for the first turn: {rolls}", rolls=dice)
        if rolled.opener is not None:
            pips = TOTALS[rolled.dice[rolled.opener]]
            yield say("-# {name} rolled highest ({pips}) and opens", name=badge(rolled.opener), pips=pips)
