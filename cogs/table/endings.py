"""The pages at the end of a match: who has won, what it counts for, and the question whether to end it. Pure.

What a match counts for is decided in bot/tables/standings.py. While a rating is provisional, nobody reads a number of
it: a newcomer's moves by hundreds of points and says little.
"""

from collections.abc import Iterable, Mapping

from bot.matches.match import Match
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.faces import FACE_IN_TEXT, face
from bot.pages.page import Button, Link, Part, Picture, Row, Text
from bot.pictures.highlight import Highlight, Scene
from bot.pictures.type import writable
from bot.tables.match_result import fixed_rating
from bot.tables.ratings import LEAST_OPPONENTS, PROVISIONAL_MATCHES, Change, cause_of, rated_places
from bot.tables.standings import (
    Result,
    best_people,
    can_be_settled,
    field_of,
    is_draw,
    results_of,
    settled_outcome,
    winning_seats,
)
from bot.tables.table import Robot, Table
from bot.words import Words, phrase
from cogs.parts.names import badge, name, plain_name, short_title
from cogs.parts.panel import story_button
from cogs.parts.scores import PLACES, headline, joined_names, placed
from cogs.parts.spoken import pictured
from cogs.table.sealed_pages import check_button
from games.core import Outcome, Seat
from games.highlights import turning_point


def outcome_of(match: Match) -> Outcome:
    """The final places of a match. Only for one that has ended with places."""
    if match.table.phase == "settled":
        return settled_outcome(match.table)
    assert match.state is not None
    assert match.state.outcome is not None
    return match.state.outcome


