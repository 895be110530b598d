"""Bluff's private page: one's own dice, and what one may do. Pure: from a seat's view to the parts of a page."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from bot.matches.play import THEN
from bot.pages.custom_id import CustomId
from bot.pages.faces import plain
from bot.pages.page import Button, Part, Row, Select, SelectOption, Text, rows
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.board import in_a_line, latest, turn
from cogs.bluff.dice import bid_label, die_face, face, faces, refusal
from cogs.parts.names import badge
from cogs.parts.panel import Barred, ask, reasons, waiting, why_button
from cogs.parts.scores import PLACES
from games.bluff.actions import LIFT, STAND, STAR, Bid, Expose, replies
from games.bluff.view import BluffView
from games.core import Seat

_SHOWN = re.compile(r"([0-9]{0,2})\.([0-9]{0,5})")
"""The form of what the buttons carry on: short enough for a custom_id, even in a forged one."""

ROWS = 3
"""Rows of a window."""

BIDS_IN_A_ROW = 5

STARS_IN_LAST_ROW = 4
"""With these, the dice, the list of windows, the doubt, a notice and a link, a message has its 40 components."""


@dataclass(frozen=True, slots=True)
class Window:
    """Some of the legal bids. Shape: at most three rows of five, and at most four stars for the last row."""

    rows: tuple[tuple[Bid, ...], ...]
    stars: tuple[Bid, ...]

    @property
    def every_row(self) -> tuple[tuple[Bid, ...], ...]:
        """The rows in which the bids are shown, with the stars last if there are any."""
        return (*self.rows, self.stars) if self.stars else self.rows

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid in the window, row by row."""
        return (*(bid for row in self.rows for bid in row), *self.stars)


NOTHING = Window((), ())
"""The window if no bid is left to make."""


def windows(bids: Iterable[Bid]) -> tuple[Window, ...]:
    """All legal bids, each in one window, lowest first. Shape: empty when there is no bid left to make."""
    legal = tuple(bids)
    stars = [bid for bid in legal if bid.face == STAR]
    numbers = [bid for bid in legal if bid.face != STAR]
    by_quantity = [tuple(row) for _, row in groupby(numbers, key=lambda bid: bid.quantity)]
    return tuple(_cut(by_quantity, stars))


def _cut(by_quantity: list[tuple[Bid, ...]], stars: list[Bid]) -> Iterator[Window]:
    for first in range(0, len(by_quantity), ROWS):
        rows = tuple(by_quantity[first : first + ROWS])
        near = [star for star in stars if star.space < rows[-1][-1].space][:STARS_IN_LAST_ROW]
        stars = stars[len(near) :]
        if first + ROWS >= len(by_quantity) and len(near) + len(stars) <= STARS_IN_LAST_ROW:
            near, stars = near + stars, []
        yield Window(rows, tuple(near))
    for first in range(0, len(stars), ROWS * BIDS_IN_A_ROW):
        some = stars[first : first + ROWS * BIDS_IN_A_ROW]
        yield Window(tuple(tuple(some[at : at + BIDS_IN_A_ROW]) for at in range(0, len(some), BIDS_IN_A_ROW)), ())


def window_with(every: tuple[Window, ...], quantity: int) -> int:
    """The index of the window with the number bids on `quantity`, or of the first."""
    has_it = (any(bid.quantity == quantity and bid.face != STAR for bid in window.bids) for window in every)
    return next((index for index, found in enumerate(has_it) if found), 0)


TWO_DIGITS = 10

_NUMBERS, _STARS = plain(f"{face(1)}…{face(5)}"), plain(face(STAR))
"""The faces of bids in a list, which shows no emojis."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The window of bids that buttons asked for, None for the usual one, and places of own dice to show, ascending."""

    window: int | None = None
    dice: tuple[int, ...] = ()

    def to_text(self) -> str:
        """The text for a button; `from_text` parses it."""
        window = "" if self.window is None else str(self.window)
        return f"{window}.{''.join(map(str, self.dice))}"

    @classmethod
    def from_text(cls, text: str) -> "Shown":
        """Anything that is not of our form shows the usual page."""
        found = _SHOWN.fullmatch(text)
        if found is None:
            return cls()
        window, dice = found.groups()
        return cls(int(window) if window else None, tuple(sorted({int(die) for die in dice})))

    def with_die(self, die: int) -> "Shown":
        """With one die more to show, or one fewer if it was among them."""
        return Shown(self.window, tuple(sorted({*self.dice} ^ {die})))


