"""The public page of Volltreffer. Pure: from a spectator's view to the parts of a page."""

from bot.pages import Divider, Part, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import FACE_DOWN, card, cards, colour, sign
from cogs.names import name
from cogs.scores import standings, winners
from games.cards import COLOURS, OF_COLOUR, Cards, listed, value_of
from games.core import Seat
from games.volltreffer.market import PRICES
from games.volltreffer.melds import Meld
from games.volltreffer.rules import HAND
from games.volltreffer.table import Table as Lying
from games.volltreffer.track import BULLSEYE
from games.volltreffer.view import VolltrefferView


def board(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    lying = view.table
    if lying.outcome:
        won = say("## Volltreffer · {names} won", names=winners(table, lying.outcome, say))
        return (
            Text(won),
            standings(table, lying.outcome, say),
            Text(_zone(lying, say)),
            *_melds(table, lying, say),
        )
    return (
        Text(_title(lying, say)),
        Text("\n".join(_market(lying, say))),
        Text("\n".join(_seat_line(table, lying, Seat(seat), say) for seat in range(lying.seats))),
        Text("\n".join((*_last_trick(table, lying, say), _turn(table, lying, say)))),
        *_melds(table, lying, say),
        *_last_round(table, lying, say),
    )


def _title(lying: Lying, say: Words) -> str:
    if lying.phase == "declare":
        return say("## Volltreffer · round {round} · melds", round=lying.round)
    if lying.phase == "play":
        return say("## Volltreffer · round {round} · trick {trick} of {tricks}", round=lying.round,
                   trick=sum(lying.tricks) + 1, tricks=HAND)  # fmt: skip
    return say("## Volltreffer · round {round} · buying", round=lying.round)


def _market(lying: Lying, say: Words) -> list[str]:
    """Trump, and the row under its prices while it is for sale."""
    lines = [say("Trump: {trump}", trump=colour(lying.trump, say))]
    if lying.phase in {"row", "buy", "swap"}:
        offers = (f"{price}: **{card(of)}**" for price, of in zip(PRICES, lying.row, strict=True))
        lines.append(say("For sale: {row} · {left} cards left", row=" · ".join(offers), left=lying.deck_left))
    lines.append(_zone(lying, say))
    return lines


def _zone(lying: Lying, say: Words) -> str:
    return say("-# Who stands on {first} to {last} after the tricks wins; the nearest to {bullseye} of several.",
               first=lying.zone[0], last=lying.zone[-1], bullseye=BULLSEYE)  # fmt: skip


def _seat_line(table: Table, lying: Lying, seat: Seat, say: Words) -> str:
    who = name(table, seat, say)
    square = say("on **{square}**", square=lying.markers[seat])
    lead = "➤ " if lying.phase == "play" and seat == lying.leader else ""
    marker = " ◀" if seat in lying.to_act else ""
    if lying.phase == "declare":
        return f"{who} {square} · {'…' if seat in lying.to_act else FACE_DOWN}"
    played = f" · **{card(_played(lying, seat))}**" if _has_played(lying, seat) else ""
    tricks = say.many(" · {n} trick", " · {n} tricks", lying.tricks[seat]) if lying.phase == "play" else ""
    held = f" · {compact(lying.hands[seat])}" if lying.hands[seat] else ""
    return f"{lead}{who} {square}{played}{tricks}{held}{marker}"


def _has_played(lying: Lying, seat: Seat) -> bool:
    return lying.leader is not None and (seat - lying.leader) % lying.seats < len(lying.trick)


def _played(lying: Lying, seat: Seat) -> int:
    assert lying.leader is not None
    return lying.trick[(seat - lying.leader) % lying.seats]


def compact(held: Cards) -> str:
    """Many cards in little room: each colour with its numbers."""
    groups = ((of, listed(held & OF_COLOUR[of])) for of in COLOURS)
    return " ".join(f"{sign(of)}{','.join(str(value_of(one)) for one in group)}" for of, group in groups if group)


def _last_trick(table: Table, lying: Lying, say: Words) -> list[str]:
    last = lying.last_trick
    if last is None or lying.phase != "play" or not sum(lying.tricks):
        return []
    leader, winner = name(table, last.leader, say), name(table, last.winner, say)
    return [say("-# Last trick: {leader} led {cards}; {winner} took it", leader=leader, cards=cards(last.cards),
                winner=winner)]  # fmt: skip


def _turn(table: Table, lying: Lying, say: Words) -> str:
    if lying.phase == "declare":
        waiting = " · ".join(name(table, seat, say) for seat in sorted(lying.to_act))
        return say("▶ Still to choose their melds: {names}", names=waiting)
    (seat,) = lying.to_act
    who = name(table, seat, say)
    match lying.phase:
        case "row":
            return say("▶ {name} deals and lays the equal cards in order", name=who)
        case "buy":
            return say("▶ {name} buys a card", name=who)
        case "swap":
            return say("▶ {name} swaps two cards of the row", name=who)
    if not lying.trick:
        return say("▶ {name} leads", name=who)
    return say("▶ {name} plays a card", name=who)


def _melds(table: Table, lying: Lying, say: Words) -> tuple[Part, ...]:
    """What was melded in this round, and who had the smallest total."""
    shown, smallest = lying.last_melds, lying.last_smallest
    if shown is None or smallest is None or lying.phase not in {"play", "over"}:
        return ()
    lines = [
        f"{name(table, Seat(seat), say)} {meld_name(meld, say)} ({compact(with_cards)}) +{meld.points}"
        for seat, melds in enumerate(shown.melds)
        for meld, with_cards in zip(melds, shown.cards[seat], strict=True)
    ]
    sums = " · ".join(name(table, seat, say) for seat in smallest.seats)
    lines.append(say("Smallest total, {total}: {names} +5", total=min(smallest.sums), names=sums))
    return (Divider(), Text("\n".join(lines)))


def _last_round(table: Table, lying: Lying, say: Words) -> tuple[Part, ...]:
    last = lying.last_round
    if last is None:
        return ()
    ended = " · ".join(f"{name(table, Seat(seat), say)} {square}" for seat, square in enumerate(last.markers))
    return (Text(say("-# After round {round}: {markers}", round=last.round, markers=ended)),)


def meld_name(meld: Meld, say: Words) -> str:
    """What a meld is called."""
    if not meld.value:
        return say("one of each colour")
    kinds = {3: say("three {value}s", value=meld.value), 4: say("four {value}s", value=meld.value),
             5: say("five {value}s", value=meld.value)}  # fmt: skip
    return kinds[meld.size]
