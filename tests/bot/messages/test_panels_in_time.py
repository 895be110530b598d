"""Panels over time: after a restart, and when their tokens expire."""

import asyncio

import pytest

from bot.messages.panels import DOZE_SECONDS, KEPT_SECONDS
from bot.messages.sending import TOKEN_SECONDS, Posted
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import page
from tests.bot.hands import Hand
from tests.bot.people import BEN, CLEO, lobby


async def test_a_restart_repaints_what_can_still_be_reached(hand: Hand) -> None:
    await hand.click()
    later = await hand.start_anew()
    await hand.matches.lobby.join(hand.match_id, CLEO)
    await later.restore()
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_restart_forgets_what_is_too_old(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS + 1
    later = await hand.start_anew()
    await later.restore()

    assert await hand.kept() == 0
    assert not later.reaches(hand.match_id, BEN.user_id)


async def test_clicks_within_a_minute_share_what_is_on_the_disk(hand: Hand) -> None:
    await hand.click()
    (first,) = await hand.store.fresh(0)
    hand.clock.now += KEPT_SECONDS - 1
    await hand.click("private")

    assert await hand.store.fresh(0) == [first]


async def test_a_minute_later_the_newest_click_is_on_the_disk(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += KEPT_SECONDS
    await hand.click("private")

    assert [token.clicked_at for token in await hand.store.fresh(0)] == [int(hand.clock.now)]


async def test_another_panel_is_on_the_disk_at_once(hand: Hand) -> None:
    await hand.click()
    (first,) = await hand.store.fresh(0)
    await hand.click()

    assert [token.message_id for token in await hand.store.fresh(0)] != [first.message_id]


async def test_a_panel_in_another_language_is_on_the_disk_at_once(hand: Hand) -> None:
    await hand.click()
    await hand.click("private", "de")
    later = await hand.start_anew()
    await hand.matches.lobby.join(hand.match_id, CLEO)
    await later.restore()
    await hand.painter.settle(PATIENCE_SECONDS)

    assert [token.language for token in await hand.store.fresh(0)] == ["de"]
    assert hand.seen == ["2 de Ana, Ben, Cleo"]


async def test_what_a_restart_has_found_need_not_be_written_again(hand: Hand) -> None:
    await hand.click()
    (first,) = await hand.store.fresh(0)
    hand.panels = await hand.start_anew()
    await hand.panels.restore()
    for key in hand.panels.reached:
        hand.panels.wake(*key)
    await hand.click("private")

    assert await hand.store.fresh(0) == [first]


async def test_tokens_of_tables_that_everyone_has_left_do_not_pile_up(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS + 1
    other = await hand.matches.get((await lobby(hand.matches, CLEO)).id)
    await hand.panels.posted(other, CLEO.user_id, "en-US", Posted(1, "token", "1", click=1), page("Cleo's"))

    assert list(hand.panels._reached) == [(other.table.id, CLEO.user_id)]


async def test_a_panel_says_that_it_sleeps_before_it_is_out_of_reach(hand: Hand) -> None:
    await hand.click()
    await hand.panels.mark_expiring()
    awake = hand.seen

    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.mark_expiring()

    assert awake == [f"{BEN.user_id} en-US Ana, Ben"]
    assert "This panel has gone to sleep" in hand.seen[0]


async def test_a_sleeping_panel_wakes_up_by_a_click(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.mark_expiring()

    await hand.click("private")
    await hand.joins(CLEO)

    assert hand.seen == [f"{BEN.user_id} en-US Ana, Ben, Cleo"]


async def test_a_panel_that_is_clicked_while_it_is_marked_as_asleep_stays_awake(hand: Hand, local: Localcord) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    held = local.hold_next("PATCH", "/webhooks/", is_done=True)
    marking = asyncio.create_task(hand.panels.mark_expiring())
    await held.came.wait()
    await hand.click("private")
    held.let_go()
    await marking
    await hand.joins(CLEO)

    assert hand.seen == [f"{BEN.user_id} en-US Ana, Ben, Cleo"]


async def test_the_panel_of_who_has_left_does_not_say_that_it_sleeps(hand: Hand) -> None:
    await hand.click()
    await hand.matches.lobby.leave(hand.match_id, BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.mark_expiring()
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == [f"{BEN.user_id} en-US Ana"]


@pytest.mark.parametrize(("decision", "shown"), [(None, " invite"), (0, "")], ids=["of the lobby", "of another time"])
async def test_what_a_panel_was_asked_for_in_the_lobby_stays(hand: Hand, decision: int | None, shown: str) -> None:
    await hand.click()
    hand.panels._reached[hand.match_id, BEN.user_id].chosen = decision, "invite"
    await hand.joins(CLEO)

    assert hand.seen == [f"{BEN.user_id} en-US Ana, Ben, Cleo{shown}"]


async def test_what_a_panel_was_asked_for_goes_before_it_sleeps(hand: Hand) -> None:
    await hand.click()
    hand.panels._reached[hand.match_id, BEN.user_id].chosen = None, "invite"
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.mark_expiring()

    assert "invite" not in hand.seen[0]
