"""Teaching of Volltreffer: in lessons, by advice, and by reasons in reviews and puzzles. Pure."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.messages.game_ui import Reason
from bot.pages.page import Text
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.parts.cards import card, cards, colour
from cogs.parts.names import name
from cogs.parts.tutor import follow_hint, last_trick, look_back, steady, trick_reason, would_take
from cogs.volltreffer.board import melds, named
from games.cards import OF_COLOUR, Card, Play, colour_of, following, listed, value_of
from games.core import Action, Seat
from games.turns import left_of
from games.volltreffer import COMPUTERS, track
from games.volltreffer.actions import Buy, Declare, LayRow, VolltrefferAction
from games.volltreffer.computer import is_welcome, will_take
from games.volltreffer.market import PRICES
from games.volltreffer.melds import DECK, OF_VALUE, Melds, points, total
from games.volltreffer.table import HAND, SMALLEST, TRICK
from games.volltreffer.track import BULLSEYE
from games.volltreffer.view import VolltrefferView

MIDDLING = 6
"""A number that hardly takes a trick unless it is trump."""


def coach(table: Table, view: VolltrefferView, advised: VolltrefferAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    match advised:
        case LayRow():
            return (
                say("You deal. Some cards in the row have equal numbers, and you choose which goes under the higher "
                    "price."),
                say("💡 I'd leave them as they are. The last card of the row is the cheapest, and "
                    "you buy last: put what you want on the right."),
            )  # fmt: skip
        case Buy(best):
            return (*_buying(table, view, say), _buy_advice(view, best, say))
        case Declare():
            melding = say("A meld is three or more equal numbers, or one card of each colour. You show melds and keep "
                          "the cards.")  # fmt: skip
            return (melding, _declare_advice(advised, say))
    assert isinstance(advised, Play)
    return (*_playing(view, say), say(_play_advice(view, advised.card), card=card(advised.card)))


def aim(view: VolltrefferView, say: Words) -> str:
    """The zone, the ways to move, and why the lesson begins where it does."""
    open_table = view.table
    assert view.seat is not None
    return say("**The aim:** be on {first} to {last} at the end of the round, ideally on {bullseye}; too far is as "
               "bad as not far enough. Everyone buys {cards} cards and goes back by what they cost; then melds and "
               "tricks bring you forward. This lesson starts on {square}, as in the middle of a match, so that the "
               "zone is within reach.",
               first=open_table.zone[0], last=open_table.zone[-1], bullseye=BULLSEYE, cards=HAND,
               square=open_table.markers[view.seat])  # fmt: skip


def advice(view: VolltrefferView) -> VolltrefferAction | None:
    """The steady computer player's move; equal cards, for whose order it rolls dice, stay as they are."""
    open_table = view.table
    if open_table.phase == "row":
        return next(iter(view.legal_actions), None)
    return steady(COMPUTERS, view, open_table.decision)


def _buying(table: Table, view: VolltrefferView, say: Words) -> Iterator[str]:
    last = view.table.last_bought
    if last is not None and any(view.table.bought):
        yield say("{name} bought {card} for {price}.", name=name(table, last.seat, say), card=card(last.card),
                  price=last.price)  # fmt: skip
    yield say.many("You have {n} card out of {cards}.", "You have {n} cards out of {cards}.", view.hand.bit_count(),
                   cards=HAND)  # fmt: skip


def _buy_advice(view: VolltrefferView, best: Card, say: Words) -> str:
    value, price = value_of(best), PRICES[view.table.row.index(best)]
    together = (view.hand & OF_VALUE[value]).bit_count() + 1
    facts: dict[str, str | int] = {"card": card(best), "price": price}
    if colour_of(best) == view.table.trump:
        return say("💡 I'd buy {card} for {price}: it's trump, and trumps take tricks at {gain} squares each.",
                   gain=TRICK, **facts)  # fmt: skip
    if together >= _FEW:
        return say("💡 I'd buy {card} for {price}: it makes a meld with your cards of the same number.", **facts)
    if price == 0:
        return say("💡 I'd take {card}: it's free, and no other card gains you more.", **facts)
    if value > MIDDLING:
        return say("💡 I'd buy {card} for {price}: its high number could take a trick or become a meld.", **facts)
    if together > 1:
        return say("💡 I'd buy {card} for {price}: it pairs with a {value} you have.", value=value, **facts)
    return say("💡 I'd buy {card} for {price}: no other card gains you more.", **facts)


