"""Teaching of Mit List und Tücke: in lessons, by advice, and by reasons in reviews and puzzles. Pure."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, Literal

from bot.messages.game_ui import Reason
from bot.pages.page import Text
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.parts.cards import card, cards, colour
from cogs.parts.names import name
from cogs.parts.tutor import steady
from cogs.tuecke.board import formula, pair
from games.cards import OF_COLOUR, Card, Cards, Colour, Play, colour_of, gather, listed
from games.core import Action, Seat
from games.tuecke import COMPUTERS
from games.tuecke.actions import COLOURS_IN, DECKS, ColourSet, Keep, Take, TueckeAction
from games.tuecke.computer import promise
from games.tuecke.events import TrickTaken
from games.tuecke.scoring import Pile, colours_in, counts_of
from games.tuecke.table import first_taker, second_taker
from games.tuecke.view import TueckeView


def coach(_: Table, view: TueckeView, advised: TueckeAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    match advised:
        case Take():
            taking = say("You played the highest card of the colour led, so you choose. Leave cards that the other "
                         "player doesn't want.")  # fmt: skip
            if view.table.second_taker is None:
                taking = say("You played the highest card of the colour led, so you choose, and you lead again.")
            return (taking, _take_advice(view, advised, say))
        case Keep():
            keeping = say("You have cards of all four colours now, so you must choose for the rest of the round.")
            keep = say("💡 I'd keep {colours}: your piles would be worth {formula} now.",
                       colours=pair(advised.colours), formula=_kept_so_far(view, advised.colours))  # fmt: skip
            return (keeping, keep)
    assert isinstance(advised, Play)
    return (*_playing(view, say), say(_play_advice(view, advised.card), card=card(advised.card)))


def aim(_: TueckeView, say: Words) -> str:
    """The aim of the game, and the two takers of a trick."""
    return say("**The aim:** collect many cards in **two** colours and few others. Those two piles are multiplied, "
               "then divided by the number of your other cards. Every trick goes to two players: the highest card of "
               "the colour led picks half, and the lowest card of the other colours takes the rest.")  # fmt: skip


def advice(view: TueckeView) -> TueckeAction | None:
    """The steady computer player's move."""
    return steady(COMPUTERS, view, view.table.decision)


def news(table: Table, before: TueckeView, view: TueckeView, say: Words) -> tuple[Text, ...]:
    """The trick that has ended since the learner's last choice."""
    last = view.table.round.last_trick
    return (Text(_taken(table, last, view.seat, say)),) if last and last != before.table.round.last_trick else ()


def _taken(table: Table, last: TrickTaken, own: Seat | None, say: Words) -> str:
    """The takers of a trick, and why. Shape: `own` is the learner's seat."""
    facts = {"cards": cards(last.cards), "first": name(table, last.first, say)}
    if last.second is None and last.first == own:
        return say("**Last trick:** {cards}, all one colour. You had the highest and took half. The rest is out.",
                   **facts)  # fmt: skip
    if last.second is None:
        return say("**Last trick:** {cards}, all one colour. {first} had the highest and took half. The rest is out.",
                   **facts)  # fmt: skip
    facts |= {"first_takes": cards(last.first_takes), "second_takes": cards(last.second_takes)}
    facts["second"] = name(table, last.second, say)
    if last.first == own:
        return say(
            "**Last trick:** {cards}. You had the highest card of the colour led and chose {first_takes}. {second} had "
            "the lowest card of the other colours, had to take {second_takes}, and leads.", **facts
        )  # fmt: skip
    if last.second == own:
        return say(
            "**Last trick:** {cards}. {first} had the highest card of the colour led and chose {first_takes}. You had "
            "the lowest card of the other colours, so you had to take {second_takes}, and you lead.", **facts
        )  # fmt: skip
    return say(
        "**Last trick:** {cards}. {first} had the highest card of the colour led and chose {first_takes}. {second} had "
        "the lowest card of the other colours, had to take {second_takes}, and leads.", **facts
    )  # fmt: skip


def _playing(view: TueckeView, say: Words) -> Iterator[str]:
    open_table = view.table
    if not open_table.trick:
        yield say("You lead: play any card. Its colour is trump for this trick, but nobody has to follow.")
        return
    led = colour(colour_of(open_table.trick[0]), say)
    yield say("{led} was led, but you don't have to follow.", led=led)
    if open_table.closed is not None:
        yield say("There are three colours in the trick, so {closed} is closed.", closed=colour(open_table.closed, say))


