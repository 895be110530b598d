"""Why the best move of a puzzle at Mit List und Tücke is best, as far as its player can know. Pure."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from bot.messages.screens import Reason
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour
from cogs.parts.names import name
from cogs.tuecke.told import formula, pair
from games.cards import OF_COLOUR, Card, Cards, Colour, Play, colour_of, gather, listed
from games.core import Seat
from games.tuecke.actions import COLOURS_IN, DECKS, Keep, Take, TueckeAction
from games.tuecke.scoring import Pile, colours_in, counts_of
from games.tuecke.table import first_taker, second_taker
from games.tuecke.view import TueckeView


def most_now(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """The two colours are worth more now than any other two."""
    if not isinstance(action, Keep):
        return ""
    worth = {keep: Pile(counts_of(view.taken), keep.colours) for keep in view.legal_actions if isinstance(keep, Keep)}
    others = max(pile.score.points for keep, pile in worth.items() if keep != action)
    if worth[action].score.points <= others:
        return ""
    return say.many("{colours} is worth {formula} now; any other pair is worth {n} point at most.",
                    "{colours} is worth {formula} now; any other pair is worth {n} points at most.", others,
                    colours=pair(action.colours), formula=formula(worth[action]))  # fmt: skip


def fewest_given_up(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """The colours given up have the fewest cards, by which everything is divided."""
    if not isinstance(action, Keep):
        return ""
    given = {keep: Pile(counts_of(view.taken), keep.colours).discard for keep in view.legal_actions
             if isinstance(keep, Keep)}  # fmt: skip
    others = min(discard for keep, discard in given.items() if keep != action)
    if given[action] >= others:
        return ""
    return say.many("You give up {n} card, and your points are divided by that number; any other pair would give up "
                    "{others} or more.",
                    "You give up {n} cards, and your points are divided by that number; any other pair would give up "
                    "{others} or more.", given[action], others=others)  # fmt: skip


def best_half(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """No other half of the trick makes one's piles worth as much."""
    if not isinstance(action, Take):
        return ""
    worth = {take: _with(view, take.cards) for take in view.legal_actions if isinstance(take, Take)}
    others = max((pile.score.points for take, pile in worth.items() if _alike(take) != _alike(action)), default=None)
    if others is None or worth[action].score.points <= others:
        return ""
    return say.many("With {cards}, your piles are worth {formula}; with any other choice, {n} point at most.",
                    "With {cards}, your piles are worth {formula}; with any other choice, {n} points at most.", others,
                    cards=cards(action.cards), formula=formula(worth[action]))  # fmt: skip


