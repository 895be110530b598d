"""The score sheet and the final standings, in pictures and in words, the same for every game. Pure."""

from collections.abc import Iterable, Sequence

from bot.pages.page import Part, Picture, Text
from bot.pictures.scores import FinalPlace, Podium, ScoreLine, ScoreSheet
from bot.tables.standings import best_people, field_of, is_draw, plays_for_nobody, winning_seats
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.parts.names import badge, name, numbered, plain_name
from cogs.parts.spoken import pictured
from games.core import Outcome, Seat

PLACES = {
    1: phrase("1st place"),
    2: phrase("2nd place"),
    3: phrase("3rd place"),
    4: phrase("4th place"),
    5: phrase("5th place"),
    6: phrase("6th place"),
}

SHOWN_ROUNDS = 8
"""How many rounds a score sheet shows, the latest ones; the totals count all rounds."""


Rounds = Sequence[tuple[str, Sequence[int]]]
"""Every round so far. Shape: a label, and one number of points for each seat."""


def points_so_far(totals: Sequence[int], say: Words) -> Text:
    """Everyone's points in a small line, by badges."""
    of_each = " · ".join(f"{badge(Seat(seat))} {points}" for seat, points in enumerate(totals))
    return Text(say("-# Points: {points}", points=of_each))


def _sheet(table: Table, rounds: Rounds, totals: Sequence[int], say: Words) -> Picture:
    names = tuple(plain_name(sitter, say) for sitter in table.sitters)
    labels = (f"{number} · {label}" if label else f"{number}." for number, (label, _) in enumerate(rounds, 1))
    shown = [(label, tuple(points)) for label, (_, points) in zip(labels, rounds, strict=True)][-SHOWN_ROUNDS:]
    drawing = ScoreSheet(names, tuple(ScoreLine(label, points) for label, points in shown), tuple(totals))
    lines = [*shown, ("Σ", tuple(totals))]
    read = (f"{label} {', '.join(map(str, points))}" for label, points in lines)
    width = max(len(label) for label, _ in lines)
    columns = [("", range(1, len(totals) + 1)), *lines]  # below the seats' numbers
    rows = (f"{label:<{width}}" + "".join(f"{number:>4}" for number in numbers) for label, numbers in columns)
    return Picture(drawing, "\n".join((", ".join(names), *read)), (Text("\n".join(("```", *rows, "```"))),))


def final_scores(table: Table, outcome: Outcome, rounds: Rounds, totals: Sequence[int], say: Words) -> tuple[Part, ...]:
    """Everyone's points at the end: by round if there were several, and otherwise by place; in words, both."""
    places = standings(table, outcome, say)
    if len(rounds) < 2:
        return (places,)
    sheet = _sheet(table, rounds, totals, say)
    return (Picture(sheet.drawing, f"{places.alt}\n{sheet.alt}", (*places.instead, *sheet.instead)),)


def best_round(rounds: Sequence[Sequence[int]], seat: Seat, say: Words) -> str:
    """Praise of a player's best round, from everyone's points; "" after a single round, or without points."""
    if len(rounds) < 2:
        return ""
    ranked = ((points[seat] == max(points), points[seat], number) for number, points in enumerate(rounds, 1))
    is_first, points, number = max(ranked)
    if points and is_first:
        return say("Nobody beat you in round {round}: +{points}.", round=number, points=points)
    return say("Your best round was round {round}: +{points}.", round=number, points=points) if points else ""


def crowned(table: Table, outcome: Outcome) -> tuple[Seat, ...]:
    """The winners to mark. Shape: empty if all people share first place."""
    won = winning_seats(table, outcome)
    return () if is_draw(table, outcome) and set(table.seats_of_people) <= set(won) else won


def standings(table: Table, outcome: Outcome, say: Words) -> Picture:
    """Everyone by place, with the winners marked."""
    shown, text = placed(table, outcome, say)
    return pictured(Podium(shown), (text,), say)


def placed(table: Table, outcome: Outcome, say: Words) -> tuple[tuple[FinalPlace, ...], Text]:
    """The same for a picture, and in words."""
    ranking = [Seat(seat) for seat in sorted(range(len(outcome.places)), key=outcome.places.__getitem__)]
    won = crowned(table, outcome)
    shown, lines = [], []
    for seat in ranking:
        who, badged = plain_name(table.sitters[seat], say), name(table, seat, say)
        if plays_for_nobody(table, seat):
            who, badged = say("{name} (computer)", name=who), f"🤖 {badged}"
        place, score = outcome.places[seat], str(outcome.scores[seat])
        shown.append(FinalPlace(place, seat, who, score, has_won=seat in won))
        lines.append(f"{numbered(place)} {badged} · {score}{' 🏆' if seat in won else ''}")
    return tuple(shown), Text("\n".join(lines))


def headline(title: str, table: Table, outcome: Outcome, say: Words) -> str:
    """The heading that names the winners. Absent players cannot win, even if the computer came first for them."""
    if table.is_lesson:
        return say("## {game} · the lesson is over", game=title)
    if table.phase == "settled":
        return say("## {game} · ended early", game=title)
    first = [Seat(seat) for seat, place in enumerate(outcome.places) if place == 1]
    won, stood_in = winning_seats(table, outcome), any(plays_for_nobody(table, seat) for seat in first)
    best = best_people(table, outcome) if field_of(table) == "people" and not stood_in else ()
    facts = {"game": title, "names": joined_names(table, won, say)}
    if not won:
        return say("## {game} · nobody wins", **facts)
    if is_draw(table, outcome) and not stood_in and set(best) <= set(first):
        return say("## {game} · a draw!", **facts)
    if best and not set(best) & set(first):
        facts["people"] = joined_names(table, best, say)
        if len(won) > 1:
            return say("## {game} · {names} share the win · best among people: {people}", **facts)
        return say("## {game} · {names} wins · best among people: {people}", **facts)
    if len(won) > 1:
        return say("## {game} · {names} share the win!", **facts)
    return say("## {game} · {names} wins!", **facts)


def joined_names(table: Table, seats: Iterable[Seat], say: Words) -> str:
    """The names of these seats, joined into a phrase."""
    return together([name(table, seat, say) for seat in seats], say)


def together(names: Sequence[str], say: Words) -> str:
    """Names joined into a phrase: "Ana, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
