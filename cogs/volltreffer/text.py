"""Sentences of Volltreffer that boards, panels and replays share. Pure: from what a reader may see."""

from collections.abc import Iterable, Iterator, Sequence

from bot.matches.history import Seen
from bot.tables.table import Table
from bot.words import Words
from cogs.parts import cards as card_words
from cogs.parts.cards import card, cards, colour, compact
from cogs.parts.names import badge, name
from cogs.parts.tricks import numbered_trick
from cogs.parts.turns import card_from
from games.cards import Play
from games.core import Action, Event, PlayerError, Seat
from games.volltreffer.actions import Buy, Declare, LayRow, Swap
from games.volltreffer.events import CardBought, MeldsShown, RowLaid, SmallestTotal, TrickTaken
from games.volltreffer.market import PRICES, Row
from games.volltreffer.melds import FIVE_COLOURS, MELDS, Meld, points
from games.volltreffer.table import SMALLEST, TRICK, OpenTable
from games.volltreffer.track import BULLSEYE, Square
from games.volltreffer.view import VolltrefferView

MELD_OF_TEXT = {meld.text: meld for meld in MELDS}
"""Every meld by its text in a refusal."""


def turn(table: Table, open_table: OpenTable, say: Words) -> str:
    """The player whose turn it is, and their task."""
    if open_table.phase == "declare":
        waiting = " · ".join(name(table, seat, say) for seat in sorted(open_table.to_act))
        return say("▶ Choosing melds: {names}", names=waiting)
    (seat,) = open_table.to_act
    who = name(table, seat, say)
    match open_table.phase:
        case "row":
            return say("▶ {name}: put the equal cards in order", name=who)
        case "buy":
            return say("▶ {name}: buy a card", name=who)
        case "swap":
            return say("▶ {name}: swap two cards in the row", name=who)
    return card_from(table, seat, open_table.led, say)


def aim(open_table: OpenTable, say: Words) -> str:
    """The aim: the zone, and how one wins."""
    return say("Aim: be on {first}–{last} after the last trick; closest to {bullseye} wins",
               first=open_table.zone[0], last=open_table.zone[-1], bullseye=BULLSEYE)  # fmt: skip


def which_melds(say: Words) -> str:
    """Every kind of meld, and what they and the smallest total earn, in a small line."""
    three, four, five = sorted({meld.points for meld in MELDS if meld != FIVE_COLOURS})
    return say("-# Melds: three equal numbers +{three}, four +{four}, five +{five} · one of each colour +{colours} · "
               "the smallest total +{smallest}", three=three, four=four, five=five, colours=FIVE_COLOURS.points,
               smallest=SMALLEST)  # fmt: skip


def prize(say: Words) -> str:
    """The squares that a trick earns."""
    return say("a trick: +{squares}", squares=TRICK)


def to_go(square: Square, say: Words) -> str:
    """How far it is to the bull's-eye, and in which direction."""
    if square == BULLSEYE:
        return say("exactly on {bullseye}", bullseye=BULLSEYE)
    if square > BULLSEYE:
        return say("{n} past {bullseye}", n=square - BULLSEYE, bullseye=BULLSEYE)
    return say("{n} short of {bullseye}", n=BULLSEYE - square, bullseye=BULLSEYE)


def standing(table: Table, open_table: OpenTable, seat: Seat, say: Words) -> str:
    """A player's square, and how far that is from the bull's-eye."""
    square = open_table.markers[seat]
    return say("{name} on **{square}** · {distance}", name=name(table, seat, say), square=square,
               distance=to_go(square, say))  # fmt: skip


def own_square(square: Square, say: Words) -> str:
    """A player's own square, and how far that is from the bull's-eye."""
    return say("You're on **{square}** · {distance}", square=square, distance=to_go(square, say))


