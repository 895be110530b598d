"""The public page of Mit List und Tücke. Pure: from a spectator's view to the parts of a page."""

from bot.pages import Divider, Part, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import card, cards, colour, sign
from cogs.names import name
from cogs.scores import scores, standings, winners
from cogs.spoken import pictured
from cogs.tuecke.picture import trick_picture
from games.cards import colour_of
from games.core import Seat
from games.tuecke.actions import HAND_SIZE
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.scoring import Pile
from games.tuecke.view import TueckeView


def board(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    so_far = view.table.round
    if so_far.outcome:
        won = say("## Mit List und Tücke · {names} won", names=winners(table, so_far.outcome, say))
        last = (Text(line) for line in _last_trick(table, view, say))
        return (Text(won), standings(table, so_far.outcome, say), *last, *_scores(table, view, say))
    title = say(
        "## Mit List und Tücke · round {round} of {rounds} · trick {trick} of {tricks}",
        round=so_far.number,
        rounds=so_far.rounds,
        trick=min(so_far.tricks + 1, HAND_SIZE),
        tricks=HAND_SIZE,
    )
    return (
        Text(title),
        pictured(trick_picture(table, view, say), (_in_words(table, view, say),), say),
        Text("\n".join((*_last_trick(table, view, say), _turn(table, view, say)))),
        *_scores(table, view, say),
    )


def scored(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended, and the sheet."""
    return (*(Text(line) for line in _last_trick(table, view, say)), *_scores(table, view, say))


def _in_words(table: Table, view: TueckeView, say: Words) -> Text:
    """All that the picture shows."""
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.round.seats))
    return Text("\n".join((_colours(view, say), *seats)))


def _colours(view: TueckeView, say: Words) -> str:
    """What is trump in this trick, and which colour can no longer be played to it."""
    lying = view.table
    if not lying.trick:
        return say("The colour that is led is trump for the trick.")
    led = colour(colour_of(lying.trick[0]), say)
    if lying.closed is None:
        return say("{led} was led and is trump for this trick.", led=led)
    return say(
        "{led} was led and is trump for this trick · {closed} is closed.", led=led, closed=colour(lying.closed, say)
    )


def _seat_line(table: Table, view: TueckeView, seat: Seat, say: Words) -> str:
    lying = view.table
    played = dict(lying.plays).get(seat)
    lead = "➤ " if seat == lying.round.leader else ""
    shown = ""
    if played is not None:
        mark = " 👑" if seat == lying.first_taker else " 🥈" if seat == lying.second_taker else ""
        shown = f" **{card(played)}**{mark}"
    marker = " ◀" if seat in lying.to_act else ""
    return f"{lead}{name(table, seat, say)}{shown}{_before(view, seat, say)}{marker}"


def _before(view: TueckeView, seat: Seat, say: Words) -> str:
    """The colours that lie before a player, their counts where they are open, and what he has given up."""
    so_far = view.table.round
    pile = view.pile(seat)
    counts = pile.open if pile else {}
    colours = ", ".join(f"{sign(of)}{f' {counts[of]}' if of in counts else ''}" for of in so_far.before(seat))
    if not colours:
        return ""
    if so_far.kept[seat]:
        given_up = "".join(sign(of) for of in so_far.given_up(seat))
        return " · " + say("keeps {colours}, gave up {given_up}", colours=colours, given_up=f"~~{given_up}~~")
    return " · " + say("has {colours}", colours=colours)


def _last_trick(table: Table, view: TueckeView, say: Words) -> list[str]:
    """The latest, be it of the round before; not one older than a trick broken off, of which `_round_over` tells."""
    so_far = view.table.round
    last = so_far.last_trick
    is_newest = so_far.tricks or not so_far.ended or so_far.ended[-1].blocked is None
    return [f"-# {taken(table, last, say)}"] if last and is_newest and view.table.phase != "take" else []


def taken(table: Table, last: TrickTaken, say: Words) -> str:
    """Who took what with a trick."""
    first = name(table, last.first, say)
    if last.second is None:
        return say("Last trick, one colour: {first} took {cards}, the rest is out: {removed}", first=first,
                   cards=cards(last.first_takes), removed=cards(last.removed))  # fmt: skip
    second = name(table, last.second, say)
    if last.second == last.first:
        return say("Last trick: {first} took all of it: {cards}", first=first, cards=cards(last.cards))
    return say("Last trick: {first} took {first_cards}, {second} {second_cards}", first=first,
               first_cards=cards(last.first_takes), second=second, second_cards=cards(last.second_takes))  # fmt: skip


def _turn(table: Table, view: TueckeView, say: Words) -> str:
    lying = view.table
    (seat,) = lying.to_act
    who = name(table, seat, say)
    if lying.phase == "take":
        return say.many("▶ {name} takes {n} card of the trick", "▶ {name} takes {n} cards of the trick", lying.half,
                        name=who)  # fmt: skip
    if lying.phase == "keep":
        return say("▶ {name} has all four colours and decides which two to keep", name=who)
    return say("▶ {name} leads", name=who) if not lying.trick else say("▶ {name} plays a card", name=who)


def _scores(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The last round in numbers, and the sheet of all rounds."""
    ended = view.table.round.ended
    if not ended:
        return ()
    last = ended[-1]
    lines = [f"{name(table, Seat(seat), say)} {formula(pile)}" for seat, pile in enumerate(last.piles)]
    so_far = view.table.round
    is_fresh = so_far.tricks == 0 or so_far.outcome is not None
    told = (Divider(), Text("\n".join((_round_over(table, last, say), *lines)))) if is_fresh else ()
    return (*told, *scores(table, [("", past.points) for past in ended], so_far.totals, say, is_fresh=is_fresh))


def _round_over(table: Table, last: RoundEnded, say: Words) -> str:
    if last.blocked is None:
        return say("**Round {round}**", round=last.round)
    (leader, _), *_ = trick = last.blocked.trick
    return say("**Round {round}** ended at once: {leader} led {cards}, and {name} had no card of these three colours.",
               round=last.round, leader=name(table, leader, say), cards=cards(played for _, played in trick),
               name=name(table, last.blocked.seat, say))  # fmt: skip


def formula(pile: Pile) -> str:
    """What a pile is worth, and why. Source: RULES.md 6.2-6.6."""
    score = pile.score
    largest = sorted(pile.open.items(), key=lambda lying: lying[1], reverse=True)[:2]
    factors = [f"{sign(of)} {count}" for of, count in largest]
    product = " × ".join((*factors, "0", "0")[:2])
    return f"{product} ÷ {score.rest} = **{score.points}**" if score.rest else f"{product} = **{score.points}**"
