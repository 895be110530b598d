"""The rematch: opened by the first of its players to ask, joined by the others."""

import pytest

from bot.errors import NotAllowed, NotYourSeat
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.table import Robot
from tests.bot.people import ANA, BEN, CLEO, HERE, begun, draft, play_out


@pytest.fixture
async def over(matches: Matches) -> Match:
    """A match of Ana, Ben and a computer player, played to its end."""
    return await play_out(matches, await begun(matches, BEN, robots=1))


def robot_of(match: Match) -> Robot:
    """The computer player at this table, with its name."""
    (found,) = (sitter for sitter in match.table.sitters if isinstance(sitter, Robot))
    return found


async def test_the_first_to_ask_opens_it_and_the_next_joins(over: Match, matches: Matches) -> None:
    first, is_new = await matches.lobby.rematch(over.table.id, BEN, HERE)
    assert is_new
    assert (first.table.host_id, first.table.sitters) == (BEN.user_id, (BEN, robot_of(over)))
    assert (first.table.options, first.table.capacity) == (over.table.options, over.table.capacity)

    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)
    assert not is_new
    assert (again.table.id, again.table.sitters) == (first.table.id, (BEN, robot_of(over), ANA))


async def test_whoever_asks_twice_gets_the_same_one(over: Match, matches: Matches) -> None:
    first, _ = await matches.lobby.rematch(over.table.id, BEN, HERE)
    await matches.lobby.rematch(over.table.id, ANA, HERE)
    await matches.lobby.start(first.table.id, BEN.user_id)

    again, is_new = await matches.lobby.rematch(over.table.id, BEN, HERE)
    assert (again.table.id, again.table.phase, is_new) == (first.table.id, "playing", False)


async def test_alone_it_starts_at_once(matches: Matches) -> None:
    over = await play_out(matches, await begun(matches, robots=1))

    assert (await matches.lobby.rematch(over.table.id, ANA, HERE))[0].table.phase == "playing"


async def test_only_its_players_open_or_join_it(over: Match, matches: Matches) -> None:
    for _ in range(2):
        with pytest.raises(NotYourSeat):
            await matches.lobby.rematch(over.table.id, CLEO, HERE)
        await matches.lobby.rematch(over.table.id, BEN, HERE)


async def test_after_one_that_was_cancelled_there_can_be_another(over: Match, matches: Matches) -> None:
    first, _ = await matches.lobby.rematch(over.table.id, BEN, HERE)
    await matches.seats.cancel(first.table.id, BEN.user_id, "lobby", moderator=False)

    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)
    assert (is_new, again.table.id == first.table.id) == (True, False)


async def test_there_is_none_before_the_end_but_after_an_early_one(matches: Matches) -> None:
    match = await begun(matches, BEN)
    with pytest.raises(NotAllowed, match="You can ask for a rematch"):
        await matches.lobby.rematch(match.table.id, ANA, HERE)
    await matches.seats.quit(match.table.id, BEN.user_id)
    await matches.seats.settle(match.table.id, ANA.user_id)

    assert (await matches.lobby.rematch(match.table.id, ANA, HERE))[1]


async def test_a_player_who_asks_a_moment_too_late_joins(
    over: Match, matches: Matches, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await store.open(draft(BEN, capacity=over.table.capacity, rematch_of=over.table.id))
    seen = iter([None, other.id])

    async def looked_up(_match_id: int) -> int | None:
        return next(seen)

    monkeypatch.setattr(store, "rematch_of", looked_up)
    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)

    assert (again.table.id, is_new) == (other.id, False)
