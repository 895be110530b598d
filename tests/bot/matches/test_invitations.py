"""Invitations to a lobby: who sits down, how long a seat is kept, and how many there may be."""

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import NotAllowed
from bot.matches.intents import Matches
from bot.matches.lobby import KEPT_SECONDS
from bot.matches.privacy import Exports, Forgetting
from bot.store.invitations import LIMIT_SECONDS, MOST_INVITATIONS, InvitationStore
from bot.store.privacy import ExportStore
from bot.store.schema import metadata
from bot.tables.table import Person, Table
from tests.bot.people import ANA, BEN, CLEO, HERE, begun, lobby, play_out
from tests.clock import Clock

DORA = Person(4, "Dora")


async def private(matches: Matches, *invited: Person, seats: int = 4) -> Table:
    """A private table of Ana's to which these people are invited."""
    match = await matches.lobby.open(
        "bluff", options={}, capacity=seats, place=HERE, host=ANA, invited=invited, is_invite_only=True
    )
    return match.table


async def test_a_seat_is_kept_for_ten_minutes_across_a_restart(matches: Matches, anew: Matches, clock: Clock) -> None:
    table = await lobby(matches, seats=2)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    clock.now += KEPT_SECONDS - 1
    with pytest.raises(NotAllowed, match="kept for people who are invited"):
        await anew.lobby.join(table.id, CLEO)
    clock.now += 1
    assert (await anew.lobby.join(table.id, CLEO)).table.people == (ANA, CLEO)


async def test_who_is_invited_sits_down_while_all_free_seats_are_kept(matches: Matches) -> None:
    table = await lobby(matches, seats=3)
    for guest in (BEN, CLEO):
        await matches.lobby.invite(table.id, ANA.user_id, guest)
    with pytest.raises(NotAllowed, match="kept for people who are invited"):
        await matches.lobby.invite(table.id, ANA.user_id, DORA)
    joined = (await matches.lobby.join(table.id, CLEO)).table
    assert joined.people == (ANA, CLEO)
    assert [one.user_id for one in joined.kept] == [BEN.user_id]
    assert (await matches.lobby.leave(table.id, CLEO.user_id)).table.free_seats == 1  # theirs isn't kept a second time


async def test_not_now_gives_the_seat_back_once(matches: Matches) -> None:
    table = await lobby(matches, seats=2)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    await matches.lobby.decline(table.id, BEN.user_id)
    with pytest.raises(NotAllowed, match="No seat is kept for you"):
        await matches.lobby.decline(table.id, BEN.user_id)
    with pytest.raises(NotAllowed, match="already invited"):  # they're mentioned once
        await matches.lobby.invite(table.id, ANA.user_id, BEN)
    assert (await matches.lobby.join(table.id, CLEO)).table.is_full


async def test_lobbies_are_shown_again_once_a_seat_is_no_longer_kept(matches: Matches, clock: Clock) -> None:
    table = await lobby(matches)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    clock.now += KEPT_SECONDS
    told: list[Table] = []
    matches.on_change.append(lambda match: told.append(match.table))
    await matches.show_free_seats()
    assert [(one.id, one.kept) for one in told] == [(table.id, ())]


async def test_time_in_which_the_bot_was_away_is_given_back_to_who_is_invited(matches: Matches, clock: Clock) -> None:
    table = await lobby(matches, seats=2)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    clock.now += KEPT_SECONDS
    matches.service_clock.lose({0: KEPT_SECONDS})
    with pytest.raises(NotAllowed, match="kept for people who are invited"):
        await matches.lobby.join(table.id, CLEO)


async def test_only_its_host_invites_and_nobody_whom_this_or_a_former_host_has_removed(matches: Matches) -> None:
    table = await lobby(matches, BEN, CLEO)
    await matches.lobby.remove(table.id, ANA.user_id, BEN)
    with pytest.raises(NotAllowed, match="Only the table's host"):
        await matches.lobby.invite(table.id, CLEO.user_id, BEN)
    with pytest.raises(NotAllowed, match="already at this table"):
        await matches.lobby.invite(table.id, ANA.user_id, CLEO)
    with pytest.raises(NotAllowed, match="were removed"):
        await matches.lobby.invite(table.id, ANA.user_id, BEN)
    await matches.lobby.leave(table.id, ANA.user_id)
    with pytest.raises(NotAllowed, match="were removed"):
        await matches.lobby.invite(table.id, CLEO.user_id, BEN)


async def test_an_invitation_is_taken_back(matches: Matches) -> None:
    table = await private(matches, BEN)
    await matches.lobby.remove(table.id, ANA.user_id, BEN)
    with pytest.raises(NotAllowed, match="This table is private"):
        await matches.lobby.join(table.id, BEN)


