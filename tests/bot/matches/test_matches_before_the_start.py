"""Opening a table, joining and leaving it, and the start."""

import asyncio
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.matches.intents import Matches
from bot.matches.lobby import MOST_TABLES
from bot.store.store import Store
from bot.tables.table import NAMES, Person, Robot, Table
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, lobby


def levels(table: Table) -> list[str]:
    """The levels of the sitters. Shape: "" for a person."""
    return [sitter.level if isinstance(sitter, Robot) else "" for sitter in table.sitters]


async def test_whoever_opens_a_table_sits_at_it_as_its_host(matches: Matches) -> None:
    table = await lobby(matches)

    assert (table.phase, table.host_id, table.sitters) == ("lobby", ANA.user_id, (ANA,))


async def test_a_table_opens_with_the_computer_players_asked_for(matches: Matches) -> None:
    assert levels(await lobby(matches, robots=2)) == ["", "steady", "steady"]


async def test_computer_players_have_names_of_their_own(matches: Matches) -> None:
    table = await lobby(matches, robots=4)
    table = (await matches.lobby.add_robot(table.id, ANA.user_id, STEADY)).table
    names = [sitter.name for sitter in table.sitters if isinstance(sitter, Robot)]

    assert len(set(names)) == 5
    assert set(names) <= set(NAMES)


async def test_computer_players_keep_their_names_while_others_come_and_go(matches: Matches, store: Store) -> None:
    table = await lobby(matches, BEN, robots=2)
    first, second = (sitter for sitter in table.sitters if isinstance(sitter, Robot))
    await matches.lobby.remove(table.id, ANA.user_id, first)
    match = await matches.lobby.start(table.id, ANA.user_id)

    assert match.table.sitters == (ANA, second, BEN)
    assert (await store.table(table.id)) == match.table


async def test_an_opened_table_is_on_the_disk(matches: Matches, store: Store) -> None:
    table = await lobby(matches, robots=1, reroll=True)

    assert await store.table(table.id) == table


async def test_the_host_needs_a_seat_beside_the_computer_players(matches: Matches) -> None:
    with pytest.raises(NotAllowed, match="2 seats are too few for you and 2 computer players"):
        await lobby(matches, seats=2, robots=2)


async def test_nobody_sits_at_more_tables_than_one_message_can_list(matches: Matches) -> None:
    for _ in range(MOST_TABLES):
        await lobby(matches)

    with pytest.raises(NotAllowed, match="You're already at 10 open tables"):
        await lobby(matches)


async def test_whoever_sits_at_too_many_tables_cannot_join_one_more(matches: Matches) -> None:
    for _ in range(MOST_TABLES):
        await lobby(matches)
    other = await matches.lobby.open("bluff", options={}, capacity=2, place=HERE, host=BEN)

    with pytest.raises(NotAllowed, match="Finish or leave one, or ask its host to cancel it"):
        await matches.lobby.join(other.table.id, ANA)


async def test_a_closed_table_makes_room_for_another(matches: Matches) -> None:
    tables = [await lobby(matches) for _ in range(MOST_TABLES)]
    await matches.lobby.leave(tables[0].id, ANA.user_id)

    assert (await lobby(matches)).is_open


async def test_a_table_of_one_person_whose_seats_are_all_taken_begins_at_once(matches: Matches, store: Store) -> None:
    table = await lobby(matches, seats=3, robots=2)

    assert table.phase == "playing"
    assert await store.log(table.id)


async def test_with_several_people_the_host_starts(matches: Matches) -> None:
    assert (await lobby(matches, BEN, CLEO, seats=4, robots=1)).phase == "lobby"


async def test_a_player_who_joins_takes_the_next_seat(matches: Matches) -> None:
    assert (await lobby(matches, BEN, CLEO)).sitters == (ANA, BEN, CLEO)


async def test_joining_twice_changes_nothing(matches: Matches) -> None:
    assert (await lobby(matches, BEN, BEN)).sitters == (ANA, BEN)


async def test_a_full_table_takes_nobody(matches: Matches) -> None:
    table = await lobby(matches, BEN, seats=2)

    with pytest.raises(NotAllowed, match="The table is full: 2/2 seats taken"):
        await matches.lobby.join(table.id, CLEO)


