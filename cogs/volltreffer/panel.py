"""The private page of Volltreffer. Pure: from a seat's view to the parts of a page."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Select, SelectOption, Text, rows
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour, hand_line, parse_cards, play_rows, plays_of
from cogs.parts.panel import Barred, ask, reasons, rules, waiting
from cogs.parts.tricks import crowns_of, last_trick, own_card, trick_lines
from cogs.volltreffer.board import aim, for_sale, named, others, own_square, prize, refusal, turn, which_melds
from games.cards import NAMES, Card, colour_of, gather, listed, value_of
from games.volltreffer.actions import Buy, Declare, LayRow, Swap
from games.volltreffer.market import PRICES
from games.volltreffer.melds import Melds, points
from games.volltreffer.view import VolltrefferView

NOTHING_CHOSEN = "-"

CARDS_IN_A_ROW = 2
"""Buttons in a row for cards in the market, with a price or another card beside each: more would wrap on a phone."""


def panel(table: Table, view: VolltrefferView, say: Words, show: str) -> tuple[Part, ...]:
    """The player's own page."""
    open_table = view.table
    assert view.seat is not None
    if view.seat not in open_table.to_act:
        return _waiting(table, view, say)
    match open_table.phase:
        case "row":
            return _lay_row(table, view, say, show)
        case "buy":
            return _buy(table, view, say)
        case "swap":
            return _swap(table, view, say, show)
        case "declare":
            return _declare(table, view, say, show)
    return (
        Text(own_card(open_table.led, say)),
        *(() if table.is_on_one_page else _trick(table, view, say)),  # else it's on the board above
        *play_rows(table, view.decision, view.hand, view.playable, say, chapter="tricks"),
        _where(table, view, say),
    )


def why(view: VolltrefferView, say: Words, _show: str) -> str:
    """Why the cards that are shown may not be bought or played, or not all melds be shown."""
    match view.table.phase:
        case "buy":
            barred: Iterable[Barred] = [("", Buy(each)) for each in view.table.row]
        case "declare":
            barred = [("", Declare(melds)) for melds in _conflicts(view)]
        case _:
            barred = plays_of(view.hand)
    return reasons(barred, view, lambda error: refusal(error, say))


def _conflicts(view: VolltrefferView) -> list[Melds]:
    """Two melds that the hand has, but not at once. Shape: of different numbers; ascending."""
    possible = {action.melds for action in view.legal_actions if isinstance(action, Declare)}
    single = sorted(melds[0] for melds in possible if len(melds) == 1)
    return [pair for pair in combinations(single, 2) if pair[0].value != pair[1].value and pair not in possible]