def _declare_advice(declare: Declare, say: Words) -> str:
    if not declare.melds:
        return say("💡 You don't have a meld, so there's nothing to show.")
    return say("💡 I'd show {melds}: that's the most you can, {points} squares.",
               melds=named(declare.melds, say), points=points(declare.melds))  # fmt: skip


def news(table: Table, before: VolltrefferView, view: VolltrefferView, say: Words) -> tuple[Text, ...]:
    """The trick or the choice of melds that has ended since the learner's last choice."""
    open_table = view.table
    last, shown, smallest = open_table.last_trick, open_table.last_melds, open_table.last_smallest
    if last is not None and last != before.table.last_trick:
        return (Text(last_trick(table, view.seat, last.cards, leader=last.leader, winner=last.winner, say=say)),)
    if shown is None or smallest is None or before.table.phase != "declare":
        return ()
    *lines, _ = melds(table, shown, smallest, say)
    told = say("{name} had the smallest total of all eight cards: that's worth {gain} squares and the first lead.",
               gain=SMALLEST, name=name(table, smallest.lead, say))  # fmt: skip
    if smallest.lead == view.seat:
        told = say("You had the smallest total of all eight cards: that's worth {gain} squares and the first lead.",
                   gain=SMALLEST)  # fmt: skip
    return (Text("\n".join((*lines, told))),)


def _playing(view: VolltrefferView, say: Words) -> Iterator[str]:
    open_table = view.table
    assert view.seat is not None
    square = open_table.markers[view.seat]
    yield _trick_worth(square, track.advance(square, TRICK), open_table.zone, say)
    yield follow_hint(view.hand, open_table.led, open_table.trump, say)


def _trick_worth(square: int, after: int, zone: range, say: Words) -> str:
    facts = {"square": square, "after": after, "first": zone[0], "last": zone[-1]}
    off, then = track.off_zone(square, zone), track.off_zone(after, zone)
    if then > off:
        return say("You're on {square}. A trick takes you to {after}, away from {first}–{last}: you don't want it.",
                   **facts)  # fmt: skip
    if then == off == 0:
        return say("You're on {square}. A trick takes you to {after}, still inside {first}–{last}: you can take it.",
                   **facts)  # fmt: skip
    if then == 0:
        return say("You're on {square}. A trick takes you to {after}, into {first}–{last}: you want it.", **facts)
    return say("You're on {square}. A trick takes you to {after}, closer to {first}–{last}: you want it.", **facts)


def _play_advice(view: VolltrefferView, best: Card) -> str:
    open_table = view.table
    assert view.seat is not None
    takes = _takes(view, best)
    if view.playable.bit_count() == 1:
        return phrase("💡 Play {card}: you have no choice.")
    if is_welcome(open_table, view.seat):
        if takes and will_take(open_table, view.seat, best):
            return phrase("💡 I'd play {card}: all cards are open, and nobody can beat it. The trick is yours.")
        return phrase("💡 I'd play {card}: you can't be sure of this trick, so get rid of your weakest card.")
    if takes:
        return phrase("💡 I'd play {card}: whatever you play beats everything in the trick so far, so play your "
                      "weakest card.")  # fmt: skip
    return phrase("💡 I'd play {card}: it's the strongest card you can get rid of without taking the trick.")


def summary(view: VolltrefferView, say: Words) -> tuple[str, ...]:
    """A whole match in comparison with the round."""
    zone = view.table.zone
    return (
        say("A whole match goes on until somebody is in the zone, {first} to {last}. Remember: pay for trumps and "
            "melds, and don't run past the zone.", first=zone[0], last=zone[-1]),
    )  # fmt: skip