def no_new_colour(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """Only these cards bring no colour that one hasn't got."""
    if not isinstance(action, Take) or _kept(view) or not view.taken:
        return ""
    own = colours_in(view.taken)
    if colours_in(action.cards) & ~own:
        return ""
    takes = [take for take in view.legal_actions if isinstance(take, Take) and _alike(take) != _alike(action)]
    if not takes or any(not colours_in(take.cards) & ~own for take in takes):
        return ""
    return say("{cards} bring you no new colour; every other choice does, and your points are divided by the cards "
               "beyond your two largest piles.", cards=cards(action.cards))  # fmt: skip


def into_discard(table: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """All that is left to the second taker goes to their discard."""
    second = view.table.second_taker
    if not isinstance(action, Take) or second is None or second == view.seat or not view.table.round.kept[second]:
        return ""
    given_up = sum(OF_COLOUR[each] for each in view.table.round.given_up(second))
    left = view.table.trick_cards & ~action.cards
    if left & ~given_up:
        return ""
    takes = [take for take in view.legal_actions if isinstance(take, Take) and _alike(take) != _alike(action)]
    if not takes or any(not view.table.trick_cards & ~take.cards & ~given_up for take in takes):
        return ""
    return say("You leave {cards}, and all of that goes to {name}'s discard; any other choice would leave them "
               "something for their piles.", cards=cards(left), name=name(table, second, say))  # fmt: skip


def first_for_sure(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """The card is sure to take first, and the trick already has what one wants."""
    if not isinstance(action, Play) or not view.table.trick:
        return ""
    led, trick = colour_of(view.table.trick[0]), (*view.table.trick, action.card)
    if colour_of(action.card) != led or first_taker(trick, *_round(view)) != view.seat:
        return ""
    if (
        not _is_last(view)
        and _unseen(view) & OF_COLOUR[led]
        and max(listed(_unseen(view) & OF_COLOUR[led])) > trick[-1]
    ):
        return ""
    half = min(view.table.half, len(trick))
    best = max(combinations(trick, half), key=lambda some: _with(view, gather(some)).score.points)
    now, after = _pile(view), _with(view, gather(best))
    if after.score.points <= now.score.points:
        return ""
    return say.many("Nobody can beat {card}, so you choose first: with {cards}, for example, your piles go up from {n} "
                    "point to {formula}.",
                    "Nobody can beat {card}, so you choose first: with {cards}, for example, your piles go up from {n} "
                    "points to {formula}.", now.score.points, card=card(action.card), cards=cards(gather(best)),
                    formula=formula(after))  # fmt: skip


def rest_for_sure(table: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """The last player gets the rest, and gains whatever the first taker chooses."""
    if not isinstance(action, Play) or not _is_last(view):
        return ""
    trick = (*view.table.trick, action.card)
    first = first_taker(trick, *_round(view))
    if second_taker(trick, *_round(view)) != view.seat or first == view.seat:
        return ""
    rest = len(trick) - view.table.half
    least = min((_with(view, gather(some)) for some in combinations(trick, rest)), key=lambda pile: pile.score.points)
    now = _pile(view).score.points
    if least.score.points <= now:
        return ""
    who = name(table, first, say)
    return say.many("You play last, and {card} gets you the rest of the trick. Whatever {name} takes, your piles go up "
                    "from {n} point to {after} or more.",
                    "You play last, and {card} gets you the rest of the trick. Whatever {name} takes, your piles go up "
                    "from {n} points to {after} or more.", now, card=card(action.card), name=who,
                    after=least.score.points)  # fmt: skip


def out_of_it(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """The card is sure to take nothing of a trick that has nothing one wants."""
    if not isinstance(action, Play) or not _takes_nothing(view, action.card):
        return ""
    wanted = _collected(view)
    if not wanted or any(colour_of(lying) in wanted for lying in view.table.trick):
        return ""
    if all(_takes_nothing(view, other) for other in listed(view.playable)):
        return ""
    return say("You collect {colours}, and the trick has neither. {card} is sure to take nothing: it's neither the "
               "highest card of the colour led nor the lowest of the others.", card=card(action.card),
               colours=" + ".join(colour(each, say) for each in wanted))  # fmt: skip


def harmless(_: Table, view: TueckeView, action: TueckeAction, say: Words) -> str:
    """The last player takes nothing where every share of the trick would cost them points."""
    if not isinstance(action, Play) or not _is_last(view) or not _takes_nothing(view, action.card):
        return ""
    now = _pile(view).score.points
    taking = [other for other in listed(view.playable) if not _takes_nothing(view, other)]
    if not now or not taking or any(best >= now for other in taking for best in _most_with(view, other)):
        return ""
    return say.many("You play last, and {card} takes nothing. Your piles are worth {n} point; if you took a share of "
                    "this trick, they'd be worth less.",
                    "You play last, and {card} takes nothing. Your piles are worth {n} points; if you took a share of "
                    "this trick, they'd be worth less.", now, card=card(action.card))  # fmt: skip


def _most_with(view: TueckeView, played: Card) -> Iterator[int]:
    """The worth of one's piles with each share that playing this card may bring. Units: points."""
    trick = (*view.table.trick, played)
    half = view.table.half
    size = half if first_taker(trick, *_round(view)) == view.seat else len(trick) - half
    return (_with(view, gather(some)).score.points for some in combinations(trick, size))


def _takes_nothing(view: TueckeView, played: Card) -> bool:
    """Whether the card takes nothing for sure, whatever is played after it."""
    if not view.table.trick:
        return False
    trick = (*view.table.trick, played)
    return view.seat not in (first_taker(trick, *_round(view)), second_taker(trick, *_round(view)))


def _round(view: TueckeView) -> tuple[Seat, int]:
    """The leader, and the number of seats."""
    return view.table.round.leader, view.table.round.seats


def _is_last(view: TueckeView) -> bool:
    return len(view.table.trick) == view.table.round.seats - 1


def _kept(view: TueckeView) -> int:
    assert view.seat is not None
    return view.table.round.kept[view.seat]


def _collected(view: TueckeView) -> tuple[Colour, ...]:
    """The two colours that the player has kept, or has most cards of. Shape: empty if that isn't clear."""
    if _kept(view):
        return COLOURS_IN[_kept(view)]
    ranked = sorted(_pile(view).open.items(), key=lambda held: held[1], reverse=True)
    counts = [count for _, count in ranked]
    if len(counts) < 2 or (len(counts) > 2 and counts[2] == counts[1]):
        return ()
    return tuple(sorted(held for held, _ in ranked[:2]))


def _pile(view: TueckeView) -> Pile:
    return Pile(counts_of(view.taken), _kept(view))


def _with(view: TueckeView, more: Cards) -> Pile:
    """The player's pile with these cards. Shape: as it counts before any decision that they bring."""
    return Pile(counts_of(view.taken | more), _kept(view))


def _alike(take: Take) -> tuple[int, ...]:
    """The difference between choices: how many cards of each colour."""
    return counts_of(take.cards)


def _unseen(view: TueckeView) -> Cards:
    """The cards in other hands, or out of the round."""
    return DECKS[view.table.round.seats] & ~view.table.played & ~view.hand


REASONS: Final[Mapping[str, Reason]] = {
    "most_now": most_now,
    "fewest_given_up": fewest_given_up,
    "best_half": best_half,
    "no_new_colour": no_new_colour,
    "into_discard": into_discard,
    "first_for_sure": first_for_sure,
    "rest_for_sure": rest_for_sure,
    "out_of_it": out_of_it,
    "harmless": harmless,
}
