"""Opening a table, joining and leaving it, the start, and the rematch."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.matches.intents import Matches
from bot.matches.lobby import MOST_TABLES
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.table import NAMES, Person, Robot, Table
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, draft, lobby, play_out

DORA = Person(4, "Dora")


def robots_of(table: Table) -> Sequence[Robot]:
    return [sitter for sitter in table.sitters if isinstance(sitter, Robot)]


async def test_whoever_opens_a_table_sits_at_it_as_its_host(matches: Matches, store: Store) -> None:
    table = await lobby(matches, robots=2, reroll=True)
    assert (table.phase, table.host_id, table.sitters) == ("lobby", ANA.user_id, (ANA, *robots_of(table)))
    assert [robot.level for robot in robots_of(table)] == ["steady"] * 2
    assert await store.table(table.id) == table


async def test_computer_players_have_names_of_their_own_and_keep_them(matches: Matches) -> None:
    table = await lobby(matches, robots=3)
    before = robots_of((await matches.lobby.add_robot(table.id, ANA.user_id, Robot("random"))).table)
    assert before[-1].level == "random"
    assert len({robot.name for robot in before} & set(NAMES)) == 4
    await matches.lobby.remove(table.id, ANA.user_id, before[0])
    assert robots_of((await matches.lobby.start(table.id, ANA.user_id)).table) == before[1:]


async def test_a_table_of_one_person_whose_seats_are_all_taken_begins_at_once(matches: Matches, store: Store) -> None:
    table = await lobby(matches, seats=3, robots=2)
    assert table.phase == "playing"
    assert await store.log(table.id)
    assert (await lobby(matches, BEN, CLEO, seats=4, robots=1)).phase == "lobby"


async def test_a_player_who_joins_takes_the_next_seat_once(matches: Matches) -> None:
    assert (await lobby(matches, BEN, BEN, CLEO)).sitters == (ANA, BEN, CLEO)


async def test_a_full_table_takes_nobody(matches: Matches) -> None:
    table = await lobby(matches, BEN, seats=2)
    for intent in matches.lobby.join(table.id, CLEO), matches.lobby.add_robot(table.id, ANA.user_id, STEADY):
        with pytest.raises(NotAllowed, match="The table is full: 2/2 seats taken"):
            await intent
    with pytest.raises(NotAllowed, match="2 seats are too few for you and 2 computer players"):
        await lobby(matches, seats=2, robots=2)


async def test_leaving_gives_up_the_seat_and_one_can_come_back(matches: Matches) -> None:
    table = await lobby(matches, BEN, CLEO)
    left = (await matches.lobby.leave(table.id, BEN.user_id)).table
    assert (left.sitters, left.host_id) == ((ANA, CLEO), ANA.user_id)
    assert (await matches.lobby.join(table.id, BEN)).table.sitters == (ANA, CLEO, BEN)
    with pytest.raises(NotYourSeat):
        await matches.lobby.leave(table.id, DORA.user_id)


async def test_after_the_host_the_next_person_is_host_and_the_last_one_closes_the_table(matches: Matches) -> None:
    table = await lobby(matches, BEN, robots=1)
    assert (await matches.lobby.leave(table.id, ANA.user_id)).table.host_id == BEN.user_id
    await matches.lobby.remove(table.id, BEN.user_id, robots_of(table)[0])
    with pytest.raises(NotAllowed, match="You need at least 2 players to start"):
        await matches.lobby.start(table.id, BEN.user_id)
    assert (await matches.lobby.leave(table.id, BEN.user_id)).table.phase == "cancelled"


@pytest.mark.parametrize("ending", ["start", "cancel"])
async def test_a_person_whom_the_host_has_removed_stays_out_meanwhile(matches: Matches, ending: str) -> None:
    table = await lobby(matches, BEN, CLEO)
    removed = (await matches.lobby.remove(table.id, ANA.user_id, Person(BEN.user_id, "Benjamin"))).table
    assert (removed.sitters, removed.removed) == ((ANA, CLEO), (BEN.user_id,))
    assert await matches.store.table(table.id) == removed
    with pytest.raises(NotAllowed, match="That seat is already empty"):
        await matches.lobby.remove(table.id, ANA.user_id, BEN)
    with pytest.raises(NotAllowed, match="The host removed you from this table"):
        await matches.lobby.join(table.id, BEN)
    assert (await matches.lobby.remove(table.id, ANA.user_id, ANA)).table.removed == (BEN.user_id,)

    if ending == "start":
        await matches.lobby.join(table.id, ANA)
        await matches.lobby.start(table.id, CLEO.user_id)
    else:
        await matches.seats.cancel(table.id, CLEO.user_id, "lobby", moderator=False)
    stored = await matches.store.table(table.id)
    assert stored
    assert stored.removed == ()


@pytest.mark.parametrize(("is_named", "gone"), [(True, 1), (False, 2)], ids=["by its name", "by an old button"])
async def test_a_computer_player_is_removed(matches: Matches, *, is_named: bool, gone: int) -> None:
    table = await lobby(matches, BEN, robots=2)
    robots = robots_of(table)
    after = await matches.lobby.remove(table.id, ANA.user_id, robots[0] if is_named else STEADY)
    assert after.table.sitters == (ANA, robots[2 - gone], BEN)


HOSTS = {"add_robot": [STEADY], "remove": [STEADY], "start": [], "check_host": []}
"""What only the host may do, and its arguments."""


@pytest.mark.parametrize("intent", HOSTS)
async def test_the_table_is_its_hosts_alone_and_nobodys_once_it_is_closed(matches: Matches, intent: str) -> None:
    table, function = await lobby(matches, BEN), getattr(matches.lobby, intent)
    with pytest.raises(NotAllowed, match="Only the table's host can do that"):
        await function(table.id, BEN.user_id, *HOSTS[intent])
    assert (await matches.lobby.check_host(table.id, ANA.user_id)).table == table
    await matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False)
    with pytest.raises(MatchOver):
        await function(table.id, ANA.user_id, *HOSTS[intent])
    with pytest.raises(MatchOver):
        await function(99, ANA.user_id, *HOSTS[intent])


async def test_a_match_starts_once_with_its_dice_rolled_and_without_empty_seats(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN, CLEO)
    log = await store.log(match.table.id)
    assert (match.table.phase, match.table.capacity, match.length) == ("playing", 3, len(log))
    assert log[0].text.startswith("opening ")
    assert log[-1].text.startswith("roll ")
    for again in matches.lobby.start(match.table.id, ANA.user_id), matches.lobby.join(match.table.id, DORA):
        with pytest.raises(NotAllowed, match="This match has already started"):
            await again


async def test_nobody_sits_at_more_tables_than_one_message_can_list(matches: Matches, store: Store) -> None:
    opened = await asyncio.gather(*(lobby(matches) for _ in range(MOST_TABLES + 5)), return_exceptions=True)
    refused = [error for error in opened if isinstance(error, NotAllowed)]
    assert len(refused) == 5
    assert str(refused[0]).startswith("You're already at 10 open tables")
    (first, *_) = tables = await store.open_tables_of(ANA.user_id)
    assert len(tables) == MOST_TABLES
    await matches.lobby.leave(first.id, ANA.user_id)
    assert (await lobby(matches)).is_open


async def test_nobody_joins_more_tables_either(matches: Matches, store: Store) -> None:
    hosts = [Person(100 + number, "Host") for number in range(MOST_TABLES + 5)]
    opened = [await matches.lobby.open("bluff", options={}, capacity=4, place=HERE, host=host) for host in hosts]
    joined = await asyncio.gather(*(matches.lobby.join(one.table.id, BEN) for one in opened), return_exceptions=True)
    assert sum(isinstance(refused, NotAllowed) for refused in joined) == 5
    assert len(await store.open_tables_of(BEN.user_id)) == MOST_TABLES


@pytest.mark.parametrize("seats", [2, 4])
async def test_two_processes_open_one_table_for_an_interaction(matches: Matches, anew: Matches, seats: int) -> None:
    for _ in range(MOST_TABLES - 1):
        await lobby(matches)
    before = await matches.store.latest_id()
    opened = [
        await process.lobby.open(
            "bluff", options={}, capacity=seats, place=HERE, host=ANA, robots=[STEADY], opened_by=77
        )
        for process in (matches, anew)
    ]

    assert opened[0].table == opened[1].table
    assert opened[0].length == opened[1].length
    assert await matches.store.latest_id() == before + 1 == opened[0].table.id


async def test_a_change_counts_beside_that_of_another_process(matches: Matches, anew: Matches) -> None:
    table = await lobby(matches, BEN)
    for process, person in (matches, CLEO), (anew, DORA):
        await process.lobby.join(table.id, person)
    started = (await matches.lobby.start(table.id, ANA.user_id)).table
    assert started.people == (ANA, BEN, CLEO, DORA)


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


async def test_who_asks_a_moment_too_late_joins(over: Match, matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    other = await matches.store.open(draft(BEN, capacity=over.table.capacity, rematch_of=over.table.id))
    seen = iter([None, other.id])

    async def looked_up(_match_id: int) -> int | None:
        return next(seen)

    monkeypatch.setattr(matches.store, "rematch_of", looked_up)
    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)

    assert (again.table.id, is_new) == (other.id, False)