def move_feedback(_table: Table, before: VolltrefferView, played: Action, view: VolltrefferView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    match played, advice(before):
        case Buy(chosen), Buy(better) if chosen != better:
            row = before.table.row
            return say("**Looking back:** you bought {played} for {price}. I'd have bought {advised} for {other}.",
                       played=card(chosen), price=PRICES[row.index(chosen)], advised=card(better),
                       other=PRICES[row.index(better)])  # fmt: skip
        case Declare(shown), Declare(better) if points(shown) < points(better):
            return say.many(
                "**Looking back:** your melds could have earned you {n} more square.",
                "**Looking back:** your melds could have earned you {n} more squares.",
                points(better) - points(shown),
            )
        case Play(chosen), Play(better) if chosen != better and (last := view.table.last_trick) is not None:
            assert before.seat is not None
            took, wanted = last.winner == before.seat, is_welcome(before.table, before.seat)
            return look_back(chosen, better, last.cards, before.table.trump, say, took=took, wanted=wanted)
    return ""


def hand(view: VolltrefferView, say: Words) -> str:
    """The cards bought so far."""
    return say("Your hand: {cards}", cards=cards(view.hand))


def reason(view: VolltrefferView, played: Action, better: Action, say: Words) -> str:
    """The difference between two moves, as far as their player could see."""
    match played, better:
        case Buy(bought), Buy(other):
            return " ".join((_offer(view, other, say), _offer(view, bought, say)))
        case Declare(shown), Declare(other):
            return say("Squares for your melds: {played}. For the better choice: {better}.",
                       played=points(shown), better=points(other))  # fmt: skip
        case Play(chosen), Play(other):
            table = view.table
            assert view.seat is not None
            wanted, aim = is_welcome(table, view.seat), say("A trick would have taken you further from the zone.")
            aim = say("A trick wouldn't have taken you further from the zone.") if wanted else aim
            return trick_reason(table.trick, table.led, table.trump, (chosen, other), wanted=wanted, aim=aim, say=say)
    return ""


def _offer(view: VolltrefferView, chosen: Card, say: Words) -> str:
    """A card's price, and what spoke for it."""
    facts = {"card": card(chosen), "price": PRICES[view.table.row.index(chosen)]}
    if colour_of(chosen) == view.table.trump:
        return say("{card} cost {price} and was trump.", **facts)
    same = (view.hand & OF_VALUE[value_of(chosen)]).bit_count()
    if same:
        return say.many("{card} cost {price}, and you had {n} card of the same number.",
                        "{card} cost {price}, and you had {n} cards of the same number.", same, **facts)  # fmt: skip
    return say("{card} cost {price}.", **facts)


_FEW: Final = 3
"""Equal cards that make a meld."""

_STEP: Final = 5
"""Squares for three equal cards, for each more of them, and for one card of each colour."""


def third(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The card makes a meld, or a larger one, of cards with one number."""
    if not isinstance(action, Buy) or not _fits(view, action.card) or _fits_another(view, action.card):
        return ""
    value = value_of(action.card)
    together = (view.hand & OF_VALUE[value]).bit_count() + 1
    if together == _FEW:
        return say("{card} is your third card with the number {value}: three are a meld, worth {gain} "
                   "squares.", card=card(action.card), value=value, gain=_STEP)  # fmt: skip
    return say("{card} goes with your {value}s: that makes your meld larger, worth {gain} more squares.",
               card=card(action.card), value=value, gain=_STEP)  # fmt: skip


def top_trump(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """Nobody else can have a higher trump than this one."""
    if not isinstance(action, Buy) or colour_of(action.card) != view.table.trump:
        return ""
    out = view.table.trump_card
    trumps = DECK & OF_COLOUR[view.table.trump] & ~view.hand & ~(0 if out is None else 1 << out)
    if trumps >> action.card + 1:
        return ""
    return say("No trump that anyone else can get beats {card}: it's sure to take a trick, which is worth {gain} "
               "squares.",
               card=card(action.card), gain=TRICK)  # fmt: skip


def only_trump(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The card is the only trump one can afford in the row."""
    if not isinstance(action, Buy) or colour_of(action.card) != view.table.trump or _fits_another(view, action.card):
        return ""
    if any(colour_of(other) == view.table.trump for other in view.affordable if other != action.card):
        return ""
    return say("{card} is the only trump you can buy now. Trumps take tricks, each worth {gain} squares, and none of "
               "the other cards gives you a meld.", card=card(action.card), gain=TRICK)  # fmt: skip


def all_colours(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The card is of the only colour that one lacks."""
    if not isinstance(action, Buy) or view.hand & OF_COLOUR[colour_of(action.card)]:
        return ""
    if sum(not view.hand & suit for suit in OF_COLOUR) != 1 or _fits_another(view, action.card):
        return ""
    return say("You have all colours but {colour}: with {card} you can show one of each colour, for {gain} squares.",
               colour=colour(colour_of(action.card), say), card=card(action.card), gain=_STEP)  # fmt: skip


def denied(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The next buyer would make a meld with the card."""
    if not isinstance(action, Buy) or view.seat is None:
        return ""
    after = left_of(view.seat, view.table.seats)
    value = value_of(action.card)
    held = (view.table.bought[after] & OF_VALUE[value]).bit_count()
    if held < _FEW - 1 or view.table.bought[after].bit_count() == HAND:
        return ""
    return say("{name} buys next, and {card} would make a meld with their {value}s: don't leave it to them.",
               name=name(table, after, say), value=value, card=card(action.card))  # fmt: skip


def full_melds(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """Even with everything melded, one is short of the zone."""
    if not isinstance(action, Declare) or not action.melds or action != view.legal_actions[0]:
        return ""
    if len({points(other.melds) for other in view.legal_actions if isinstance(other, Declare)}) == 1:
        return ""
    square, first = _marker(view), view.table.zone[0]
    if square + _bonus(view) + points(action.melds) > first:
        return ""
    return say("Showing {melds} takes you from {square} to {after}. That's still not past {first}, so take every "
               "square you can get.", melds=named(action.melds, say), square=square,
               after=square + points(action.melds), first=first)  # fmt: skip


def fewer_melds(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """With everything melded, one would overshoot the zone."""
    if not isinstance(action, Declare):
        return ""
    most = view.legal_actions[0]
    assert isinstance(most, Declare)
    last = view.table.zone[-1]
    beyond, after = _marker(view) + _bonus(view) + points(most.melds), _after(view, action.melds)
    if beyond <= last or after > last or points(most.melds) == points(action.melds):
        return ""
    if not action.melds:
        return say("If you showed everything, you'd come to {beyond}, past {last}. If you show nothing, you're on "
                   "{after}, and the tricks are still to come.", beyond=beyond, last=last, after=after)  # fmt: skip
    return say("If you showed everything, you'd come to {beyond}, past {last}. With {melds} you're on {after}, and "
               "the tricks are still to come.", beyond=beyond, last=last, melds=named(action.melds, say),
               after=after)  # fmt: skip


def more_tricks_fit(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """With everything melded one stays short of the zone or in it, but wins more tricks than then fit."""
    if not isinstance(action, Declare):
        return ""
    most, last = view.legal_actions[0], view.table.zone[-1]
    assert isinstance(most, Declare)
    after, beyond = _after(view, action.melds), _after(view, most.melds)
    if not after < beyond <= last:
        return ""
    return say("If you showed everything, you'd start on {beyond}, and tricks won, {gain} squares each, would soon "
               "carry you past {last}. You start on {after} instead: {fit} of them fit before that.", beyond=beyond,
               gain=TRICK, last=last, after=after, fit=(last - after) // TRICK)  # fmt: skip


def sure_trick(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """Nobody can beat the card, and the trick brings one nearer to the zone."""
    if not isinstance(action, Play) or view.seat is None or not will_take(view.table, view.seat, action.card):
        return ""
    square, after = _marker(view), track.advance(_marker(view), TRICK)
    off, then = track.off_zone(square, view.table.zone), track.off_zone(after, view.table.zone)
    nearer = track.off_bullseye(after) < track.off_bullseye(square)
    if then > off or not nearer:
        return ""
    sure = [other for other in listed(view.playable) if will_take(view.table, view.seat, other)]
    where = _into(square, after, view, say)
    if len(sure) == 1:
        return say("Only {card} is sure to take the trick.", card=card(action.card)) + " " + where
    if _cost(view, action.card) > min(_cost(view, other) for other in sure):
        return ""
    return say("{card} is the lowest of your cards that are sure to take the trick.",
               card=card(action.card)) + " " + where  # fmt: skip


def not_mine(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The trick would lead past the zone, and the card leaves it to others."""
    if not isinstance(action, Play) or not view.table.trick or _takes(view, action.card):
        return ""
    square, after = _marker(view), track.advance(_marker(view), TRICK)
    taking = [other for other in listed(view.playable) if _takes(view, other)]
    if not taking or not _is_worse(view, square, after):
        return ""
    return say("A trick would take you from {square} to {after}, further from {first}–{last}. {card} is sure not to "
               "take it.", square=square, after=after, first=view.table.zone[0], last=view.table.zone[-1],
               card=card(action.card))  # fmt: skip


def handed_over(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The leader doesn't want the trick, and somebody must beat the card."""
    if not isinstance(action, Play) or view.table.trick or view.seat is None:
        return ""
    square, after = _marker(view), track.advance(_marker(view), TRICK)
    if not _is_worse(view, square, after):
        return ""
    forced = _forced(view, action.card)
    if forced is None:
        return ""
    return say("A trick would take you from {square} to {after}, further from {first}–{last}. Lead {card}: {name} has "
               "nothing but higher cards to follow with.", square=square, after=after, first=view.table.zone[0],
               last=view.table.zone[-1], card=card(action.card), name=name(table, forced, say))  # fmt: skip


def pushed_out(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The last player leaves the trick to somebody whom it carries out of the zone."""
    if not isinstance(action, Play) or len(view.table.trick) != view.table.seats - 1 or _takes(view, action.card):
        return ""
    winner, square, after = _without_own(view)
    taking = [other for other in listed(view.playable) if _takes(view, other)]
    if not taking or square not in view.table.zone or after in view.table.zone:
        return ""
    return say("You play last. If {name} takes this trick, it carries them from {square} to {after}, out of the zone.",
               name=name(table, winner, say), square=square, after=after)  # fmt: skip


def rescued(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The last player takes a trick that would carry somebody into the zone."""
    if not isinstance(action, Play) or len(view.table.trick) != view.table.seats - 1 or not _takes(view, action.card):
        return ""
    (winner, square, after), zone = _without_own(view), view.table.zone
    if square in zone or after not in zone or all(_takes(view, other) for other in listed(view.playable)):
        return ""
    return say("You play last. Without {card}, {name} would take this trick and come from {square} to {after}, into "
               "the zone.", card=card(action.card), name=name(table, winner, say), square=square,
               after=after)  # fmt: skip


def _without_own(view: VolltrefferView) -> tuple[Seat, int, int]:
    """The taker of the trick as it lies, their square, and the one to which it would take them."""
    winner = view.table.taken.winner
    return winner, view.table.markers[winner], track.advance(view.table.markers[winner], TRICK)


def _into(square: int, after: int, view: VolltrefferView, say: Words) -> str:
    facts = {"square": square, "after": after}
    if after in view.table.zone and square not in view.table.zone:
        return say("The trick takes you from {square} to {after}, into the zone.", **facts)
    return say("The trick takes you from {square} to {after}, closer to {bullseye}.", **facts, bullseye=track.BULLSEYE)


def _is_worse(view: VolltrefferView, square: int, after: int) -> bool:
    return track.off_zone(after, view.table.zone) > track.off_zone(square, view.table.zone)


def _forced(view: VolltrefferView, led: Card) -> Seat | None:
    """Somebody who must beat this card: they have its colour, and nothing in it but higher cards."""
    suit = OF_COLOUR[colour_of(led)]
    for seat, hand in enumerate(view.table.hands):
        held = hand & suit
        if seat != view.seat and held and min(listed(following(hand, colour_of(led)))) > led:
            return Seat(seat)
    return None


def _takes(view: VolltrefferView, played: Card) -> bool:
    return would_take(view.table.trick, view.table.led, played, view.table.trump)


def _cost(view: VolltrefferView, held: Card) -> tuple[bool, int]:
    """How dear a card is. Shape: trumps above all others, then by value."""
    return colour_of(held) == view.table.trump, value_of(held)


def _marker(view: VolltrefferView) -> int:
    assert view.seat is not None
    return view.table.markers[view.seat]


def _fits(view: VolltrefferView, other: Card) -> bool:
    """Whether the card makes a meld of one number with those in hand."""
    return (view.hand & OF_VALUE[value_of(other)]).bit_count() + 1 >= _FEW


def _fits_another(view: VolltrefferView, bought: Card) -> bool:
    """Whether another card that one can afford makes a meld, of one number or of all colours."""
    missing = [suit for suit in OF_COLOUR if not view.hand & suit]
    others = [other for other in view.affordable if other != bought]
    return any(_fits(view, other) or (len(missing) == 1 and missing[0] >> other & 1) for other in others)


def _bonus(view: VolltrefferView) -> int:
    """The player's gain by the smallest total, which everyone can work out. Units: squares."""
    assert view.seat is not None
    totals = [total(cards) for cards in view.table.bought]
    return SMALLEST if totals[view.seat] == min(totals) else 0


def _after(view: VolltrefferView, melds: Melds) -> int:
    """The player's square before the first trick with these melds."""
    return track.advance(_marker(view), _bonus(view) + points(melds))


REASONS: Final[Mapping[str, Reason]] = {reason.__name__: reason for reason in (
    third, top_trump, only_trump, all_colours, denied, full_melds, fewer_melds, more_tricks_fit, sure_trick, not_mine,
    handed_over, pushed_out, rescued,
)}  # fmt: skip
"""By the names that the puzzles have for them."""
