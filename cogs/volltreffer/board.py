"""The public page of Volltreffer. Pure: from a spectator's view to the parts of a page."""

from bot.pages import Divider, Part, Picture, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import card, cards, colour, sign
from cogs.names import name
from cogs.scores import standings, winners
from cogs.spoken import pictured
from cogs.volltreffer.picture import bought_picture, market_picture, track_picture, trick_picture
from games.cards import COLOURS, OF_COLOUR, Cards, listed, value_of
from games.core import Seat
from games.volltreffer.market import PRICES, Row
from games.volltreffer.melds import Meld
from games.volltreffer.moves import HAND
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
            Text("\n".join(_last_trick(table, lying, say))),
            _track(table, lying, say),
            *_melds(table, lying, say),
        )
    title = Text(_title(lying, say))
    turn = Text("\n".join((*_last_trick(table, lying, say), _turn(table, lying, say))))
    seats = Text("\n".join(_seat_line(table, lying, Seat(seat), say) for seat in range(lying.seats)))
    trump = say("Trump: {trump}", trump=colour(lying.trump, say))
    match lying.phase:
        case "declare":
            open_cards = Text(trump)
            return (title, open_cards, pictured(bought_picture(table, lying, say), (seats,), say),
                    _track(table, lying, say), turn)  # fmt: skip
        case "play":
            open_cards = Text("\n".join((trump, _zone(lying, say))))
            trick = pictured(trick_picture(table, lying, say), (open_cards, seats), say)
            return (title, trick, turn, *_melds(table, lying, say))
    assert lying.trump_card is not None
    turned = f"{trump} ({card(lying.trump_card)})"
    open_cards = Text("\n".join((turned, _for_sale(lying, say), _zone(lying, say))))
    market = pictured(market_picture(table, lying, say), (open_cards, seats), say)
    return (title, market, turn, *_last_round(table, lying, say))


def scored(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """Where the round that has just ended has led."""
    return (Text("\n".join(_last_trick(table, view.table, say))), _track(table, view.table, say))


def _title(lying: Lying, say: Words) -> str:
    if lying.phase == "declare":
        return say("## Volltreffer · round {round} · melds", round=lying.round)
    if lying.phase == "play":
        return say("## Volltreffer · round {round} · trick {trick} of {tricks}", round=lying.round,
                   trick=sum(lying.tricks) + 1, tricks=HAND)  # fmt: skip
    return say("## Volltreffer · round {round} · buying", round=lying.round)


def _for_sale(lying: Lying, say: Words) -> str:
    """The row under its prices."""
    return say("For sale: {row} · {left} cards left", row=prices(lying.row, say), left=lying.deck_left)


def prices(row: Row, say: Words) -> str:
    """What each card of the row costs."""
    return " · ".join(
        say("{value} for {price}", value=f"**{card(of)}**", price=price) for price, of in zip(PRICES, row, strict=True)
    )


def _track(table: Table, lying: Lying, say: Words) -> Picture:
    """Where everyone stands, and how far that is from the middle of the zone."""
    seats = Text("\n".join(_square_line(table, lying, Seat(seat), say) for seat in range(lying.seats)))
    return pictured(track_picture(table, lying, say), (seats, Text(_zone(lying, say))), say)


def _square_line(table: Table, lying: Lying, seat: Seat, say: Words) -> str:
    return say("{name} on **{square}** · {distance} from {bullseye}", name=name(table, seat, say),
               square=lying.markers[seat], distance=lying.distances[seat], bullseye=BULLSEYE)  # fmt: skip


def _zone(lying: Lying, say: Words) -> str:
    return say("-# Who stands on {first} to {last} after the tricks wins; the nearest to {bullseye} of several.",
               first=lying.zone[0], last=lying.zone[-1], bullseye=BULLSEYE)  # fmt: skip


def _seat_line(table: Table, lying: Lying, seat: Seat, say: Words) -> str:
    who = name(table, seat, say)
    square = say("on **{square}**", square=lying.markers[seat])
    lead = "➤ " if lying.phase == "play" and seat == lying.leader else ""
    marker = " ◀" if seat in lying.to_act else ""
    crown = " 👑" if lying.trick and seat == lying.taken.winner else ""
    played = f" · **{card(_played(lying, seat))}**{crown}" if _has_played(lying, seat) else ""
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
    return " · ".join(f"{sign(of)} {', '.join(str(value_of(one)) for one in group)}" for of, group in groups if group)


def _last_trick(table: Table, lying: Lying, say: Words) -> list[str]:
    """Of this round while it is played, and of the one before as long as that is news."""
    last = lying.last_trick
    if last is None or not (lying.phase == "over" or any(lying.tricks) or _is_news(lying)):
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
    """What was melded in this round, and who had the smallest total, until everyone has played a card."""
    shown, smallest = lying.last_melds, lying.last_smallest
    if shown is None or smallest is None or (lying.phase != "over" and any(lying.tricks)):
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
    """Where the last round has led, until everyone has had a turn to look."""
    return (Divider(), _track(table, lying, say)) if _is_news(lying) else ()


def _is_news(lying: Lying) -> bool:
    """Whether a round has ended since which not everyone has bought a card."""
    return lying.last_round is not None and sum(map(int.bit_count, lying.bought)) < lying.seats


def meld_name(meld: Meld, say: Words) -> str:
    """What a meld is called."""
    if not meld.value:
        return say("one of each colour")
    kinds = {3: say("three {value}s", value=meld.value), 4: say("four {value}s", value=meld.value),
             5: say("five {value}s", value=meld.value)}  # fmt: skip
    return kinds[meld.size]
