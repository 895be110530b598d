"""The public page of Volltreffer, and the sentences that panels and replays share with it. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.matches.history import Seen
from bot.pages.page import Part, Picture, Text, small
from bot.tables.table import Table
from bot.words import Words
from cogs.parts import cards as card_words
from cogs.parts.cards import card, cards, colour, compact
from cogs.parts.names import badge, name
from cogs.parts.scores import headline, standings
from cogs.parts.spoken import pictured
from cogs.parts.tricks import card_from, last_trick, numbered_trick
from cogs.volltreffer.picture import bought_picture, market_picture, track_picture, trick_picture
from games.cards import Play
from games.core import Action, Event, PlayerError, Seat
from games.figures import Tally
from games.volltreffer.actions import Buy, Declare, LayRow, Swap
from games.volltreffer.events import CardBought, MeldsShown, RowLaid, SmallestTotal, TrickTaken
from games.volltreffer.market import PRICES, Row
from games.volltreffer.melds import FIVE_COLOURS, MELDS, Meld, points
from games.volltreffer.table import HAND, SMALLEST, TRICK, OpenTable
from games.volltreffer.track import BULLSEYE, Square
from games.volltreffer.view import VolltrefferView


def board(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    open_table = view.table
    if open_table.outcome:
        won = headline("Volltreffer", table, open_table.outcome, say)
        places = standings(table, open_table.outcome, say).instead
        end = small((*gains(open_table, say), _taken(table, open_table, say)))
        return (Text(won), _track(table, open_table, places, say), end)
    title = Text(_title(open_table, say))
    before = (_taken(table, open_table, say),) if open_table.trick and any(open_table.tricks) else ()
    asked = Text("\n".join((*before, turn(table, open_table, say))))  # while no card is there, the picture has it
    seats = Text("\n".join(_seat_line(table, open_table, Seat(seat), say) for seat in range(open_table.seats)))
    trump, goal = say("Trump: {trump}", trump=colour(open_table.trump, say)), f"-# {aim(open_table, say)}"
    if open_table.phase == "declare":
        bought = pictured(bought_picture(table, open_table, say), (Text(f"{trump}\n{goal}"), seats), say)
        return (title, bought, Text(trump), asked)
    if open_table.phase == "play":
        last_one = [_taken(table, open_table, say)] if any(open_table.tricks) and not open_table.trick else []
        open_cards = Text("\n".join((trump, *last_one, f"{goal} · {prize(say)}")))
        trick = pictured(trick_picture(table, open_table, say), (open_cards, seats), say)
        return (title, trick, asked, *_melds(open_table, say))
    assert open_table.trump_card is not None
    turned = f"{trump} ({card(open_table.trump_card)})"
    open_cards = Text("\n".join((turned, for_sale(open_table, say), goal)))
    market = pictured(market_picture(table, open_table, say), (open_cards, seats), say)
    return (title, market, asked, *_before(table, open_table, say))


def scored(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """How everyone has moved in the round that has ended, and where that has led."""
    open_table = view.table
    seats = "\n".join(standing(table, open_table, Seat(seat), say) for seat in range(open_table.seats))
    return (_track(table, open_table, (Text(seats),), say), small(gains(open_table, say)))


def _title(open_table: OpenTable, say: Words) -> str:
    if open_table.phase == "declare":
        return say("## Volltreffer · round {round} · melds", round=open_table.round)
    if open_table.phase == "play":
        return say("## Volltreffer · round {round} · trick {trick}/{tricks}", round=open_table.round,
                   trick=sum(open_table.tricks) + 1, tricks=HAND)  # fmt: skip
    return say("## Volltreffer · round {round} · buying", round=open_table.round)


def _track(table: Table, open_table: OpenTable, instead: Iterable[Text], say: Words) -> Picture:
    """Everyone's square on the track. Shape: `instead` says the same in words, apart from the aim."""
    return pictured(track_picture(table, open_table, say), (*instead, Text(f"-# {aim(open_table, say)}")), say)


def _seat_line(table: Table, open_table: OpenTable, seat: Seat, say: Words) -> str:
    where = standing(table, open_table, seat, say)
    lead = "➤ " if open_table.phase == "play" and seat == open_table.leader else ""
    marker = " ◀" if seat in open_table.to_act else ""
    crown = " 👑" if open_table.trick and seat == open_table.taken.winner else ""
    place = (seat - (open_table.leader or 0)) % open_table.seats
    played = f" · **{card(open_table.trick[place])}**{crown}" if place < len(open_table.trick) else ""
    tricks = " · " + say.many("{n} trick", "{n} tricks", open_table.tricks[seat]) if open_table.phase == "play" else ""
    held = f" · {compact(open_table.hands[seat])}" if open_table.hands[seat] else ""
    return f"{lead}{where}{played}{tricks}{held}{marker}"


def _taken(table: Table, open_table: OpenTable, say: Words) -> str:
    last = open_table.last_trick
    assert last is not None
    return last_trick(table, last.leader, last.cards, last.winner, say)


def _melds(open_table: OpenTable, say: Words) -> tuple[Part, ...]:
    """Moves forward by melds and the smallest total: why until a card is led, and in a line in that trick."""
    if open_table.last_melds is None or any(open_table.tricks):
        return ()
    if open_table.trick:
        return (Text(say("-# Melds and smallest total: {squares}", squares=moved(gained_by_melds(open_table)))),)
    seats = map(Seat, range(open_table.seats))
    return (small(f"{badge(seat)} {' · '.join(found)}" for seat in seats if (found := melded(open_table, seat, say))),)


def _before(table: Table, open_table: OpenTable, say: Words) -> tuple[Part, ...]:
    """How everyone moved in the last round, until all have bought in this one; on one's own, at first with reasons."""
    over, bought = open_table.last_round, sum(map(int.bit_count, open_table.bought))
    if over is None or bought >= open_table.seats:
        return ()
    if table.is_solo and not bought:
        return (small(gains(open_table, say)),)
    gained = (
        squares + TRICK * tricks for squares, tricks in zip(gained_by_melds(open_table), over.tricks, strict=True)
    )
    return (Text(say("-# Round {round}: {squares}", round=open_table.round - 1, squares=moved(gained))),)


def farewell(_table: Table, view: VolltrefferView, say: Words) -> str:
    """The player's square, and how far that is from the bull's-eye."""
    assert view.seat is not None
    return own_square(view.table.markers[view.seat], say)


def praise(view: VolltrefferView, _figures: Mapping[str, Tally], say: Words) -> str:
    """Praise for reaching the zone, or for the most tricks of the last round."""
    open_table, seat = view.table, view.seat
    assert seat is not None
    assert open_table.last_round is not None
    tricks = open_table.last_round.tricks
    if open_table.markers[seat] in open_table.zone:
        return say("You landed in the zone.")
    if tricks[seat] and tricks[seat] == max(tricks):
        return say("Nobody took more tricks than you in the last round: {tricks}.", tricks=tricks[seat])
    return ""


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
    if now.trick and now.leader is not None:  # still on the table
        later.append(numbered_trick(sum(now.tricks) + 1, now.leader, now.trick, now.seats))
    row = next((move.after.table.row for move in seen if move.after.table.phase == "buy"), None)
    first = [] if row is None else [say("First row: {row}", row=prices(row, say))]  # the dealer may still order it
    return [trump, *first, *_purchases(seen, say), *later]


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