def panel(table: Table, view: BluffView, say: Words, show: str) -> tuple[Part, ...]:
    """The player's own page."""
    assert view.seat is not None
    if not view.table.dice_counts[view.seat]:
        place = say(PLACES[view.table.places[view.seat]])
        out = say("## You're out · {place}\nThe others play on: watch them at the table. After the match you can ask "
                  "for a rematch.", place=place)  # fmt: skip
        return (Text(out), _told(table, view, say))
    if view.seat not in view.to_act:
        return waiting(turn(table, view, say), (_told(table, view, say), _dice(view)), say)
    shown = _possible(view, Shown.from_text(show))
    if view.table.phase == "expose":
        show_dice = Button(say("Show and reroll"), _play(table, view, _afterwards(view, shown)), "primary")
        stand = Button(say("Leave them"), _play(table, view, STAND.to_text()))
        return (
            Text(say("## Show dice and reroll the rest?")),
            *_toggles(table, view, shown),
            *((Text(_chosen(view, shown, say)),) if shown.dice else ()),
            Row((show_dice, stand) if shown.dice else (stand,)),
            *((ask(table, view.decision, say, "reroll", shown.to_text()),) if _shows_most(view, shown) else ()),
        )
    bid = view.table.bid
    title = say("## Raise {bid} or doubt", bid=bid_label(bid)) if bid else say("## Your turn: open the round")
    told = Text(f"{title}\n{_told(table, view, say).content}")
    return (told, *_own_dice(table, view, shown, say), *_bids(table, view, shown, say))


def why(view: BluffView, say: Words, show: str) -> str:
    """Why not a lower bid, why no higher one where the bids end, and why not all dice shown."""
    barred: list[Barred] = [("", LIFT)]
    if view.table.bid is not None:
        barred.append(("", view.table.bid))
    if _ends_here(view, Shown.from_text(show)):
        barred.append(("", Bid(view.table.dice_in_play + 1, 1)))
    bids = reasons(barred if view.table.phase == "bid" else (), view, lambda error: refusal(error, say))
    all_shown: list[Barred] = [("", Expose(view.own_dice))] if _may_show(view) else []
    after_bid = replace(view, table=replace(view.table, phase="expose"))
    dice = reasons(all_shown, after_bid, lambda error: refusal(error, say))
    return "\n".join(filter(None, (bids, dice)))


def _ends_here(view: BluffView, shown: Shown) -> bool:
    """Whether the bids that are shown end where the dice do: elsewhere nobody misses a higher one."""
    every = _windows(view)
    window = every[_index(view, every, shown)] if every else NOTHING
    return any(bid.quantity == view.table.dice_in_play for bid in window.bids if bid.face != STAR)


def _told(table: Table, view: BluffView, say: Words) -> Text:
    """The facts for a decision, in small print: a phone has no room for the board above the panel."""
    lines = latest(view, say)
    if not lines and view.table.last_lift:
        lines = [f"-# {in_a_line(table, view, say)}"]
    dice = " · ".join(f"{badge(Seat(seat))} {faces(dice)}" for seat, dice in enumerate(view.table.exposed) if dice)
    known = [say("shown dice: {dice}", dice=dice)] if dice else []
    if not table.is_on_one_page or not (lines or known):  # else the board on the same page says it
        known.append(say.many("{n} die in play", "{n} dice in play", view.table.dice_in_play))
    return Text("\n".join((*lines, *((f"-# {' · '.join(known)}",) if known else ()))))


def _dice(view: BluffView) -> Text:
    return Text(f"# {faces(view.own_dice)}")


def _possible(view: BluffView, shown: Shown) -> Shown:
    """The part asked for, as far as these dice allow: at least one stays under the cup."""
    dice = tuple(die for die in shown.dice if die < len(view.own_dice))
    return Shown(shown.window, dice[: len(view.own_dice) - 1] if _may_show(view) else ())


def _may_show(view: BluffView) -> bool:
    return view.table.reroll and len(view.own_dice) > 1


def _shows_most(view: BluffView, shown: Shown) -> bool:
    """Whether but one die would be left under the cup."""
    return len(shown.dice) == len(view.own_dice) - 1