async def test_at_a_private_table_only_invited_people_sit_down_even_later(matches: Matches, clock: Clock) -> None:
    table = await private(matches, BEN)
    clock.now += KEPT_SECONDS
    with pytest.raises(NotAllowed, match="This table is private"):
        await matches.lobby.join(table.id, CLEO)
    await matches.lobby.join(table.id, BEN)
    await matches.lobby.leave(table.id, BEN.user_id)
    assert (await matches.lobby.join(table.id, BEN)).table.people == (ANA, BEN)
    await matches.lobby.remove(table.id, ANA.user_id, BEN)
    with pytest.raises(NotAllowed, match="removed you"):
        await matches.lobby.join(table.id, BEN)


async def test_a_person_makes_five_invitations_an_hour_at_all_tables(
    matches: Matches, anew: Matches, clock: Clock
) -> None:
    begin = clock.now
    await private(matches, *(Person(10 + number, "Guest") for number in range(MOST_INVITATIONS - 1)), seats=6)
    clock.now += 60
    table = await lobby(matches)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    with pytest.raises(NotAllowed, match=f"Try again <t:{int(begin) + LIMIT_SECONDS}:R>"):
        await anew.lobby.invite(table.id, ANA.user_id, CLEO)
    with pytest.raises(NotAllowed, match="five people an hour"):
        await private(matches, CLEO)
    assert len(await matches.store.open_tables_of(ANA.user_id)) == 2  # none is opened by half
    clock.now = begin + LIMIT_SECONDS
    assert (await anew.lobby.invite(table.id, ANA.user_id, CLEO)).table.invites(CLEO.user_id)


async def test_a_table_needs_a_seat_for_everyone_who_is_invited(matches: Matches) -> None:
    with pytest.raises(NotAllowed, match="too few seats"):
        await private(matches, BEN, CLEO, seats=2)


async def test_a_rematch_invites_others_without_counting_and_lets_all_into_a_private_table(matches: Matches) -> None:
    others = (Person(10 + number, "Guest") for number in range(MOST_INVITATIONS - 1))
    table = await private(matches, BEN, *others, seats=6)
    await matches.lobby.join(table.id, BEN)
    over = await play_out(matches, await matches.lobby.start(table.id, ANA.user_id))
    asked: list[int] = []

    async def ben(table: Table) -> list[Person]:
        asked.append(table.id)
        return [BEN]

    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE, None, ben)
    assert is_new
    assert asked == [over.table.id]
    assert again.table.is_invite_only
    assert again.table.uncalled == (BEN.user_id,)
    await matches.seats.cancel(again.table.id, ANA.user_id, "lobby", moderator=False)
    unasked, _ = await matches.lobby.rematch(over.table.id, ANA, HERE)
    assert unasked.table.uncalled == ()
    assert (await matches.lobby.rematch(over.table.id, BEN, HERE))[0].table.people == (ANA, BEN)


@pytest.mark.parametrize("ending", ["start", "cancel"])
async def test_the_end_of_a_lobby_forgets_its_invitations(matches: Matches, ending: str) -> None:
    table = await lobby(matches, CLEO)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    if ending == "start":
        await matches.lobby.start(table.id, ANA.user_id)
    else:
        await matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False)
    stored = await matches.store.table(table.id)
    assert stored
    assert stored.invited == ()


async def test_the_message_that_mentions_somebody_is_stored_with_that(matches: Matches, anew: Matches) -> None:
    table = await private(matches, BEN, CLEO)
    await matches.place_board(table.id, 77, {BEN.user_id})
    placed = (await anew.get(table.id)).table
    assert (placed.board_id, placed.uncalled) == (77, (CLEO.user_id,))
    assert placed == (await matches.get(table.id)).table


async def test_a_lobby_forgets_whom_it_invites(matches: Matches, forgetting: Forgetting, engine: AsyncEngine) -> None:
    table = await private(matches, BEN, CLEO)
    text = (await Exports(ExportStore(engine)).of_person(BEN.user_id, now=0)).decode()
    assert f'"invited_to": [\n{{"match_id": {table.id}, "user_id": "you", "name": "Ben"' in text
    assert "Cleo" not in text
    await forgetting.forget(BEN.user_id)
    kept = (await matches.get(table.id)).table
    assert [one.user_id for one in kept.invited] == [CLEO.user_id]
    await forgetting.forget(ANA.user_id)
    async with engine.connect() as db:
        assert not list(await db.execute(select(metadata.tables["invitations"])))


async def test_people_have_played_together_once_a_match_of_theirs_has_counted(
    matches: Matches, engine: AsyncEngine
) -> None:
    known = InvitationStore(engine)
    match = await begun(matches, BEN)
    assert not await known.have_played(ANA.user_id, BEN.user_id)
    await play_out(matches, match)
    assert await known.have_played(ANA.user_id, BEN.user_id)
    assert not await known.have_played(CLEO.user_id, BEN.user_id)
