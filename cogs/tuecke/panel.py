"""The private page of Mit List und Tücke. Pure: from a seat's view to the parts of a page."""

from collections.abc import Iterable

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Style, Text, rows
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import cards, choice_rows, hand_line, parse_cards, play_rows, plays_of, refusal, sign
from cogs.parts.names import badge, name
from cogs.parts.panel import Barred, ask, reasons, rules, waiting
from cogs.parts.tricks import crowns_of, own_card, trick_lines
from cogs.parts.tutor import steady
from cogs.tuecke.board import colours, footnote, formula, last_trick, piles, rounding, turn
from games.cards import Cards, colour_of, to_text
from games.core import Seat
from games.tuecke import COMPUTERS
from games.tuecke.actions import COLOURS_IN, Keep, Take
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.view import TueckeView

FACTORS = 2
"""How many piles are multiplied."""

PAIRS_IN_A_ROW = 2
"""Buttons in a row for pairs of colours, whose labels are long: more would wrap on a narrow screen."""


def panel(table: Table, view: TueckeView, say: Words, show: str) -> tuple[Part, ...]:
    """The player's own page."""
    open_table = view.table
    assert view.seat is not None
    if view.seat not in open_table.to_act:
        known = Text("\n".join((hand_line(view.hand, say), *_own(view, say))))
        return waiting(turn(table, view, say), (*_trick(table, view, say), known), say)
    match open_table.phase:
        case "take":
            return _take(table, view, say, show)
        case "keep":
            return _keep(table, view, say)
    aim = say("-# Aim: two big piles, few other cards. 👑 picks half of the trick, 🥈 gets the rest.")
    aims = (aim,) if open_table.round.number == 1 else ()  # the rules always have it
    return (
        Text(own_card(colour_of(open_table.trick[0]) if open_table.trick else None, say)),
        *(() if table.is_on_one_page else _trick(table, view, say)),  # else it's on the board above
        *play_rows(table, open_table.decision, view.hand, view.playable, say, chapter="playing"),
        Text("\n".join((*aims, colours(view, say), *_own(view, say), *_others(table, view, say)))),
    )


def why(view: TueckeView, say: Words, show: str) -> str:
    """Why the cards that are shown may not be played, or not be taken together."""
    barred: Iterable[Barred] = plays_of(view.hand)
    if view.table.phase == "take":
        barred = [("", Take(_chosen(view, show)))]
    return reasons(barred, view, lambda error: refusal(error, say))


def _trick(table: Table, view: TueckeView, say: Words) -> tuple[Text, ...]:
    """The trick so far, or the one before while none lies."""
    now, before = view.table, last_trick(view, say) if view.table.round.tricks else ()
    crowns = crowns_of(now.first_taker, now.second_taker)
    return trick_lines(table, say, leader=now.round.leader, cards=now.trick, crowns=crowns, before=before)


def _others(table: Table, view: TueckeView, say: Words) -> tuple[str, ...]:
    """The colours of the others, in a small line. Shape: empty if nobody has any, or the board is on the same page."""
    others = () if table.is_on_one_page else (Seat(seat) for seat in range(view.table.round.seats) if seat != view.seat)
    told = list(filter(None, (piles(view, seat, badge(seat), say) for seat in others)))
    return (f"-# {' · '.join(told)}",) if told else ()


def _own(view: TueckeView, say: Words) -> tuple[str, ...]:
    assert view.seat is not None
    pile = view.pile(view.seat)
    if pile is None or not sum(pile.counts):
        return ()
    if len(pile.open) <= FACTORS:  # the formula has all of them
        told = say("Your piles now: {formula}", formula=formula(pile))
    else:
        piles = " · ".join(f"{sign(each)} {count}" for each, count in pile.open.items())
        told = say("Your piles: {piles} · discard: {discard} · worth now: {formula}", piles=piles,
                   discard=pile.discard, formula=formula(pile))  # fmt: skip
    return (" · ".join((told, *rounding((pile,), say))),)


def _take(table: Table, view: TueckeView, say: Words, show: str) -> tuple[Part, ...]:
    """Cards of the trick to choose, with a suggestion, and one click to take them."""
    open_table = view.table
    trick, chosen = open_table.trick_cards, _chosen(view, show)
    title = say.many("## Take {n} card from the trick", "## Take {n} cards from the trick", open_table.half)
    rest = say("All cards are one colour: the rest is out of the round.")
    if open_table.second_taker is not None:
        rest = say("The rest goes to {name}.", name=name(table, open_table.second_taker, say))
    parts: list[Part] = [
        Text(f"{title}\n{rest}"),
        *(() if table.is_on_one_page else _trick(table, view, say)),  # else it's on the board above
        *choice_rows(table, open_table.decision, trick, allowed=trick, chosen=chosen,
                     shows=lambda each: to_text(chosen ^ 1 << each)),
    ]  # fmt: skip
    more = open_table.half - chosen.bit_count()
    is_half = not more
    if is_half:
        label = say("Take {taken}, leave {cards}", taken=cards(chosen), cards=cards(trick ^ chosen))
    elif more > 0:
        label = say.many("Choose {n} more", "Choose {n} more", more)
    else:
        label = say.many("Choose {n} fewer", "Choose {n} fewer", -more)
    verb, text = ("play", Take(chosen).to_text()) if is_half else ("show", to_text(chosen))
    take = Button(label, CustomId(verb, table.id, open_table.decision, text).to_text(), "primary", disabled=not is_half)
    parts += (Row((take,)), ask(table, open_table.decision, say, "takers", to_text(chosen), is_barred=not is_half))
    hand = (hand_line(view.hand, say),) if view.hand else ()
    known = (*hand, *_own(view, say), *_others(table, view, say))
    return (*parts, Text("\n".join(known))) if known else tuple(parts)


def _chosen(view: TueckeView, show: str) -> Cards:
    """The cards of the trick that the panel's buttons have chosen, or at first what the steady computer would take."""
    if show:
        return parse_cards(show, view.table.trick_cards)
    take = steady(COMPUTERS, view, view.table.decision)
    assert isinstance(take, Take)
    return take.cards


def _keep(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The two colours to keep: how many cards of each, and what the pair would be worth."""
    counts = counts_of(view.taken)
    suggested = steady(COMPUTERS, view, view.table.decision)
    buttons, piles = [], []
    for action in view.legal_actions:
        if isinstance(action, Keep):
            one, other = (f"{sign(each)} {counts[each]}" for each in COLOURS_IN[action.colours])
            pile = Pile(counts, action.colours)
            custom_id = CustomId("play", table.id, view.table.decision, action.to_text()).to_text()
            style: Style = "primary" if action == suggested else "plain"
            label = f"{one} × {other} ÷ {pile.discard} = {pile.score.points}"
            buttons.append(Button(label, custom_id, style))
            piles.append(pile)
    title = say(
        "## Keep two of your four colours\nThe others become your discard, and your points are divided by its size."
    )
    hand = (hand_line(view.hand, say),) if view.hand else ()
    known = (*footnote(piles, say), *hand, *_others(table, view, say))
    return (
        Text(title),
        *rows(buttons, width=PAIRS_IN_A_ROW),
        Row((rules(table, say, "piles"),)),
        *((Text("\n".join(known)),) if known else ()),
    )
