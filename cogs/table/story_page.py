"""The story of a match, a round a page and long ones on several. Pure; sees only a spectator's view."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.matches.history import Round
from bot.messages.game_ui import GameUI, Parts
from bot.pages.custom_id import CustomId
from bot.pages.page import MOST_CHOICES, Button, Page, Row, Select, SelectOption, Text
from bot.pages.size import LEAF, fits_a_leaf, joined, letters
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.names import name, short_title
from cogs.table.sealed_pages import sealed_line
from games.core import Seat

_SPOT = re.compile(r"(?:[a-z]+ )?([0-9]{1,6})\.([0-9]{1,2})")

LAST = 99
"""Stands for the last page of a round: none has that many."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A page of a story. Shape: the round from 1 on, its page from 0 on; what is not there stands for the last."""

    round: int
    page: int = 0

    def to_text(self) -> str:
        """The text for a button; `from_text` parses it."""
        return f"{self.round}.{self.page}"

    @classmethod
    def from_text(cls, text: str) -> "Spot":
        """The newest page for anything that is not of our form, such as the button on a board."""
        found = _SPOT.fullmatch(text)
        return cls(int(found[1]), int(found[2])) if found else NEWEST


NEWEST = Spot(10**6, LAST)


def story(
    table: Table, rounds: Sequence[Round[Any]], ui: GameUI, say: Words, spot: Spot = NEWEST, *, idle_seconds: int
) -> Page:
    """One page of what everyone has seen. Shape: at least one round; `idle_seconds` as for `_facts`."""
    number = min(max(spot.round, 1), len(rounds))
    facts = _facts(table, idle_seconds, say) if number == len(rounds) else ()
    head = _head(table, ui, Spot(number, LAST), LAST, say, facts=facts)
    leaves = _leaves(table, rounds[number - 1], ui, say, room=LEAF - letters(head))
    here = Spot(number, min(spot.page, len(leaves) - 1))
    head = _head(table, ui, here, len(leaves), say, facts=facts)
    menu, turns = _menu(table, number, len(rounds), say), _turns(table, here, len(leaves), len(rounds), say)
    return Page(joined((head, *leaves[here.page], *menu, turns)), ui.accent)


def _facts(table: Table, idle_seconds: int, say: Words) -> tuple[str, ...]:
    """The match's number and when it closes: without a clock, after `idle_seconds` in which nobody plays."""
    facts = [say("Match {match}", match=table.id)]
    if table.is_open:
        facts.append(say("last move: <t:{moment}:R>", moment=table.changed_at))
        if table.enforced_pace is None and table.day is None:  # a daily match says itself until when it can be played
            facts.append(say("closes if nobody plays: <t:{closes}:R>", closes=table.changed_at + idle_seconds))
    return tuple(facts)


def _head(table: Table, ui: GameUI, spot: Spot, leaves: int, say: Words, *, facts: Sequence[str]) -> Text:
    """The round and its page, and facts of the match, if any with the seal of its deals."""
    title = say("## What happened · round {round}", round=spot.round)
    of = (say("page {page} of {pages}", page=spot.page + 1, pages=leaves),) if leaves > 1 else ()
    about = " · ".join((short_title(ui.title, say), *of, *facts))
    small = (about, *(sealed_line(table, say) if facts else ()))
    return Text("\n".join((title, *(f"-# {line}" for line in small))))


def _leaves(table: Table, seen: Round[Any], ui: GameUI, say: Words, *, room: int) -> list[Parts]:
    """The pages of a round, its result on the last. What stands by badges is below the names.

    Shape: at least one; none is longer than `room` has letters, nor higher than a phone's screen.
    """
    names = Text("-# " + " · ".join(name(table, Seat(seat), say) for seat in range(len(table.sitters))))
    told = in_leaves(ui.tell(table, seen, say), room - letters(names))
    leaves: list[Parts] = [(names, text) for text in told]
    now = seen[-1].after
    if now.rounds_over == seen[0].before.rounds_over:
        return leaves or [(names, Text(say("Nothing has happened in this round yet.")))]
    result = ui.scored(table, now, say)
    if leaves and fits_a_leaf((*leaves[-1], *result), room):
        result = (*leaves.pop(), *result)
    return [*leaves, result]


def in_leaves(lines: Iterable[str], room: int = LEAF) -> list[Text]:
    """These lines in as few texts as they fit in. Shape: `room` counts characters."""
    texts: list[Text] = []
    for line in lines:
        longer = Text(f"{texts[-1].content}\n{line}") if texts else Text(line)
        if texts and fits_a_leaf((longer,), room):
            texts[-1] = longer
        else:
            texts.append(Text(line))
    return texts


def _menu(table: Table, number: int, rounds: int, say: Words) -> tuple[Select, ...]:
    """The rounds to choose from, those around this one if there are too many. Shape: empty for one round."""
    if rounds == 1:
        return ()
    first = max(1, min(number - MOST_CHOICES // 2, rounds - MOST_CHOICES + 1))
    shown = range(first, min(first + MOST_CHOICES, rounds + 1))
    choices = tuple(
        SelectOption(say("Round {round}", round=each), Spot(each).to_text(), chosen=each == number) for each in shown
    )
    return (Select(say("Rounds"), CustomId("story", table.id, text="round").to_text(), choices),)


def _turns(table: Table, here: Spot, leaves: int, rounds: int, say: Words) -> Row:
    """The buttons to the pages before and after this one, and to the newest."""
    before = Spot(here.round, here.page - 1) if here.page else Spot(here.round - 1, LAST)
    after = Spot(here.round, here.page + 1) if here.page + 1 < leaves else Spot(here.round + 1)
    turns = (
        (f"earlier {before.to_text()}", say("◀ Earlier"), before.round > 0),
        (f"later {after.to_text()}", say("Later ▶"), after.round <= rounds),
        ("newest", say("Newest"), True),
    )
    ids = (CustomId("story", table.id, text=text).to_text() for text, _, _ in turns)
    return Row(tuple(Button(label, to, disabled=not there) for to, (_, label, there) in zip(ids, turns, strict=True)))
