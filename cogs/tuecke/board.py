"""The public page of Mit List und Tücke, and the sentences that panels and replays share with it. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from bot.matches.history import Seen
from bot.pages.page import Part, Picture, Text, small
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour, compact, sign
from cogs.parts.names import badge, name
from cogs.parts.scores import best_round, final_scores, headline, points_so_far
from cogs.parts.spoken import pictured
from cogs.parts.tricks import by_badges, card_from, crowns_of, numbered_trick
from cogs.tuecke.picture import is_past, trick_picture
from games.cards import FOUR_COLOURS, Colour, Play, colour_of, gather
from games.core import Action, Event, Seat
from games.figures import Tally
from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, HAND_SIZE, ColourSet, Keep, Take
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import Round
from games.tuecke.view import TueckeView


def board(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    so_far = view.table.round
    if so_far.outcome:
        won = headline("Mit List und Tücke", table, so_far.outcome, say)
        points = final_scores(table, so_far.outcome, [("", past.points) for past in so_far.ended], so_far.totals, say)
        last = so_far.ended[-1]
        how = ended(table, last, say)[:1] if last.blocked else []  # if it was cut short
        return (Text(won), *points, Text("\n".join((*how, f"-# {worths(last, say)}", *last_trick(view, say)))))
    title = say("## Mit List und Tücke · round {round}/{rounds} · trick {trick}/{tricks}", round=so_far.number,
                rounds=so_far.rounds, trick=min(so_far.tricks + 1, HAND_SIZE), tricks=HAND_SIZE)  # fmt: skip
    asked = Text("\n".join((*(last_trick(view, say) if so_far.tricks else ()), turn(table, view, say))))
    return (Text(title), _picture(table, view, say), asked, *_before(table, view, say))


def scored(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended: how, what everyone has scored and why, and its last trick."""
    return (Text("\n".join((*ended(table, view.table.round.ended[-1], say), *last_trick(view, say)))),)


def _picture(table: Table, view: TueckeView, say: Words) -> Picture:
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.round.seats))
    last_one = (played_to_last_trick(view, say),) if is_past(view) else ()
    words = Text("\n".join((colours(view, say), *last_one, *seats)))
    return pictured(trick_picture(table, view, say), (words,), say)


def _seat_line(table: Table, view: TueckeView, seat: Seat, say: Words) -> str:
    open_table = view.table
    who, played = name(table, seat, say), dict(open_table.plays).get(seat)
    lead = "➤ " if seat == open_table.round.leader else ""
    shown = ""
    if played is not None:
        mark = " 👑" if seat == open_table.first_taker else " 🥈" if seat == open_table.second_taker else ""
        shown = f" · **{card(played)}**{mark}"
    marker = " ◀" if seat in open_table.to_act else ""
    return f"{lead}{piles(view, seat, who, say) or who}{shown}{marker}"