def others(table: Table, open_table: OpenTable, own: Seat, say: Words) -> str:
    """The squares of all others; while tricks are played, also the cards they can answer with, in small lines."""
    seats = [Seat(seat) for seat in range(open_table.seats) if seat != own]
    where = [f"{name(table, seat, say)} {open_table.markers[seat]}" for seat in seats]
    if open_table.phase != "play":
        return " · ".join(where)
    return "\n".join(
        f"-# {line} · {compact(open_table.hands[seat]) or '–'}" for line, seat in zip(where, seats, strict=True)
    )


def for_sale(open_table: OpenTable, say: Words) -> str:
    """The row under its prices."""
    left = say.many("{n} card left", "{n} cards left", open_table.deck_left)
    return say("For sale: {row} · {left}", row=prices(open_table.row, say), left=left)


def prices(row: Row, say: Words) -> str:
    """The price of each card in the row."""
    return " · ".join(
        say("{value} for {price}", value=f"**{card(each)}**", price=price)
        for price, each in zip(PRICES, row, strict=True)
    )


def meld_name(meld: Meld, say: Words) -> str:
    """The name of a meld."""
    if not meld.value:
        return say("one of each colour")
    kinds = {3: say("three {value}s", value=meld.value), 4: say("four {value}s", value=meld.value),
             5: say("five {value}s", value=meld.value)}  # fmt: skip
    return kinds[meld.size]


def named(melds: Iterable[Meld], say: Words) -> str:
    """Several melds in a row."""
    return " + ".join(meld_name(meld, say) for meld in melds)


def refusal(error: PlayerError, say: Words) -> str:
    """The sentence of a refusal, with cards and melds as the page calls them."""
    if "melds" not in error.facts:
        return card_words.refusal(error, say, card_facts=card_words.CARD_FACTS | {"row"})
    shown = [MELD_OF_TEXT[text] for text in str(error.facts["melds"]).split(" ")]
    return say(error.template, melds=named(shown, say))


def melds(table: Table, shown: MeldsShown, smallest: SmallestTotal, say: Words) -> list[str]:
    """The melds of a round, and the smallest total. Shape: a line a meld, then a line."""
    lines = [
        f"{name(table, Seat(seat), say)} · {meld_name(meld, say)} ({compact(with_cards)}) **+{meld.points}**"
        for seat, found in enumerate(shown.melds)
        for meld, with_cards in zip(found, shown.cards[seat], strict=True)
    ]
    sums = " · ".join(name(table, seat, say) for seat in smallest.seats)
    total = say("smallest total ({total})", total=min(smallest.sums))
    return [*lines, f"{sums} · {total} **+{SMALLEST}**"]


def gains(open_table: OpenTable, say: Words) -> list[str]:
    """How everyone has moved forward in the round that has ended, and where that has led. Shape: a line a seat."""
    over = open_table.last_round
    assert over is not None
    lines = []
    for seat, tricks in enumerate(over.tricks):
        found = melded(open_table, Seat(seat), say)
        if tricks:
            found.append(say.many("{n} trick", "{n} tricks", tricks) + f" **+{tricks * TRICK}**")
        gained = " · ".join(found) or say("no squares")
        lines.append(f"{badge(Seat(seat))} {gained} → **{over.markers[seat]}**")
    return lines


def melded(open_table: OpenTable, seat: Seat, say: Words) -> list[str]:
    """A player's moves forward before the tricks of a round: by their melds, and by the smallest total."""
    shown, smallest = open_table.last_melds, open_table.last_smallest
    found = []
    if shown and (melds := shown.melds[seat]):
        found.append(f"{', '.join(meld_name(meld, say) for meld in melds)} **+{points(melds)}**")
    if smallest and seat in smallest.seats:
        found.append(say("smallest total ({total})", total=min(smallest.sums)) + f" **+{SMALLEST}**")
    return found


def moved(gained: Iterable[int]) -> str:
    """By how many squares everyone has moved, by badges, without those who have not."""
    return " · ".join(f"{badge(Seat(seat))} +{squares}" for seat, squares in enumerate(gained) if squares)