def _play_advice(view: TueckeView, best: Card) -> str:
    role = _role(view, best)
    if view.playable.bit_count() == 1:
        return phrase("💡 Play {card}: you have no choice.")
    if (worth := promise(view, best)) <= 0:
        return _poor_advice(view, best, worth)
    if role == "lead":
        return phrase("💡 I'd lead {card}: it gives you the best chance of first pick in a trick that helps you.")
    if role == "first":
        return phrase("💡 I'd play {card}: so far it's the highest card of the colour led, so you'd choose first.")
    assert role == "second"
    return phrase("💡 I'd play {card}: so far it's the lowest card of the other colours, so you'd get what the first "
                  "taker leaves, and lead.")  # fmt: skip


def _poor_advice(view: TueckeView, best: Card, worth: float) -> str:
    """Advice to play a card that is the best there is and yet promises nothing, or costs something."""
    open_table = view.table
    trick = (*open_table.trick, best)
    if worth == 0:
        if view.seat not in (first_taker(trick, *_round(view)), second_taker(trick, *_round(view))):
            return phrase("💡 I'd play {card}: it will take nothing, and that's the safest here.")
        return phrase("💡 I'd play {card}: on average it neither gains nor costs you anything, and nothing else does "
                      "better.")  # fmt: skip
    if not open_table.trick:
        return phrase(
            "💡 I'd lead {card}. Whatever you lead will probably cost you something here; {card} costs least."
        )
    if colour_of(best) == colour_of(trick[0]):
        return phrase("💡 I'd play {card}. Every card costs you something here; {card} costs least, and you don't get "
                      "stuck with the rest of the trick.")  # fmt: skip
    return phrase("💡 I'd play {card}. Every card costs you something here; {card} costs least, even if you have to "
                  "take the rest of the trick.")  # fmt: skip


def _take_advice(view: TueckeView, take: Take, say: Words) -> str:
    after = _with(view, take.cards)
    if len(after.open) == 1:
        return say("💡 I'd take {cards}: the best start for your piles.", cards=cards(take.cards))
    return say("💡 I'd take {cards}. Your piles would then be worth {formula}, with the best outlook.",
               cards=cards(take.cards), formula=formula(after))  # fmt: skip


def summary(view: TueckeView, say: Words) -> tuple[str, ...]:
    """How the round ended, and what a whole match has beyond it."""
    about = say("That was one round: well played.")
    if view.table.round.ended[-1].blocked is not None:
        about = say("That was one round. It ended early: somebody had no card of the three colours in the trick.")
    return (
        about,
        say("A whole match has as many rounds as players. Remember: two large piles, a small discard, and keep track "
            "of what the others collect."),
    )  # fmt: skip