def settled_board(match: Match, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The public message of a match that the remaining players have ended."""
    table = match.table
    left, stayed = joined_names(table, table.leavers, say), joined_names(table, table.remaining, say)
    if len(table.remaining) == 1:
        how = say("Everyone else left the match, so {name} took the win.", name=stayed)
    else:
        how = say("{names} agreed to end the match after {left} left, and share the win.", names=stayed, left=left)
    return (Text(headline(short_title(ui.title, say), table, outcome_of(match), say)), Text(how))


def result_parts(match: Match, say: Words) -> tuple[Part, ...]:
    """Everyone's gains from the match. Shape: empty for a lesson."""
    table = match.table
    found = list(zip(table.seats_of_people, results_of(table, outcome_of(match)), strict=False))
    if not found:
        return ()
    here = [(seat, result) for seat, result in found if table.is_here(seat)]
    points = [f"{badge(seat)} **{result.points}**{' 🏆' if result.is_triumph else ''}" for seat, result in here]
    ratings = [f"{badge(seat)} {', '.join(told)}" for seat, _ in found if (told := told_to_all(match, seat))]
    places = outcome_of(match).places
    absent = {seat: f"{badge(seat)} ({say(PLACES[1])})" if places[seat] == 1 else badge(seat) for seat, _ in found}
    left = " ".join(told for seat, told in absent.items() if table.clock(seat).presence == "left")
    away = " ".join(told for seat, told in absent.items() if table.clock(seat).presence == "away")
    lines = [say("🤖 Left the match, a loss: {names}", names=left)] if left else []
    lines += [say("💤 Away at the end, a loss: {names}", names=away)] if away else []
    lines += [say("Leaderboard points: {points}", points=" ".join(points))] if points else []
    lines += [say("Ratings: {ratings}", ratings=" · ".join(ratings))] if ratings else []
    return (Text("\n".join(f"-# {line}" for line in lines)),)


def panel(match: Match, seat: Seat, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """A player's panel once the match has ended with places: their own, what it counts for, and what's next."""
    table, outcome = match.table, outcome_of(match)
    result = results_of(table, outcome)[table.seats_of_people.index(seat)]
    lines = [_place(match, seat, result, say)]
    if table.clock(seat).presence == "left":
        lines.append(say("You left this match, so it counts as a loss for you."))
    elif not table.is_here(seat):
        lines.append(say("You were away when it ended, so it counts as a loss for you."))
    else:
        if table.phase == "over":
            found = (ui.farewell(table, match.view(seat), say), _good_thing(match, seat, result, ui, say))
            lines += filter(None, found)
        lines += [*own_firsts(match, result.user_id, ui, say), _gain(result, say)]
    why, *now = told_to_player(match, outcome, seat, say) or ("",)
    lines += [*((why,) if why else ()), *(f"-# {say(ui.title)} · {line}" for line in now)]
    shown = (picture(match, ui, say),) if table.phase == "over" else ()
    return (Text("\n".join(lines)), *shown, *_panel_rows(match, seat, result, say))


def picture(match: Match, ui: GameUI, say: Words) -> Picture:
    """Everyone by place and, if there's something to tell, the match's turning point. Only after its end."""
    table, outcome = match.table, outcome_of(match)
    shown, text = placed(table, outcome, say)
    won = winning_seats(table, outcome)
    moment = turning_point(match.figures.moments, won)
    if moment is None or len(won) < outcome.places.count(1):  # somebody who has left came first: nobody tells that
        return pictured(Highlight(shown), (text,), say)
    sentence, scene = ui.moment(moment, lambda seat: name(table, seat, say), say)
    drawn, _ = ui.moment(moment, lambda seat: _drawn_name(table, seat, say), say)
    words = tuple(tuple(FACE_IN_TEXT.split(word)) for word in drawn.replace("**", "").split(" "))
    told = Text("\n".join(filter(None, (sentence, _lying(scene)))))
    return pictured(Highlight(shown, words, scene), (told, text), say)


def _drawn_name(table: Table, seat: Seat, say: Words) -> str:
    """A seat's badge and name, as far as a picture's typeface has its letters."""
    return f"{badge(seat)}\N{NO-BREAK SPACE}{writable(plain_name(table.sitters[seat], say))}".rstrip()


def _lying(scene: Scene) -> str:
    """The same dice or cards in words, each seat's behind its badge."""
    return " · ".join(
        f"{'' if group.seat is None else badge(Seat(group.seat)) + ': '}{' '.join(map(face, group.faces))}"
        for group in scene
    )


def shared(match: Match, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The result that a player shows to everyone."""
    title = headline(short_title(ui.title, say), match.table, outcome_of(match), say)
    return (Text(title), picture(match, ui, say), Row(past_buttons(match, say)))


def _place(match: Match, seat: Seat, result: Result, say: Words) -> str:
    table, outcome = match.table, outcome_of(match)
    shared = len(winning_seats(table, outcome)) > 1
    if not table.is_here(seat):
        return say("## The match is over")
    if table.phase == "settled":
        return say("## You share the win") if shared else say("## You took the win")
    if result.is_triumph:
        return say("## 🏆 You share the win!") if shared else say("## 🏆 You won!")
    level, place = is_draw(table, outcome), outcome.places[seat]
    if level and place == 1:
        return say("## A draw · good game!")
    if level:
        others = [other for other in best_people(table, outcome) if other != seat]
        return say("## {place} · level with {names}", place=say(PLACES[place]), names=joined_names(table, others, say))
    if result.won:
        return say("## {place} · best of the people", place=say(PLACES[place]))
    return say("## {place} · good game!", place=say(PLACES[place]))


def _gain(result: Result, say: Words) -> str:
    if result.won and not result.points:
        return say("It counts as a win for each of you.")
    if result.won:
        return say.many("You get a win and {n} leaderboard point.", "You get a win and {n} leaderboard points.",
                        result.points)  # fmt: skip
    if result.points:
        return say.many("You get {n} leaderboard point.", "You get {n} leaderboard points.", result.points)
    return say("No leaderboard points this time. Rematch?")


def _good_thing(match: Match, seat: Seat, result: Result, ui: GameUI, say: Words) -> str:
    """One good thing about the match for somebody who hasn't won it. Shape: "" for who has."""
    table, places = match.table, outcome_of(match).places
    if result.is_triumph:
        return ""
    figures = match.figures.tallies[seat] if match.figures.tallies else {}
    if praise := ui.praise(match.view(seat), figures, say):
        return praise
    behind = sorted((Seat(other) for other, place in enumerate(places) if place > places[seat]), key=places.__getitem__)
    if behind:
        return say("You finished ahead of {names}.", names=joined_names(table, behind, say))
    return say("You played it right to the end.")


def _panel_rows(match: Match, seat: Seat, result: Result, say: Words) -> tuple[Row, ...]:
    """The buttons for a player after the match. Shape: what to do next, then what else there is."""
    table = match.table
    past = past_buttons(match, say)
    first = [rematch(table, say), *past[:-1]]
    if table.phase == "over" and not table.place.is_private:
        first.append(Button(say("Share"), CustomId("share", table.id).to_text()))
    if table.phase == "over":
        first.append(review_button(table, say))
    change = match.changes.get(result.user_id)
    is_new = change is not None and change.is_provisional
    if is_new and field_of(table) == "computer" and not result.won and table.is_here(seat):  # a beginner has lost
        first.append(Button(say("Learn"), CustomId("learn", text=table.game).to_text()))
    return (Row(tuple(first)), Row((*past[-1:], leaderboard_button(table, say), *way(table, say))))


def board_rows(match: Match, say: Words, back: tuple[Button, ...] = ()) -> tuple[Row, ...]:
    """The buttons below the result of a closed match, for everyone; with a way `back` in place of a rematch."""
    table, past = match.table, past_buttons(match, say)
    if not table.is_decided:
        return (Row((*back, *past)),) if (*back, *past) else ()
    first = (*(back or (rematch(table, say),)), leaderboard_button(table, say), *past[-1:])
    review = (review_button(table, say),) if table.phase == "over" else ()
    check = () if table.fingerprint is None else (check_button(table, say),)
    rest = (*past[:-1], *review, *check)
    return (Row(first), Row(rest)) if rest else (Row(first),)


def rematch(table: Table, say: Words) -> Button:
    """The button that opens the same table again."""
    return Button(say("Rematch"), CustomId("rematch", table.id).to_text(), "good")


def leaderboard_button(table: Table, say: Words) -> Button:
    """The button to the leaderboard on which a match counts."""
    return Button(say("Leaderboard"), CustomId("rankopen", text=f"{table.game} all {field_of(table)} 0").to_text())


def closed_sentence(table: Table, say: Words, seat: Seat | None = None) -> str:
    """Why a table closed without a result, and what that counts for: for everyone, or for the person at `seat`."""
    if table.phase == "outdated":
        return say("This match was played under older rules and can no longer be shown.")
    if table.phase == "lapsed":
        why = say("This table closed before anyone started it. Type /play to open a new one.")
    elif table.phase == "deserted" and table.remaining:
        why = say("This match was closed because nobody had played for a long time.")
    elif table.phase == "deserted":
        why = say("Everyone has left this match.")
    elif table.clocks:
        why = say("This table was cancelled.")
    else:
        why = say("This table was cancelled before the match began. Type /play to open a new one.")
    return f"{why} {_closed_for(table, seat, say)}" if table.clocks else why


def _closed_for(table: Table, seat: Seat | None, say: Words) -> str:
    """The people for whom a match without a result counts."""
    if seat is not None and not table.is_solo:
        left = seat in table.leavers
        return say("It counts as a loss for you.") if left else say("It doesn't count for you.")
    if table.leavers and not table.is_solo:
        return say("It counts only for {names}, as a loss.", names=joined_names(table, table.leavers, say))
    return say("It doesn't count for anyone.")


def is_offered(table: Table, seat: Seat | None) -> bool:
    """Whether this seat's player should now be asked to take the win."""
    return can_be_settled(table) and table.remaining == (seat,) and table.clock(table.remaining[0]).wish is None


def offer(table: Table, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The page that asks the last remaining player to take the win, in place of their panel."""
    text = say("{names} left, so you're the only person still in this match. Take the win and it ends now: you finish "
               "first, and it's a loss for everyone who left. Or play on against the computer.",
               names=joined_names(table, table.leavers, say))  # fmt: skip
    return (Text(f"## {say(ui.title)}\n{text}"), Row((take_the_win(table, say), play_on(table, say))))


def open_offer(table: Table, say: Words) -> tuple[Part, ...]:
    """The offer to take the win on the board, or who has agreed to end or pause the match. Shape: empty for neither."""
    if can_be_settled(table) and is_offered(table, table.remaining[0]):
        who = name(table, table.remaining[0], say)
        line = say("All other people have left. {name} can take the win or play on.", name=who)
        return (Text(line), Row((take_the_win(table, say), play_on(table, say))))
    agreed = agreement(table, say)
    return (Text("\n".join(f"-# {line}" for line in agreed.splitlines())),) if agreed else ()


def agreement(table: Table, say: Words) -> str:
    """The players who have agreed to end or to pause the match, and those who have not. Shape: "" if nobody has."""
    lines = []
    for wish, asked, sentence in (
        ("end", table.remaining, phrase("🤝 Agreed to end the match: {names} · not yet: {others}")),
        ("pause", table.remaining, phrase("⏸️ For a pause of up to a day: {names} · not yet, under *Seats*: {others}")),
    ):
        agreed = [seat for seat in asked if table.clock(seat).wish == wish]
        others = joined_names(table, [seat for seat in asked if seat not in agreed], say)
        lines += [say(sentence, names=joined_names(table, agreed, say), others=others)] if agreed else []
    return "\n".join(lines)


def agreement_question(table: Table, seat: Seat, say: Words) -> tuple[Part, ...]:
    """Explains to one of several remaining players what agreeing to end the match means."""
    text = say("If everyone still in the match agrees, it ends now: {names} share first place, and it counts as a loss "
               "for {left}. Computer players don't get a say.", names=joined_names(table, table.remaining, say),
               left=joined_names(table, table.leavers, say))  # fmt: skip
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


def way(table: Table, say: Words) -> tuple[Link, ...]:
    """The link to the table's public message. Shape: empty if it has none."""
    return (Link(say("Go to the table"), table.address),) if table.address else ()


def past_buttons(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons to what was played in a closed match: perhaps what happened in public, and last the replay.

    Shape: empty if it never began, or can no longer be told. A replay tells everything about a match that was played to
    its end, but not about rounds that were broken off.
    """
    table = match.table
    if match.state is None or table.is_open or table.is_lesson:
        return ()
    replay = Button(say("Replay"), CustomId("replay", table.id).to_text())
    return (replay,) if table.phase == "over" else (story_button(table.id, say), replay)


def review_button(table: Table, say: Words) -> Button:
    """The button that reviews the decisions of whoever presses it."""
    return Button(say("Review my match"), CustomId("review", table.id).to_text())


MOST_NAMES = 3
"""How many rivals a reason names."""

_REASONS: Mapping[tuple[str, bool], str] = {
    ("all", True): phrase("Rating {change} · you finished ahead of all {n}"),
    ("all", False): phrase("Rating {change} · all {n} finished ahead"),
    ("many", True): phrase("Rating {change} · you finished ahead of {n} others"),
    ("many", False): phrase("Rating {change} · {n} finished ahead"),
    ("few", True): phrase("Rating {change} · you finished ahead of {names}"),
    ("few", False): phrase("Rating {change} · {names} finished ahead"),
    ("level", True): phrase("Rating {change} · you shared a place with {names}, rated above you"),
    ("level", False): phrase("Rating {change} · you shared a place with {names}, rated below you"),
}
"""By how many rivals there are, or whether they share the place, and by whether the rating rose."""


def told_to_all(match: Match, seat: Seat) -> tuple[str, ...]:
    """A person's change of rating and rank for the board; empty if unrated, provisional or against the computer."""
    change = _change(match, seat)
    if change is None or change.is_provisional or field_of(match.table) == "computer":
        return ()
    rating = f"→ {change.rating_after}" if change.was_provisional else f"{_points(change)} → {change.rating_after}"
    return (rating, f"#{change.rank_after}")


def told_to_player(match: Match, outcome: Outcome, seat: Seat, say: Words) -> tuple[str, ...]:
    """The same for their own panel: why, then the new rating and rank; while provisional, only what's still missing."""
    change = _change(match, seat)
    if change is None:
        return ()
    if change.is_provisional:
        return (placement(change.rated, change.opponents, say),)
    now = say("now {rating}", rating=change.rating_after)
    if change.was_provisional:  # nobody has read what it has changed from
        return (say("Your rating shows from now on."), f"{now} · {_rank_now(change, say)}")
    return (_why(match, outcome, seat, change, say), f"{now} · {rank(change, say)}")


def signed(points: int) -> str:
    """A change of a rating, with its sign: "+12", "−7" or "±0"."""
    return f"{points:+}".replace("-", "−") if points else "±0"


def rank(change: Change, say: Words) -> str:
    """The rank after a match, and the one before it if that was another."""
    if change.rank_before in {None, change.rank_after}:
        return _rank_now(change, say)
    before = change.rank_before or 0
    if change.rank_after < before:
        return say("#{rank} on the leaderboard, up from #{before}", rank=change.rank_after, before=before)
    return say("#{rank} on the leaderboard, down from #{before}", rank=change.rank_after, before=before)


def _rank_now(change: Change, say: Words) -> str:
    return say("#{rank} on the leaderboard", rank=change.rank_after)


def _points(change: Change) -> str:
    return f"**{signed(change.rating_after - change.rating_before)}**"


def _why(match: Match, outcome: Outcome, seat: Seat, change: Change, say: Words) -> str:
    """The change of a rating, and because of whom: all of them by name, or none if they are many."""
    rated, points = rated_places(match.table, outcome), _points(change)
    before = [_rating_before(match, other) for other in rated.seats]
    cause = cause_of(rated.seats.index(seat), rated.places, before, change.rating_after)
    if cause is None:
        return say("Rating {change}", change=points)
    has_risen, count = change.rating_after > change.rating_before, len(cause.rivals)
    kind = "many" if count > MOST_NAMES else "few"
    if cause.is_level:
        kind = "level"
    elif MOST_NAMES <= count == len(rated.seats) - 1:
        kind = "all"
    names = joined_names(match.table, (rated.seats[rival] for rival in cause.rivals), say)
    return say(_REASONS[kind, has_risen], change=points, names=names, n=count)


def _rating_before(match: Match, seat: Seat) -> int | None:
    """The shown rating before the match. Shape: None for a person who has been forgotten since then."""
    sitter = match.table.sitters[seat]
    if isinstance(sitter, Robot):
        return fixed_rating(match.table, sitter).shown
    change = _change(match, seat)
    return change.rating_before if change else None


def _change(match: Match, seat: Seat) -> Change | None:
    sitter = match.table.sitters[seat]
    return None if isinstance(sitter, Robot) else match.changes.get(sitter.user_id)


def placement(rated: int | None, opponents: int | None, say: Words) -> str:
    """Progress towards a rating that shows.

    `rated` counts rated matches, and `opponents` different people met in them, None against the computer. Shape: a
    sentence that claims neither if nobody has noted them, or there are none.
    """
    if rated and rated < PROVISIONAL_MATCHES:
        return say("Placement match {n} of {needed}", n=rated, needed=PROVISIONAL_MATCHES)
    if rated and opponents is not None and opponents < LEAST_OPPONENTS:
        return say.many(
            "One more opponent and your rating shows", "{n} more opponents and your rating shows",
            LEAST_OPPONENTS - opponents,
        )  # fmt: skip
    return say("Your rating doesn't show yet")


def first_parts(match: Match, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """Everyone's firsts, for the board. Shape: empty if there are none."""
    table = match.table
    lines = [
        say("{name}: {first}", name=name(table, seat, say), first=first)
        for seat, person in zip(table.seats_of_people, table.people, strict=True)
        for first in own_firsts(match, person.user_id, ui, say)
    ]
    return (Text("\n".join(lines)),) if lines else ()


def own_firsts(match: Match, user_id: int, ui: GameUI, say: Words) -> list[str]:
    """A person's firsts in this match. Shape: one line each."""
    title = short_title(ui.title, say)
    return [first_line(first.kind, title, say) for first in match.firsts.get(user_id, ())]


_ALL_GAMES = {"ten finished": phrase("🎉 Ten matches in a row played to the end")}
"""Sentences about firsts in all games together, as gettext keys by kind."""

_OF_A_MATCH = _ALL_GAMES | {
    "win": phrase("🎉 First win at {game}"),
    "win against hard": phrase("🎉 First win against Hard at {game}"),
}
_OF_A_PERSON = _ALL_GAMES | {
    "win": phrase("🎉 First win: {games}"),
    "win against hard": phrase("🎉 First win against Hard: {games}"),
}


def first_line(kind: str, title: str, say: Words) -> str:
    """A line about a first, on the result of its match. Shape: `title` names the game."""
    return say(_OF_A_MATCH[kind], game=title)


def firsts_line(kind: str, titles: Iterable[str], say: Words) -> str:
    """A line about all of somebody's firsts of one kind. Shape: `titles` name the games."""
    return say(_OF_A_PERSON[kind], games=", ".join(titles))