def _before(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """Everyone's points in a line; on one's own, where no pause shows the round before, first that at length."""
    so_far = view.table.round
    if not so_far.ended:
        return ()
    if table.is_solo and not (so_far.tricks or view.table.trick):
        return (small((*ended(table, so_far.ended[-1], say), *last_trick(view, say))),)
    return (points_so_far(so_far.totals, say),)


def farewell(_table: Table, view: TueckeView, say: Words) -> str:
    """The worth of the player's piles in the last round, and their points in all."""
    assert view.seat is not None
    last = view.table.round.ended[-1]
    told = say("Your piles: {formula} · points in this match: {total}", formula=formula(last.piles[view.seat]),
               total=last.totals[view.seat])  # fmt: skip
    return " · ".join((told, *rounding((last.piles[view.seat],), say)))


def praise(view: TueckeView, _figures: Mapping[str, Tally], say: Words) -> str:
    """The player's best round."""
    assert view.seat is not None
    return best_round([past.points for past in view.table.round.ended], view.seat, say)


def turn(table: Table, view: TueckeView, say: Words) -> str:
    """The player whose turn it is, and their task."""
    open_table = view.table
    (seat,) = open_table.to_act
    who = name(table, seat, say)
    if open_table.phase == "take":
        return say.many("▶ {name}: take {n} card from the trick", "▶ {name}: take {n} cards from the trick",
                        open_table.half, name=who)  # fmt: skip
    if open_table.phase == "keep":
        return say("▶ {name}: keep two of the four colours", name=who)
    return card_from(table, seat, colour_of(open_table.trick[0]) if open_table.trick else None, say)


def colours(view: TueckeView, say: Words) -> str:
    """The trump of this trick, and the colour that can no longer be played to it."""
    open_table = view.table
    if not open_table.trick:
        return say("The colour led will be trump for this trick.")
    led = colour(colour_of(open_table.trick[0]), say)
    if open_table.closed is None:
        return say("Trump for this trick: {led}", led=led)
    return say("Trump for this trick: {led} · closed: {closed}", led=led, closed=colour(open_table.closed, say))


def piles(view: TueckeView, seat: Seat, who: str, say: Words) -> str:
    """The colours before a player, open counts, and what was given up, after a name or badge; "" for nothing."""
    so_far = view.table.round
    pile = view.pile(seat)
    counts = pile.open if pile else {}
    colours = ", ".join(f"{sign(each)}{f' {counts[each]}' if each in counts else ''}" for each in so_far.before(seat))
    if not colours:
        return ""
    if so_far.kept[seat]:
        return _keeps(who, colours, so_far.given_up(seat), say)
    return say("{name} has {colours}", name=who, colours=colours)


def played_to_last_trick(view: TueckeView, say: Words) -> str:
    """Everyone's card in the last trick, which the picture shows until a card is led."""
    last = view.table.round.last_trick
    assert last is not None
    crowns = crowns_of(last.first, last.second)
    return say("In the last trick: {cards}", cards=by_badges(view.table.round.seats, last.leader, last.cards, crowns))


def kept(who: str, colours: ColourSet, say: Words) -> str:
    """The colours that a player has chosen to keep, and those given up by that."""
    return _keeps(who, ", ".join(map(sign, COLOURS_IN[colours])), COLOURS_IN[ALL_COLOURS & ~colours], say)


def pair(colours: ColourSet) -> str:
    """Two colours to keep, by their symbols."""
    return " + ".join(map(sign, COLOURS_IN[colours]))


def _keeps(who: str, colours: str, given_up: Iterable[Colour], say: Words) -> str:
    return say("{name} keeps {colours} and discards {given_up}", name=who, colours=colours,
               given_up=f"~~{''.join(map(sign, given_up))}~~")  # fmt: skip


def last_trick(view: TueckeView, say: Words) -> list[str]:
    """The takers of the last trick, be it of the round before, in a small line; who played what is in the picture.

    Shape: empty beside a later trick that was broken off, of which `ended` tells, and while cards are taken.
    """
    so_far = view.table.round
    last = so_far.last_trick
    is_newest = so_far.tricks or not so_far.ended or so_far.ended[-1].blocked is None
    if not last or not is_newest or view.table.phase == "take":
        return []
    first = {"first": badge(last.first), "cards": cards(last.first_takes)}
    if last.second is None:
        return [say("-# Last trick: {first} took {cards} · out of the round: {removed}", removed=cards(last.removed),
                    **first)]  # fmt: skip
    return [say("-# Last trick: {first} took {cards} · {second} took {others}", second=badge(last.second),
                others=cards(last.second_takes), **first)]  # fmt: skip


def ended(table: Table, last: RoundEnded, say: Words) -> list[str]:
    """How a round ended: a line, then one for each seat with its worth and points, and perhaps a footnote."""
    first = say("**Round {round}**", round=last.round)
    if last.blocked is not None:
        played = " · ".join(f"{badge(seat)} {card(each)}" for seat, each in last.blocked.trick)
        first = say("**Round {round}** ended at once: {played}, and {name} had none of these three colours.",
                    round=last.round, played=played, name=name(table, last.blocked.seat, say))  # fmt: skip
    lines = [first]
    for seat, pile in enumerate(last.piles):
        worth_it = formula(pile).replace(" ", "")  # so that no line breaks in a formula
        so_far = f" → {last.totals[seat]}" if last.round > 1 else ""
        lines.append(f"{name(table, Seat(seat), say)} {worth_it}{so_far}")
    return [*lines, *footnote(last.piles, say)]


def rounding(piles: Iterable[Pile], say: Words) -> list[str]:
    """A note that points are rounded down. Shape: one, or none if what these piles are worth isn't."""
    scores = [pile.score for pile in piles]
    is_rounded = any(score.rest and score.one * score.other % score.rest for score in scores)
    return [say("÷ is rounded down")] if is_rounded else []


def footnote(piles: Iterable[Pile], say: Words) -> list[str]:
    """The same in a small line."""
    return [f"-# {note}" for note in rounding(piles, say)]


def formula(pile: Pile) -> str:
    """The worth of a pile, and why. Source: RULES.md 6.2-6.6."""
    score = pile.score
    largest = sorted(pile.open.items(), key=lambda held: held[1], reverse=True)[:2]
    factors = [f"{sign(each)} {count}" for each, count in largest]
    product = " × ".join((*factors, "0", "0")[:2])
    return f"{product} ÷ {score.rest} = **{score.points}**" if score.rest else f"{product} = **{score.points}**"


def worths(last: RoundEnded, say: Words) -> str:
    """The worth of everyone's piles, by badges and without spaces, so that no line breaks in a formula."""
    worths = [f"{badge(Seat(seat))} {formula(pile).replace(' ', '')}" for seat, pile in enumerate(last.piles)]
    return " · ".join((*worths, *rounding(last.piles, say)))


def action_label(action: Action, say: Words) -> str:
    """The move as a label."""
    match action:
        case Take(taken):
            return say("Take {cards}", cards=cards(taken))
        case Keep(kept):
            return say("Keep {colours}", colours=" · ".join(colour(chosen, say) for chosen in COLOURS_IN[kept]))
        case Play(chosen):
            return say("Play {card}", card=card(chosen))
    return ""


def hand_line(view: TueckeView, say: Words) -> str:
    """The cards, and how many of each colour the seat has taken, which the others have to remember."""
    found = zip(FOUR_COLOURS, counts_of(view.taken), strict=True)
    counts = " ".join(f"{sign(colour)} {count}" for colour, count in found if count)
    taken = [say("taken: {piles}", piles=counts)] if counts else []
    return " · ".join(filter(None, (compact(view.hand), *taken)))


def tell(table: Table, seen: Sequence[Seen[TueckeView]], say: Words) -> list[str]:
    """Every trick and who took what of it, and every choice of colours; of a round under way, what its view shows."""
    if seen[-1].after.rounds_over == seen[0].before.rounds_over:
        return _so_far(seen[-1].after, say)
    lines = []
    for move in seen:
        so_far = move.before.table.round
        taken = (event for event in move.events if isinstance(event, TrickTaken))
        lines += [_shared(so_far.tricks + 1, event, so_far.seats, say) for event in taken]
        now = zip(so_far.kept, _colours_kept(move.after.table.round, move.events), strict=True)
        lines += [f"-# {kept(name(table, Seat(seat), say), colours, say)}"
                  for seat, (before, colours) in enumerate(now) if colours != before]  # fmt: skip
    return lines


def _so_far(view: TueckeView, say: Words) -> list[str]:
    """A round under way as everyone sees it now, whatever they have seen before."""
    so_far = view.table.round
    last = so_far.last_trick if so_far.tricks else None
    earlier = so_far.collected & ~gather(last.cards) if last else 0
    lines = [say("Cards of earlier tricks: {cards}", cards=compact(earlier))] if earlier else []
    if removed := so_far.removed & ~(last.removed if last else 0):
        lines.append(say("Out of the round: {cards}", cards=compact(removed)))
    if earlier:
        lines.append(say("-# Once the round is scored, you'll see who played and took them. Until then, you have to "
                         "remember."))  # fmt: skip
    lines += filter(None, (piles(view, seat, badge(seat), say) for seat in map(Seat, range(so_far.seats))))
    if last:
        lines.append(_shared(so_far.tricks, last, so_far.seats, say))
    if trick := view.table.trick:
        lines.append(numbered_trick(so_far.tricks + 1, so_far.leader, trick, so_far.seats))
    return lines


def _shared(number: int, taken: TrickTaken, seats: int, say: Words) -> str:
    first, second = badge(taken.first), None if taken.second is None else badge(taken.second)
    trick = numbered_trick(number, taken.leader, taken.cards, seats, first=taken.first, second=taken.second)
    if second is None:
        return say("{trick} → {first} took {cards}; out of the round: {removed}", trick=trick, first=first,
                   cards=cards(taken.first_takes), removed=cards(taken.removed))  # fmt: skip
    return say("{trick} → {first} took {first_cards}, {second} took {second_cards}", trick=trick, first=first,
               second=second, first_cards=cards(taken.first_takes), second_cards=cards(taken.second_takes))  # fmt: skip


def _colours_kept(after: Round, events: Sequence[Event]) -> tuple[int, ...]:
    """The colours that everyone keeps after a move, the one that ends the round included."""
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    return after.kept if ended is None else tuple(pile.kept for pile in ended.piles)
