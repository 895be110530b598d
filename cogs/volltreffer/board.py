"""The public page of Volltreffer. Pure: from a spectator's view to the parts of a page."""

from bot.pages.page import Divider, Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour
from cogs.parts.names import name
from cogs.parts.scores import headline, standings
from cogs.parts.spoken import pictured
from cogs.parts.tricks import last_trick
from cogs.volltreffer.picture import bought_picture, market_picture, track_picture, trick_picture
from cogs.volltreffer.told import aim, compact, for_sale, gains, meld_name, prize, standing, to_go, turn
from games.core import Seat
from games.volltreffer.moves import HAND, SMALLEST
from games.volltreffer.table import Table as Lying
from games.volltreffer.view import VolltrefferView


def board(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    lying = view.table
    if lying.outcome:
        won = headline("Volltreffer", table, lying.outcome, say)
        return (
            Text(won),
            standings(table, lying.outcome, say),
            _track(table, lying, say),
            _round_over(table, lying, say),
        )
    title = Text(_title(lying, say))
    asked = Text("\n".join((*_last_trick(table, lying, say), turn(table, lying, say))))
    seats = Text("\n".join(_seat_line(table, lying, Seat(seat), say) for seat in range(lying.seats)))
    trump = say("Trump: {trump}", trump=colour(lying.trump, say))
    goal = f"-# {aim(lying, say)}"
    match lying.phase:
        case "declare":
            bought = pictured(bought_picture(table, lying, say), (Text(f"{trump}\n{goal}"), seats), say)
            return (title, bought, Text(trump), asked)
        case "play":
            open_cards = Text("\n".join((trump, f"{goal} · {prize(say)}")))
            trick = pictured(trick_picture(table, lying, say), (open_cards, seats), say)
            return (title, trick, asked, *_melds(table, lying, say))
    assert lying.trump_card is not None
    turned = f"{trump} ({card(lying.trump_card)})"
    open_cards = Text("\n".join((turned, for_sale(lying, say), goal)))
    market = pictured(market_picture(table, lying, say), (open_cards, seats), say)
    return (title, market, asked, *_before(table, lying, say))


def scored(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """How everyone has moved in the round that has ended, and where that has led."""
    lying = view.table
    track, told = _track(table, lying, say), _round_over(table, lying, say)
    if view.seat is None:
        return (track, told)
    square = lying.markers[view.seat]
    own = say("You're on **{square}** · {distance}", square=square, distance=to_go(square, say))
    return (Text(own), track, told)


def _title(lying: Lying, say: Words) -> str:
    if lying.phase == "declare":
        return say("## Volltreffer · round {round} · melds", round=lying.round)
    if lying.phase == "play":
        return say("## Volltreffer · round {round} · trick {trick}/{tricks}", round=lying.round,
                   trick=sum(lying.tricks) + 1, tricks=HAND)  # fmt: skip
    return say("## Volltreffer · round {round} · buying", round=lying.round)


def _track(table: Table, lying: Lying, say: Words) -> Picture:
    """Where everyone stands, and how far that is from the middle of the zone."""
    seats = "\n".join(standing(table, lying, Seat(seat), say) for seat in range(lying.seats))
    return pictured(track_picture(table, lying, say), (Text(seats), Text(f"-# {aim(lying, say)}")), say)


def _seat_line(table: Table, lying: Lying, seat: Seat, say: Words) -> str:
    where = standing(table, lying, seat, say)
    lead = "➤ " if lying.phase == "play" and seat == lying.leader else ""
    marker = " ◀" if seat in lying.to_act else ""
    crown = " 👑" if lying.trick and seat == lying.taken.winner else ""
    played = f" · **{card(_played(lying, seat))}**{crown}" if _has_played(lying, seat) else ""
    tricks = " · " + say.many("{n} trick", "{n} tricks", lying.tricks[seat]) if lying.phase == "play" else ""
    held = f" · {compact(lying.hands[seat])}" if lying.hands[seat] else ""
    return f"{lead}{where}{played}{tricks}{held}{marker}"


def _has_played(lying: Lying, seat: Seat) -> bool:
    return lying.leader is not None and (seat - lying.leader) % lying.seats < len(lying.trick)


def _played(lying: Lying, seat: Seat) -> int:
    assert lying.leader is not None
    return lying.trick[(seat - lying.leader) % lying.seats]


def _last_trick(table: Table, lying: Lying, say: Words) -> list[str]:
    """Of this round while it is played, and of the one before as long as that is news."""
    last = lying.last_trick
    if last is None or not (any(lying.tricks) or _is_news(lying)):
        return []
    return [last_trick(table, last.leader, last.cards, last.winner, say)]


def _melds(table: Table, lying: Lying, say: Words) -> tuple[Part, ...]:
    """What was melded in this round, and who had the smallest total, until a trick is complete."""
    shown, smallest = lying.last_melds, lying.last_smallest
    if shown is None or smallest is None or any(lying.tricks):
        return ()
    lines = [
        f"{name(table, Seat(seat), say)} · {meld_name(meld, say)} ({compact(with_cards)}) **+{meld.points}**"
        for seat, melds in enumerate(shown.melds)
        for meld, with_cards in zip(melds, shown.cards[seat], strict=True)
    ]
    sums = " · ".join(name(table, seat, say) for seat in smallest.seats)
    total = say("smallest total ({total})", total=min(smallest.sums))
    lines.append(f"{sums} · {total} **+{SMALLEST}**")
    return (Divider(), Text("\n".join(lines)))


def _round_over(table: Table, lying: Lying, say: Words) -> Text:
    """How everyone came to where they stand, and the last trick."""
    last = lying.last_trick
    assert last is not None
    return Text("\n".join((*gains(table, lying, say), last_trick(table, last.leader, last.cards, last.winner, say))))


def _before(table: Table, lying: Lying, say: Words) -> tuple[Part, ...]:
    """How everyone moved in the last round, until everyone has had a turn to look."""
    return (Divider(), Text("\n".join(gains(table, lying, say)))) if _is_news(lying) else ()


def _is_news(lying: Lying) -> bool:
    """Whether a round has ended since which not everyone has bought a card."""
    return lying.last_round is not None and sum(map(int.bit_count, lying.bought)) < lying.seats