def _own_dice(table: Table, view: BluffView, shown: Shown, say: Words) -> tuple[Part, ...]:
    """The dice under the cup, once: to be read, or as switches where some of them may be shown."""
    if not _may_show(view):
        return (_dice(view),)
    hint = f"-# {_chosen(view, shown, say)}" if shown.dice else say("-# Tap dice to show them; the rest are rerolled.")
    return (*_toggles(table, view, shown), Text(hint))


def _chosen(view: BluffView, shown: Shown, say: Words) -> str:
    dice = faces(view.own_dice[die] for die in shown.dice)
    return say.many("You show {dice} and reroll the other die.", "You show {dice} and reroll the other {n}.",
                    len(view.own_dice) - len(shown.dice), dice=dice)  # fmt: skip


def _toggles(table: Table, view: BluffView, shown: Shown) -> tuple[Part, ...]:
    """One's dice as switches: green ones are shown with the bid; the last one cannot be."""
    is_last = _shows_most(view, shown)
    return rows(
        Button(
            "" if own == STAR else str(own),  # pips are too small to be counted
            CustomId("show", table.id, view.decision, shown.with_die(die).to_text()).to_text(),
            "good" if die in shown.dice else "plain",
            disabled=is_last and die not in shown.dice,
            face=die_face(own),
            in_words=face(own),
        )
        for die, own in enumerate(view.own_dice)
    )


def _bids(table: Table, view: BluffView, shown: Shown, say: Words) -> tuple[Part, ...]:
    """The window of bids that is asked for, the other windows, and in the last row the cups."""
    every = _windows(view)
    here = _index(view, every, shown)
    window = every[here] if every else NOTHING
    then = [_afterwards(view, shown)] if _may_show(view) else []
    # A number beside a die on a switch is what it shows, on a bid how many: no die shows ten, where room is short.
    sign = "" if any(bid.quantity >= TWO_DIGITS for bid in window.bids) else "×"
    parts: list[Part] = [
        Row(tuple(_bid_button(table, view, bid, then, sign) for bid in row)) for row in window.every_row
    ]
    if len(every) > 1:
        choices = tuple(
            SelectOption(_range(other), Shown(at, shown.dice).to_text()) for at, other in enumerate(every) if at != here
        )
        parts.append(Select(say("Other bids…"), CustomId("show", table.id, view.decision).to_text(), choices))
    last = [why_button(table, view.decision, say, shown.to_text())]
    if LIFT in view.legal_actions:
        last.insert(0, Button(say("Doubt!"), _play(table, view, LIFT.to_text()), "danger"))
    return (*parts, Row(tuple(last)))


def _windows(view: BluffView) -> tuple[Window, ...]:
    bid = view.table.bid
    return _windows_above(view.table.dice_in_play, bid.space if bid else 0, bid.face if bid else 0)


@lru_cache(1000)
def _windows_above(dice: int, space: int, face: int) -> tuple[Window, ...]:
    """All bids that may follow this one, in windows. Shape: see `replies`."""
    return windows(action for action in replies(dice, space, face) if isinstance(action, Bid))


def _index(view: BluffView, every: tuple[Window, ...], shown: Shown) -> int:
    """The index of the window to show: at first the next raises, or for a first bid the count that can be expected."""
    if shown.window is not None and shown.window < len(every):
        return shown.window
    return 0 if view.table.bid else window_with(every, view.table.dice_in_play // 3)


def _range(window: Window) -> str:
    """The range of a window's bids, for the list."""
    numbers = [bid.quantity for bid in window.bids if bid.face != STAR]
    stars = [bid.quantity for bid in window.bids if bid.face == STAR]
    spans = []
    for sign, quantities in ((_NUMBERS, numbers), (_STARS, stars)):
        if quantities:
            least, most = quantities[0], quantities[-1]
            spans.append(f"{least} × {sign}" if least == most else f"{least}–{most} × {sign}")
    return " · ".join(spans)


def _bid_button(table: Table, view: BluffView, bid: Bid, then: Sequence[str], sign: str) -> Button:
    label, in_words = f"{bid.quantity}{sign}", f"{bid.quantity}×{face(bid.face)}"
    return Button(label, _play(table, view, bid.to_text(), *then), face=die_face(bid.face), in_words=in_words)


def _afterwards(view: BluffView, shown: Shown) -> str:
    if not shown.dice:
        return STAND.to_text()
    return Expose(tuple(view.own_dice[die] for die in shown.dice)).to_text()


def _play(table: Table, view: BluffView, *actions: str) -> str:
    return CustomId("play", table.id, view.decision, THEN.join(actions)).to_text()