def move_feedback(_table: Table, before: TueckeView, played: Action, view: TueckeView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    match played, advice(before):
        case Play(chosen), Play(better) if chosen != better:
            return _played(before, chosen, better, view, say)
        case Take(taken), Take(better) if taken != better:
            return say("**Looking back:** you took {played}. With {advised} your piles would have been worth "
                       "{formula}.", played=cards(taken), advised=cards(better),
                       formula=_worth(before, better))  # fmt: skip
        case Keep(kept), Keep(better) if kept != better:
            return say("**Looking back:** you kept {played}. With {advised} your piles would have been worth "
                       "{formula}.", played=pair(kept), advised=pair(better),
                       formula=_kept_so_far(before, better))  # fmt: skip
    return ""


def _played(before: TueckeView, chosen: Card, better: Card, view: TueckeView, say: Words) -> str:
    open_table, last = view.table, view.table.round.last_trick
    facts = {"played": card(chosen), "advised": card(better)}
    if chosen in open_table.trick and open_table.phase == "take" and open_table.first_taker == before.seat:
        return say("**Looking back:** you played {played}, I'd have played {advised}. You choose first.", **facts)
    if chosen in open_table.trick or last is None or chosen not in last.cards:
        return ""
    if last.second == before.seat:
        return say("**Looking back:** you played {played}, I'd have played {advised}. You had to take {cards}.",
                   cards=cards(last.second_takes), **facts)  # fmt: skip
    return say("**Looking back:** you played {played}, I'd have played {advised}. You took nothing.", **facts)


def hand(view: TueckeView, say: Words) -> str:
    """The cards in hand, and what one's piles were worth."""
    held = say("Your hand: {cards}", cards=cards(view.hand))
    piles = say("Your piles: {formula}", formula=_worth(view))
    return f"{held}\n{piles}" if view.taken else held


def reason(view: TueckeView, played: Action, better: Action, say: Words) -> str:
    """The difference between two moves, as far as their player could see."""
    match played, better:
        case Play(chosen), Play(other):
            return _compared_cards(view, chosen, other, say)
        case Take(taken), Take(other):
            return say("With {better} your piles would have been worth {formula}, with {played} {less}.",
                       better=cards(other), formula=_worth(view, other), played=cards(taken),
                       less=_worth(view, taken))  # fmt: skip
        case Keep(kept), Keep(other):
            return say("With {better} your piles would have been worth {formula}, with {played} {less}.",
                       better=pair(other), formula=_kept_so_far(view, other), played=pair(kept),
                       less=_kept_so_far(view, kept))  # fmt: skip
    return ""


def despite(view: TueckeView, played: Action, better: Action, _: float | None, say: Words) -> str:
    """What counts beside the piles of the moment. Shape: "" if those weren't worth less with the better move."""
    if _points(view, better) >= _points(view, played):
        return ""
    return say("It was better all the same: by the end of the round, you'd have gained more on the others.")


def _points(view: TueckeView, action: Action) -> int:
    """Worth of the own piles right after a choice from the trick or of colours."""
    match action:
        case Take(taken):
            return _with(view, taken).score.points
        case Keep(kept):
            return Pile(counts_of(view.taken), kept).score.points
    return 0


Role = Literal["lead", "first", "second", "nothing"]
_NOTHING = phrase("{card} would have taken nothing of the trick so far.")
_TOLD: Mapping[Role, str] = {
    "first": phrase("{card} was the highest card of the colour led so far, so you'd have had first pick."),
    "second": phrase("{card} was the lowest card of the other colours so far, so you'd have had to take the rest."),
    "nothing": _NOTHING,
    "lead": _NOTHING,
}


def _compared_cards(view: TueckeView, played: Card, better: Card, say: Words) -> str:
    role, former = _role(view, better), _role(view, played)
    told = say(_TOLD[role], card=card(better))
    if role != former:
        return f"{told} {say(_TOLD[former], card=card(played))}"
    kept = say("With {better} you'd have kept {played} for later.", better=card(better), played=card(played))
    return kept if role == "lead" else f"{told} {kept}"


def _role(view: TueckeView, chosen: Card) -> Role:
    """The role that a card would give its player in the trick as it lies."""
    trick = (*view.table.trick, chosen)
    if not view.table.trick:
        return "lead"
    if first_taker(trick, *_round(view)) == view.seat:
        return "first"
    return "second" if second_taker(trick, *_round(view)) == view.seat else "nothing"


def _worth(view: TueckeView, more: Cards = 0) -> str:
    return formula(_with(view, more))


def _kept_so_far(view: TueckeView, colours: ColourSet) -> str:
    return formula(Pile(counts_of(view.taken), colours))


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
    if not _is_last(view) and max(listed(_unseen(view) & OF_COLOUR[led]), default=-1) > trick[-1]:
        return ""
    half = min(view.table.half, len(trick))
    best = max(combinations(trick, half), key=lambda some: _with(view, gather(some)).score.points)
    now, after = _with(view), _with(view, gather(best))
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
    now = _with(view).score.points
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
    now = _with(view).score.points
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
    trick = (*view.table.trick, played)
    takers = (first_taker(trick, *_round(view)), second_taker(trick, *_round(view)))
    return bool(view.table.trick) and view.seat not in takers


def _round(view: TueckeView) -> tuple[Seat, int]:
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
    ranked = sorted(_with(view).open.items(), key=lambda held: held[1], reverse=True)
    counts = [count for _, count in ranked]
    if len(counts) < 2 or (len(counts) > 2 and counts[2] == counts[1]):
        return ()
    return tuple(sorted(held for held, _ in ranked[:2]))


def _with(view: TueckeView, more: Cards = 0) -> Pile:
    """The player's pile with these cards. Shape: as it counts before any decision that they bring."""
    return Pile(counts_of(view.taken | more), _kept(view))


def _alike(take: Take) -> tuple[int, ...]:
    """The difference between choices: how many cards of each colour."""
    return counts_of(take.cards)


def _unseen(view: TueckeView) -> Cards:
    """The cards in other hands, or out of the round."""
    return DECKS[view.table.round.seats] & ~view.table.played & ~view.hand


REASONS: Final[Mapping[str, Reason]] = {reason.__name__: reason for reason in (
    most_now, fewest_given_up, best_half, no_new_colour, into_discard, first_for_sure, rest_for_sure, out_of_it,
    harmless,
)}  # fmt: skip
"""By the names that the puzzles have for them."""