def gained_by_melds(open_table: OpenTable) -> list[int]:
    """The squares that everyone got before the tricks of a round, by seat."""
    shown, smallest = open_table.last_melds, open_table.last_smallest
    assert shown is not None
    assert smallest is not None
    return [points(melds) + SMALLEST * (seat in smallest.seats) for seat, melds in enumerate(shown.melds)]


def action_label(action: Action, say: Words) -> str:
    """The move as a label."""
    match action:
        case Buy(chosen):
            return say("Buy {card}", card=card(chosen))
        case LayRow(row):
            return say("Lay out {cards}", cards=cards(row))
        case Swap(both):
            return say("Swap {cards}", cards=cards(both))
        case Declare(()):
            return say("Show nothing")
        case Declare(melds):
            return say("Show {melds}", melds=named(melds, say))
        case Play(chosen):
            return say("Play {card}", card=card(chosen))
    return ""


def hand_line(view: VolltrefferView, say: Words) -> str:
    """The cards, which lie open, and the melds that the others do not know yet."""
    melds = view.declared.melds if view.declared else ()
    declared = [say("showing: {melds}", melds=named(melds, say))] if melds else []
    return " · ".join(filter(None, (compact(view.hand), *declared)))


Moves = Sequence[Seen[VolltrefferView]]


def tell(table: Table, seen: Moves, say: Words) -> list[str]:
    """Trump, the first row, every purchase and swap, the melds, and every trick."""
    begins, now = seen[0].after.table, seen[-1].after.table
    assert begins.trump_card is not None
    trump = say("Trump: {trump}", trump=f"{colour(begins.trump, say)} ({card(begins.trump_card)})")
    later = [line for move in seen for event in move.events for line in _told(table, event, move.after.table, say)]
    return [trump, *_first_row(seen, say), *_purchases(seen, say), *later, *_unfinished(now)]


def _first_row(seen: Moves, say: Words) -> list[str]:
    """The opening row, once it lies. Shape: empty while the dealer puts equal cards in order."""
    row = next((move.after.table.row for move in seen if move.after.table.phase == "buy"), None)
    return [] if row is None else [say("First row: {row}", row=prices(row, say))]


def _purchases(seen: Moves, say: Words) -> list[str]:
    """Every purchase with its price, and what the buyer then swapped. Shape: a line for each time round the table."""
    bought: list[str] = []
    facts: dict[str, str | int] = {}
    for before, after, event in (
        (move.before.table, move.after.table, event) for move in seen for event in move.events
    ):
        if isinstance(event, CardBought):
            facts = {"name": badge(event.seat), "card": card(event.card), "price": event.price}
            bought.append(say("{name} {card} for {price}", **facts))
        elif isinstance(event, RowLaid) and before.phase == "swap":
            moved = [here for here, there in zip(before.row, after.row, strict=True) if here != there]
            swapped = " ⇄ ".join(map(card, moved))
            bought[-1] = say("{name} {card} for {price}, swaps {cards}", cards=swapped, **facts)
    seats = seen[0].after.table.seats
    laps = [" · ".join(bought[first : first + seats]) for first in range(0, len(bought), seats)]
    return [say("Bought: {cards}", cards=laps[0]), *laps[1:]] if laps else []


def _told(table: Table, event: Event, after: OpenTable, say: Words) -> Iterator[str]:
    match event:
        case MeldsShown():
            assert after.last_smallest is not None
            yield from melds(table, event, after.last_smallest, say)
        case TrickTaken(leader, cards, winner):
            yield numbered_trick(sum(after.tricks), leader, cards, after.seats, first=winner)


def _unfinished(now: OpenTable) -> list[str]:
    """The trick on the table. Shape: empty for none."""
    if not now.trick or now.leader is None:
        return []
    return [numbered_trick(sum(now.tricks) + 1, now.leader, now.trick, now.seats)]
