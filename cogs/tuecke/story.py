"""The story of a round of Mit List und Tücke, told from what everyone has seen. Pure.

Who took what is for everyone to remember until the round is scored (RULES.md 5.3): only the last trick is told in full.
"""

from collections.abc import Iterator, Sequence

from bot.matches.history import Seen
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import cards, compact
from cogs.parts.names import badge, name
from cogs.parts.tricks import numbered_trick
from cogs.tuecke.told import kept, piles
from games.cards import gather
from games.core import Event, Seat
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.table import Round
from games.tuecke.view import TueckeView


def tell(table: Table, seen: Sequence[Seen[TueckeView]], say: Words) -> list[str]:
    """Every trick and who took what of it, and every choice of colours; of a round under way, what its view shows."""
    if seen[-1].after.rounds_over == seen[0].before.rounds_over:
        return _so_far(seen[-1].after, say)
    return [line for move in seen for line in (*_taken(move, say), *_kept(table, move, say))]


def _so_far(view: TueckeView, say: Words) -> list[str]:
    """A round under way as everyone sees it now, whatever they have seen before."""
    so_far = view.table.round
    last = so_far.last_trick if so_far.tricks else None
    earlier = so_far.collected & ~gather(last.cards) if last else 0
    lines = []
    if earlier:
        lines.append(say("Cards of earlier tricks: {cards}", cards=compact(earlier)))
    if removed := so_far.removed & ~(last.removed if last else 0):
        lines.append(say("Out of the round: {cards}", cards=compact(removed)))
    if earlier:
        lines.append(
            say("-# Once the round is scored, you'll see who played and took them. Until then, you have to remember.")
        )
    lines += filter(None, (piles(view, seat, badge(seat), say) for seat in map(Seat, range(so_far.seats))))
    if last:
        lines.append(_shared(so_far.tricks, last, so_far.seats, say))
    if trick := view.table.trick:
        lines.append(numbered_trick(so_far.tricks + 1, so_far.leader, trick, so_far.seats))
    return lines


def _taken(move: Seen[TueckeView], say: Words) -> Iterator[str]:
    so_far = move.before.table.round
    for event in move.events:
        if isinstance(event, TrickTaken):
            yield _shared(so_far.tricks + 1, event, so_far.seats, say)


def _shared(number: int, taken: TrickTaken, seats: int, say: Words) -> str:
    """A trick, and who took what of it."""
    first, second = badge(taken.first), None if taken.second is None else badge(taken.second)
    trick = numbered_trick(number, taken.leader, taken.cards, seats, first=taken.first, second=taken.second)
    if second is None:
        return say("{trick} → {first} took {cards}; out of the round: {removed}", trick=trick, first=first,
                   cards=cards(taken.first_takes), removed=cards(taken.removed))  # fmt: skip
    return say("{trick} → {first} took {first_cards}, {second} took {second_cards}", trick=trick, first=first,
               second=second, first_cards=cards(taken.first_takes), second_cards=cards(taken.second_takes))  # fmt: skip


def _kept(table: Table, move: Seen[TueckeView], say: Words) -> Iterator[str]:
    """Choices of colours to keep made by this move."""
    before, after = move.before.table.round, _colours_kept(move.after.table.round, move.events)
    for seat, colours in enumerate(after):
        if colours != before.kept[seat]:
            yield f"-# {kept(name(table, Seat(seat), say), colours, say)}"


def _colours_kept(after: Round, events: Sequence[Event]) -> tuple[int, ...]:
    """The colours that everyone keeps after a move, the one that ends the round included."""
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    return after.kept if ended is None else tuple(pile.kept for pile in ended.piles)
