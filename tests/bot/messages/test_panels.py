"""Panels: one per player, repainted with the newest click's token until it expires, and after a restart too."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.interactions.interactions import Private
from bot.messages.panels import DOZE_SECONDS, KEPT_SECONDS
from bot.messages.sending import TOKEN_SECONDS, Posted
from bot.store.retention import RetentionStore
from bot.tables.table import Person as Player
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Way, page
from tests.bot.hands import Hand, draw
from tests.bot.people import BEN, CLEO, lobby
from tests.clock import Clock

TWO, THREE = "2 en-US Ana, Ben", "2 en-US Ana, Ben, Cleo"


@pytest.mark.parametrize(("decision", "kept"), [(None, " invite"), (0, "")], ids=["lobby", "another time"])
async def test_a_panel_follows_its_table_and_keeps_for_a_while_what_it_was_asked_for(
    hand: Hand, decision: int | None, kept: str
) -> None:
    await hand.click()
    hand.panels._reached[hand.match_id, BEN.user_id].chosen = decision, "invite"
    await hand.joins(CLEO)

    assert hand.seen == [f"{THREE}{kept}"]


@pytest.mark.parametrize("is_clicked", [True, False])
async def test_an_old_panel_follows_only_after_a_click_on_it(hand: Hand, *, is_clicked: bool) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS
    if is_clicked:
        await hand.click("private")
    hand.clock.now += TOKEN_SECONDS if is_clicked else 1
    await hand.joins(CLEO)

    assert hand.seen == [THREE if is_clicked else TWO]


@pytest.mark.parametrize("is_gone", [False, True])
async def test_a_newer_panel_takes_the_older_one_away_if_it_is_there(hand: Hand, *, is_gone: bool) -> None:
    await hand.click()
    if is_gone:
        hand.ben.restart_client()
    await hand.click()

    assert hand.seen == [TWO]


@pytest.mark.parametrize(("is_dismissed", "code"), [(True, 10008), (False, 50027)], ids=["message", "token"])
async def test_what_discord_no_longer_knows_is_used_once_more_and_never_again(
    hand: Hand, local: Localcord, clock: Clock, *, is_dismissed: bool, code: int
) -> None:
    await hand.click()
    if is_dismissed:
        hand.ben.restart_client()
    else:
        clock.now += 15 * 60 + 1
    for player in (CLEO, Player(4, "Dora")):
        await hand.joins(player)

    assert [request.code for request in local.requests if request.code] == [code]
    assert await hand.kept() == 0


@pytest.mark.parametrize("is_shown", [True, False])
async def test_during_its_players_click_a_panel_is_left_to_the_answer_and_drawn_after_it_if_need_be(
    hand: Hand, local: Localcord, *, is_shown: bool
) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, BEN.user_id):
        sent = len(local.requests)
        await hand.joins(CLEO)
        assert len(local.requests) == sent
        if is_shown:
            await hand.click()
            sent = len(local.requests)
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == [THREE]
    assert len(local.requests) - sent == (0 if is_shown else 1)


async def test_the_panels_of_others_do_not_wait_for_ones_click(hand: Hand) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, CLEO.user_id):
        await hand.joins(CLEO)

        assert hand.seen == [THREE]


@pytest.mark.parametrize("is_same", [False, True], ids=["another panel", "the same panel"])
async def test_an_answer_confirmed_after_that_to_a_later_click_replaces_nothing(hand: Hand, *, is_same: bool) -> None:
    """Such as the panel beside a new table, if its host has pressed a button of the board meanwhile."""
    match = await hand.matches.get(hand.match_id)
    confirmations: list[Posted] = []

    async def keep(posted: Posted) -> None:
        confirmations.append(posted)

    await hand.client.do(hand.ben, "command", Private(draw(match, BEN.user_id, "en-US"), keep))
    await hand.click("private" if is_same else "command", language="fr")
    (late,) = confirmations
    await hand.panels.posted(match, BEN.user_id, "en-US", late, draw(match, BEN.user_id, "en-US"))
    await hand.joins(CLEO)

    assert hand.seen == ["2 fr Ana, Ben, Cleo"]
    assert [token.language for token in await hand.store.fresh(0)] == ["fr"]


@pytest.mark.parametrize("happens", ["a player joins", "its match is deleted", "nothing"])
async def test_a_panel_shows_what_has_happened_during_its_answer_and_is_not_kept_if_its_match_is_deleted(
    hand: Hand, engine: AsyncEngine, caplog: pytest.LogCaptureFixture, happens: str
) -> None:
    match = await hand.matches.get(hand.match_id)
    shown = draw(match, BEN.user_id, "en-US")

    async def delete() -> None:
        async with hand.matches.rewriting([hand.match_id]):
            await RetentionStore(engine).delete_matches([hand.match_id])

    async def on_posted(posted: Posted) -> None:
        if happens == "a player joins":
            await hand.matches.lobby.join(hand.match_id, CLEO)
        elif happens == "its match is deleted":
            await delete()
        await hand.panels.posted(match, BEN.user_id, "en-US", posted, shown)

    await hand.client.do(hand.ben, "command", Private(shown, on_posted))
    await hand.painter.settle(PATIENCE_SECONDS)
    assert hand.seen == [THREE if happens == "a player joins" else TWO]
    assert await hand.kept() == (happens != "its match is deleted")
    await delete()
    hand.panels.redraw(BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)
    hand.clock.now += TOKEN_SECONDS
    await hand.panels.mark_expiring()

    assert (await hand.kept(), hand.panels.reached) == (0, [])
    assert "ERROR" not in caplog.text


@pytest.mark.parametrize("is_fresh", [True, False])
async def test_a_restart_repaints_what_can_still_be_reached_in_its_latest_language(
    hand: Hand, *, is_fresh: bool
) -> None:
    await hand.click()
    await hand.click("private", "de")
    hand.clock.now += TOKEN_SECONDS + (not is_fresh)
    later = await hand.start_anew()
    await hand.matches.lobby.join(hand.match_id, CLEO)
    await later.restore()
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == ["2 de Ana, Ben, Cleo" if is_fresh else "2 de Ana, Ben"]
    assert (await hand.kept(), later.reaches(hand.match_id, BEN.user_id)) == (is_fresh, is_fresh)


@pytest.mark.parametrize(
    ("seconds", "way", "is_stored"),
    [(KEPT_SECONDS - 1, "private", False), (KEPT_SECONDS, "private", True), (0, "command", True)],
    ids=["soon", "a minute later", "another panel"],
)
async def test_a_newer_click_is_stored_if_the_older_would_not_do(
    hand: Hand, seconds: float, way: Way, *, is_stored: bool
) -> None:
    await hand.click()
    (first,) = await hand.store.fresh(0)
    hand.clock.now += seconds
    await hand.click(way)
    (last,) = await hand.store.fresh(0)

    assert (last != first) == is_stored


async def test_tokens_of_tables_that_everyone_has_left_do_not_pile_up(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS + 1
    other = await hand.matches.get((await lobby(hand.matches, CLEO)).id)
    await hand.panels.posted(other, CLEO.user_id, "en-US", Posted(1, "token", "1", click=1), page("Cleo's"))

    assert hand.panels.reached == [(other.table.id, CLEO.user_id)]


async def doze(hand: Hand) -> None:
    """Has the bot mark panels as asleep right before it can't reach Ben's any more."""
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.mark_expiring()


async def test_a_panel_that_is_clicked_while_it_is_marked_as_asleep_stays_awake(hand: Hand, local: Localcord) -> None:
    await hand.click()
    held = local.hold_next("PATCH", "/webhooks/", is_done=True)
    marking = asyncio.create_task(doze(hand))
    await held.came.wait()
    await hand.click("private")
    held.let_go()
    await marking
    await hand.joins(CLEO)

    assert hand.seen == [THREE]


async def test_the_panel_of_who_has_left_does_not_say_that_it_sleeps(hand: Hand) -> None:
    await hand.click()
    await hand.matches.lobby.leave(hand.match_id, BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)
    await doze(hand)

    assert hand.seen == ["2 en-US Ana"]