async def test_there_is_no_joining_after_the_start(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(NotAllowed, match="This match has already started"):
        await matches.lobby.join(match.table.id, CLEO)


async def test_a_table_that_never_was_is_closed(matches: Matches) -> None:
    with pytest.raises(MatchOver):
        await matches.lobby.join(99, BEN)


async def test_leaving_gives_up_the_seat(matches: Matches) -> None:
    table = await lobby(matches, BEN, CLEO)

    assert (await matches.lobby.leave(table.id, BEN.user_id)).table.sitters == (ANA, CLEO)


async def test_when_the_host_leaves_the_next_person_is_host(matches: Matches) -> None:
    table = await lobby(matches, BEN, robots=1)

    assert (await matches.lobby.leave(table.id, ANA.user_id)).table.host_id == BEN.user_id


async def test_when_a_guest_leaves_the_host_stays(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    assert (await matches.lobby.leave(table.id, BEN.user_id)).table.host_id == ANA.user_id


async def test_the_last_person_closes_the_table(matches: Matches) -> None:
    table = await lobby(matches, robots=2)

    assert (await matches.lobby.leave(table.id, ANA.user_id)).table.phase == "cancelled"


async def test_a_player_who_does_not_sit_cannot_leave(matches: Matches) -> None:
    table = await lobby(matches)

    with pytest.raises(NotYourSeat):
        await matches.lobby.leave(table.id, BEN.user_id)


async def test_the_host_adds_a_computer_player(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    assert levels((await matches.lobby.add_robot(table.id, ANA.user_id, Robot("random"))).table) == ["", "", "random"]


async def test_a_full_table_takes_no_computer_player(matches: Matches) -> None:
    table = await lobby(matches, BEN, seats=2)

    with pytest.raises(NotAllowed, match="The table is full"):
        await matches.lobby.add_robot(table.id, ANA.user_id, STEADY)


async def test_the_host_removes_a_person_whose_name_has_changed(matches: Matches) -> None:
    table = await lobby(matches, BEN, CLEO)

    renamed = Person(BEN.user_id, "Benjamin")

    assert (await matches.lobby.remove(table.id, ANA.user_id, renamed)).table.sitters == (ANA, CLEO)


async def test_a_person_whom_the_host_has_removed_stays_out_even_after_a_restart(
    matches: Matches, store: Store
) -> None:
    table = await lobby(matches, BEN, CLEO)
    removed = (await matches.lobby.remove(table.id, ANA.user_id, BEN)).table

    assert removed.removed == (BEN.user_id,)
    assert await store.table(table.id) == removed
    with pytest.raises(NotAllowed, match="The host removed you from this table"):
        await matches.lobby.join(table.id, BEN)


async def test_who_has_left_by_themselves_can_come_back(matches: Matches) -> None:
    table = await lobby(matches, BEN)
    await matches.lobby.leave(table.id, BEN.user_id)

    assert (await matches.lobby.join(table.id, BEN)).table.sitters == (ANA, BEN)


async def test_a_host_who_removes_themselves_can_come_back(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    assert (await matches.lobby.remove(table.id, ANA.user_id, ANA)).table.removed == ()


@pytest.mark.parametrize("ending", ["start", "cancel"])
async def test_whom_the_host_has_removed_is_forgotten_when_the_lobby_is_over(
    matches: Matches, store: Store, ending: str
) -> None:
    table = await lobby(matches, BEN, CLEO)
    await matches.lobby.remove(table.id, ANA.user_id, BEN)
    if ending == "start":
        await matches.lobby.start(table.id, ANA.user_id)
    else:
        await matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False)

    stored = await store.table(table.id)
    assert stored
    assert stored.removed == ()


async def test_a_computer_player_is_removed_by_its_name(matches: Matches) -> None:
    table = await lobby(matches, BEN, robots=2)
    _, first, second, _ = table.sitters

    assert (await matches.lobby.remove(table.id, ANA.user_id, first)).table.sitters == (ANA, second, BEN)


async def test_by_an_old_button_the_last_computer_player_of_that_level_goes(matches: Matches) -> None:
    table = await lobby(matches, BEN, robots=2)
    _, first, _, _ = table.sitters

    assert (await matches.lobby.remove(table.id, ANA.user_id, STEADY)).table.sitters == (ANA, first, BEN)


async def test_a_seat_that_is_empty_by_now_is_not_removed_again(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    with pytest.raises(NotAllowed, match="That seat is already empty"):
        await matches.lobby.remove(table.id, ANA.user_id, CLEO)


@pytest.mark.parametrize("intent", ["add_robot", "remove", "start", "check_host"])
async def test_the_table_is_its_hosts_alone(matches: Matches, intent: str) -> None:
    table = await lobby(matches, BEN)
    args = [STEADY] if intent in {"add_robot", "remove"} else []

    with pytest.raises(NotAllowed, match="Only the table's host can do that"):
        await getattr(matches.lobby, intent)(table.id, BEN.user_id, *args)


async def test_the_host_is_known_before_the_start(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    assert (await matches.lobby.check_host(table.id, ANA.user_id)).table == table


@pytest.mark.parametrize("intent", ["add_robot", "remove", "start", "check_host", "leave"])
async def test_nothing_is_arranged_at_a_closed_table(matches: Matches, intent: str) -> None:
    table = await lobby(matches)
    await matches.lobby.leave(table.id, ANA.user_id)
    args = [STEADY] if intent in {"add_robot", "remove"} else []

    with pytest.raises(MatchOver):
        await getattr(matches.lobby, intent)(table.id, ANA.user_id, *args)


async def test_one_player_is_too_few_to_start(matches: Matches) -> None:
    table = await lobby(matches)

    with pytest.raises(NotAllowed, match="You need at least 2 players to start"):
        await matches.lobby.start(table.id, ANA.user_id)


async def test_the_start_takes_empty_seats_away(matches: Matches) -> None:
    match = await begun(matches, BEN, CLEO)

    assert (match.table.phase, match.table.capacity) == ("playing", 3)


async def test_a_started_match_has_its_dice_rolled(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)

    log = await store.log(match.table.id)
    assert log[0].text.startswith("opening ")
    assert log[-1].text.startswith("roll ")
    assert len(log) == match.length


async def test_a_match_starts_once(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(NotAllowed, match="This match has already started"):
        await matches.lobby.start(match.table.id, ANA.user_id)


async def test_forty_tables_at_once_are_ten(matches: Matches, store: Store) -> None:
    opened = await asyncio.gather(*(lobby(matches) for _ in range(40)), return_exceptions=True)

    assert sum(isinstance(refused, NotAllowed) for refused in opened) == 40 - MOST_TABLES
    assert len(await store.open_tables_of(ANA.user_id)) == MOST_TABLES


@pytest.mark.parametrize("seats", [2, 4])
async def test_an_interaction_that_two_processes_get_opens_one_table(
    matches: Matches, engine: AsyncEngine, store: Store, seats: int
) -> None:
    for _ in range(MOST_TABLES - 1):
        await lobby(matches)
    before = await store.latest_id()
    other = Matches(Store(engine), clock=lambda: 0, rng=Random(2))

    opened = [
        await process.lobby.open(
            "bluff", options={}, capacity=seats, place=HERE, host=ANA, robots=[STEADY], opened_by=77
        )
        for process in (matches, other)
    ]

    assert [match.table.id for match in opened] == [before + 1] * 2
    assert opened[0].table == opened[1].table
    assert opened[0].length == opened[1].length
    assert await store.latest_id() == before + 1


async def test_to_join_forty_tables_at_once_is_to_join_ten(matches: Matches, store: Store) -> None:
    hosts = [Person(100 + number, "Host") for number in range(40)]
    tables = [
        (await matches.lobby.open("bluff", options={}, capacity=4, place=HERE, host=host)).table.id for host in hosts
    ]

    joined = await asyncio.gather(*(matches.lobby.join(table, BEN) for table in tables), return_exceptions=True)

    assert sum(isinstance(refused, NotAllowed) for refused in joined) == 40 - MOST_TABLES
    assert len(await store.open_tables_of(BEN.user_id)) == MOST_TABLES