def _waiting(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """The player whose turn it is, the trick, and one's own cards."""
    open_table = view.table
    lines = [turn(table, open_table, say)]
    if open_table.phase in {"buy", "swap"}:
        lines.append(for_sale(open_table, say))
    if view.declared is not None:
        lines.append(say("You're showing: {melds}", melds=_melds(view.declared, say)))
    known = Text(f"{hand_line(view.hand, say)}\n{_square(view, say)} · {_trump(view, say)}")
    return waiting("\n".join(lines), (*_trick(table, view, say), known), say)


def _trick(table: Table, view: VolltrefferView, say: Words) -> tuple[Text, ...]:
    """The trick on the table, or the last one if it's empty."""
    open_table = view.table
    if open_table.phase != "play" or open_table.leader is None:
        return ()
    last, crowns = open_table.last_trick, crowns_of(open_table.taken.winner) if open_table.trick else {}
    before = [last_trick(table, last.leader, last.cards, last.winner, say)] if last and any(open_table.tricks) else ()
    return trick_lines(table, say, leader=open_table.leader, cards=open_table.trick, crowns=crowns, before=before)


def _square(view: VolltrefferView, say: Words) -> str:
    assert view.seat is not None
    return own_square(view.table.markers[view.seat], say)


def _trump(view: VolltrefferView, say: Words) -> str:
    return say("Trump: {trump}", trump=colour(view.table.trump, say))


def _where(table: Table, view: VolltrefferView, say: Words) -> Text:
    """One's own square, those of the others, and in the first round the aim."""
    if table.is_on_one_page:  # the board is on the same page
        return Text(f"-# {aim(view.table, say)}")
    open_table, trump = view.table, _trump(view, say)
    assert view.seat is not None
    lines = [_square(view, say), others(table, open_table, view.seat, say)]
    lines.append(f"{trump} · {prize(say)}" if open_table.phase == "play" else trump)
    if open_table.round == 1:
        lines.append(f"-# {aim(open_table, say)}")
        lines += [which_melds(say)] if open_table.phase == "buy" else []
    return Text("\n".join(lines))


def _buy(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """One click buys; what is too dear is shown all the same, and says why."""
    ids = [_play(table, view, Buy(each).to_text()) for each in view.table.row]
    return (
        Text(say("## Your turn · buy a card")),
        *_row(view, say, ids, view.affordable),
        ask(table, view.decision, say, "buying", is_barred=view.affordable != view.table.row),
        Text(hand_line(view.hand, say)),
        _where(table, view, say),
    )


def _row(view: VolltrefferView, say: Words, ids: Sequence[str], allowed: Collection[Card]) -> tuple[Row, ...]:
    """The cards in the row with their prices, as buttons with these custom_ids."""
    return rows(
        (
            Button(say("{value} for {price}", value=value_of(each), price=price), custom_id,
                   disabled=each not in allowed, face=colour_of(each).word)
            for price, each, custom_id in zip(PRICES, view.table.row, ids, strict=True)
        ),
        width=CARDS_IN_A_ROW,
    )  # fmt: skip


def _menu(table: Table, view: VolltrefferView, name: str, labels: Sequence[str], show: str) -> tuple[int, Select]:
    """A list of choices with the one that the panel shows, by its index."""
    at = int(show) if show.isdecimal() and int(show) < len(labels) else 0
    choices = (SelectOption(label, str(index), chosen=index == at) for index, label in enumerate(labels))
    return at, Select(name, CustomId("show", table.id, view.decision).to_text(), tuple(choices))


def _lay_row(table: Table, view: VolltrefferView, say: Words, show: str) -> tuple[Part, ...]:
    """Every order that the equal cards may lie in, and one click to lay them."""
    orders = [action for action in view.legal_actions if isinstance(action, LayRow)]
    labels = [" · ".join(map(card, order.cards)) for order in orders]
    at, menu = _menu(table, view, say("The order"), labels, show)
    lay = Button(say("Lay them out like this"), _play(table, view, orders[at].to_text()), "primary")
    return (
        Text(say("## You deal: put the equal cards in order\nThe prices in the row are 4, 2, 1 and 0.")),
        menu,
        Row((lay, rules(table, say, "row"))),
        _where(table, view, say),
    )


def _swap(table: Table, view: VolltrefferView, say: Words, show: str) -> tuple[Part, ...]:
    """Two taps: the first chooses a card, the second the one that it changes places with."""
    chosen = parse_cards(show, gather(view.table.row))
    title = Text(say("## Swap two cards in the row\nEach takes the other's price for the next buyer."))
    below = (Row((rules(table, say, "end"),)), Text(hand_line(view.hand, say)), _where(table, view, say))
    if not chosen:
        ids = [CustomId("show", table.id, view.decision, NAMES[each]).to_text() for each in view.table.row]
        return (title, *_row(view, say, ids, view.table.row), *below)
    first = listed(chosen)[0]
    back = CustomId("show", table.id, view.decision, NOTHING_CHOSEN).to_text()
    buttons = [
        Button(str(value_of(each)), back, "good", face=colour_of(each).word)
        if each == first
        else Button(
            f"{value_of(each)} ⇄ {value_of(first)}",
            _play(table, view, Swap((min(first, each), max(first, each))).to_text()),
            face=colour_of(each).word,
        )
        for each in view.table.row
    ]
    return (title, Text(for_sale(view.table, say)), *rows(buttons, width=CARDS_IN_A_ROW), *below)


def _declare(table: Table, view: VolltrefferView, say: Words, show: str) -> tuple[Part, ...]:
    """The melds that can be shown, the best first, and one click to decide."""
    possible = [action for action in view.legal_actions if isinstance(action, Declare)]
    labels = [_melds(action, say) for action in possible]
    at, menu = _menu(table, view, say("Your melds"), labels, show)
    title = say("## Choose your melds\nEveryone decides at the same time.")
    label = say("Show {melds}", melds=labels[at]) if possible[at].melds else say("Show nothing")
    show_them = Button(label, _play(table, view, possible[at].to_text()), "primary")
    help_with = ask(table, view.decision, say, "melds", str(at), is_barred=bool(_conflicts(view)))
    return (
        Text(f"{title}\n{which_melds(say)}"),
        Text(hand_line(view.hand, say)),
        *((menu,) if len(possible) > 1 else ()),
        Row((show_them, *help_with.buttons)),
        _where(table, view, say),
    )


def _melds(action: Declare, say: Words) -> str:
    if not action.melds:
        return say("nothing")
    return say("{melds}: +{points}", melds=named(action.melds, say), points=points(action.melds))


def _play(table: Table, view: VolltrefferView, text: str) -> str:
    return CustomId("play", table.id, view.decision, text).to_text()
