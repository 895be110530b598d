"""The pages at the end of a match: who has won, what it counts for, and the question whether to end it. Pure.

Knows no game by name. What a match counts for is decided in bot/tables/standings.py.
"""

from collections.abc import Iterable

from bot.matches.match import Match
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Link, Part, Row, Text
from bot.tables.standings import Result, can_be_settled, field_of, results_of, settled_outcome, winning_seats
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.names import name
from cogs.parts.scores import PLACES, headline, standings, together
from cogs.table.after_pages import past_rows
from cogs.table.first_pages import own_firsts
from cogs.table.rating_lines import told_to_all, told_to_player
from games.core import Outcome, Seat


def outcome_of(match: Match) -> Outcome:
    """The final places of a match. Only for one that has ended with places."""
    if match.table.phase == "settled":
        return settled_outcome(match.table)
    assert match.state is not None
    assert match.state.outcome is not None
    return match.state.outcome


def settled_board(match: Match, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The public message of a match that the remaining players have ended."""
    table, outcome = match.table, outcome_of(match)
    left, stayed = _names(table, table.leavers, say), _names(table, table.remaining, say)
    if len(table.remaining) == 1:
        how = say("Everyone else left the match, so {name} took the win.", name=stayed)
    else:
        how = say("{names} agreed to end the match after {left} left.", names=stayed, left=left)
    title = Text(headline(say(screens.title), table, outcome, say))
    return (title, standings(table, outcome, say, scored=False), Text(how))


def result_parts(match: Match, say: Words) -> tuple[Part, ...]:
    """What the match has counted for each person. Shape: empty for a lesson."""
    table, outcome = match.table, outcome_of(match)
    found = zip(table.seats_of_people, results_of(table, outcome), strict=False)
    lines = [
        f"-# {' · '.join((_result_line(table, seat, result, say), *told_to_all(match, seat, say)))}"
        for seat, result in found
    ]
    return (Text("\n".join(lines)),) if lines else ()


def _result_line(table: Table, seat: Seat, result: Result, say: Words) -> str:
    """What the match has counted for one person."""
    who = name(table, seat, say)
    if table.clock(seat).presence == "left":
        return say("🤖 {name} left the match: a loss", name=who)
    if not table.is_here(seat):
        return say("💤 {name} was away at the end: a loss", name=who)
    if result.won:
        return say.many("🏆 {name}: a win and {n} leaderboard point", "🏆 {name}: a win and {n} leaderboard points",
                        result.points, name=who)  # fmt: skip
    return say.many("{name}: {n} leaderboard point", "{name}: {n} leaderboard points", result.points, name=who)


def panel(match: Match, seat: Seat, screens: Screens, say: Words) -> tuple[Part, ...]:
    """A player's panel once the match has ended with places: their own, what it counts for, and what's next."""
    table, outcome = match.table, outcome_of(match)
    result = results_of(table, outcome)[table.seats_of_people.index(seat)]
    lines = [_place(match, seat, result, say)]
    if not table.is_here(seat):
        lines.append(_missed_end(table, seat, say))
    else:
        lines.append(_own_gain(result, say))
    if changes := told_to_player(match, outcome, seat, say):
        why, now = changes
        lines += [why, f"-# {say(screens.title)} · {now}"]
    lines += own_firsts(match, result.user_id, screens, say)
    final_scores = screens.scored(table, match.view(seat), say) if table.phase == "over" and table.is_here(seat) else ()
    return (
        Text("\n".join(lines)),
        *final_scores,
        Row((*next_steps(table, say), *_way(table, say))),
        *past_rows(match, say),
    )


def _own_gain(result: Result, say: Words) -> str:
    if result.won:
        return say.many("You get a win and {n} leaderboard point.", "You get a win and {n} leaderboard points.",
                        result.points)  # fmt: skip
    if result.points:
        return say.many("You get {n} leaderboard point.", "You get {n} leaderboard points.", result.points)
    return say("No leaderboard points this time. Rematch?")


def _place(match: Match, seat: Seat, result: Result, say: Words) -> str:
    """The panel's heading at the end."""
    table, outcome = match.table, outcome_of(match)
    won = winning_seats(table, outcome)
    if seat in won:
        return say("## 🏆 You won!") if len(won) == 1 else say("## 🏆 You share the win!")
    if not table.is_here(seat) or table.phase == "settled":
        return say("## The match is over")
    place = say(PLACES[outcome.places[seat]])
    if result.won:
        return say("## 🏆 Best human player · {place}", place=place)
    return say("## {place} · good game!", place=place)


def _missed_end(table: Table, seat: Seat, say: Words) -> str:
    if table.clock(seat).presence == "left":
        return say("You left this match, so it counts as a loss for you.")
    return say("You were away when it ended, so it counts as a loss for you.")


def next_steps(table: Table, say: Words) -> tuple[Button, ...]:
    """The buttons for after a match that has ended with places."""
    return (
        Button(say("Rematch"), CustomId("rematch", table.id).to_text(), "good"),
        Button(say("Leaderboard"), leaderboard_id(table)),
    )


def leaderboard_id(table: Table) -> str:
    """The custom_id of the button to the leaderboard on which a match counts."""
    return CustomId("rank", text=f"{table.game} all {field_of(table)} 0").to_text()


def closed_sentence(table: Table, say: Words, seat: Seat | None = None) -> str:
    """Why a table closed without a result, and what that counts for: for everyone, or for the person at `seat`."""
    why = _why_closed(table, say)
    if table.phase == "outdated" or not table.clocks:
        return why
    return f"{why} {_closed_for(table, seat, say)}"


def _why_closed(table: Table, say: Words) -> str:
    if table.phase == "lapsed":
        return say("This table closed before anyone started it. Type /play to open a new one.")
    if table.phase == "outdated":
        return say("This match was played under older rules and can no longer be shown.")
    if table.phase == "deserted" and table.remaining:
        return say("This match was closed because nobody had played for a long time.")
    if table.phase == "deserted":
        return say("Everyone has left this match.")
    if table.clocks:
        return say("This table was cancelled.")
    return say("This table was cancelled before the match began. Type /play to open a new one.")


def _closed_for(table: Table, seat: Seat | None, say: Words) -> str:
    """Who a match without a result counts for."""
    if seat is not None and not table.is_solo:
        if seat in table.leavers:
            return say("It counts as a loss for you.")
        return say("It doesn't count for you.")
    if table.leavers and not table.is_solo:
        return say("It counts only for {names}, as a loss.", names=_names(table, table.leavers, say))
    return say("It doesn't count for anyone.")


def is_offered(table: Table, seat: Seat | None) -> bool:
    """Whether this seat's player should now be asked to take the win."""
    return can_be_settled(table) and table.remaining == (seat,) and table.clock(table.remaining[0]).wish is None


def offer(table: Table, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The page that asks the last remaining player to take the win, in place of their panel."""
    text = say(
        "{names} left, so you're the only person still in this match. Take the win and it ends now: you finish first, "
        "and it's a loss for everyone who left. Or play on against the computer.",
        names=_names(table, table.leavers, say),
    )
    choices = (take_the_win(table, say), play_on(table, say))
    return (Text(f"## {say(screens.title)}\n{text}"), Row((*choices, *_way(table, say))))


def open_offer(table: Table, say: Words) -> tuple[Part, ...]:
    """The offer to take the win on the board, or who has agreed to end the match. Shape: empty for neither."""
    if not can_be_settled(table):
        return ()
    if is_offered(table, table.remaining[0]):
        who = name(table, table.remaining[0], say)
        line = say("Everyone else has left. {name} can take the win or play on.", name=who)
        return (Text(line), Row((take_the_win(table, say), play_on(table, say))))
    agreed = agreement(table, say)
    return (Text(f"-# {agreed}"),) if agreed else ()


def agreement(table: Table, say: Words) -> str:
    """Who has agreed to end the match, and who has not. Shape: "" if nobody has."""
    wish = [seat for seat in table.remaining if table.clock(seat).wish == "end"]
    if not wish:
        return ""
    others = [seat for seat in table.remaining if seat not in wish]
    return say("🤝 Agreed to end the match: {names} · not yet: {others}", names=_names(table, wish, say),
               others=_names(table, others, say))  # fmt: skip


def agreement_question(table: Table, seat: Seat, say: Words) -> tuple[Part, ...]:
    """Explains to one of several remaining players what agreeing to end the match means."""
    text = say(
        "If everyone still in the match agrees, it ends now: {names} share first place, and it counts as a loss for "
        "{left}. Computer players don't get a say.",
        names=_names(table, table.remaining, say),
        left=_names(table, table.leavers, say),
    )
    agreed = agreement(table, say)
    settle = Button(say("Agree to end"), CustomId("settle", table.id).to_text(), "danger")
    answer = play_on(table, say) if table.clock(seat).wish == "end" else settle
    lines = "\n".join(filter(None, (text, agreed)))
    return (Text(lines), Row((answer, Button(say("Back"), CustomId("seats", table.id).to_text()))))


def take_the_win(table: Table, say: Words) -> Button:
    """The button that ends the match for the last remaining player."""
    return Button(say("Take the win"), CustomId("settle", table.id).to_text(), "good")


def play_on(table: Table, say: Words) -> Button:
    """The button to go on with the match."""
    return Button(say("Play on"), CustomId("playon", table.id).to_text())


def _names(table: Table, seats: Iterable[Seat], say: Words) -> str:
    return together([name(table, seat, say) for seat in seats], say)


def _way(table: Table, say: Words) -> tuple[Link, ...]:
    return (Link(say("Go to the table"), table.address),) if table.address else ()
