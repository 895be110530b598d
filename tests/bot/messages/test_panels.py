"""Panels: one per player, repainted with the newest click's token until it expires."""

import logging

import discord
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.messages.panels
from bot.interactions.interactions import Private
from bot.messages.panels import Panel
from bot.messages.sending import TOKEN_SECONDS, Posted, webhook
from bot.store import PanelToken, RetentionStore
from bot.tables.table import Person as Player
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import page
from tests.bot.hands import Hand, draw
from tests.bot.people import BEN, CLEO
from tests.bot.refusals import server_error
from tests.clock import Clock


async def test_a_panel_follows_its_table(hand: Hand) -> None:
    await hand.click()
    await hand.joins(CLEO)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_player_without_a_panel_is_shown_nothing(hand: Hand) -> None:
    await hand.joins(CLEO)

    assert hand.seen == []


async def test_a_click_on_a_panel_gives_it_new_life(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS
    await hand.click("private")
    hand.clock.now += TOKEN_SECONDS
    await hand.joins(CLEO)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_newer_panel_takes_the_older_one_away(hand: Hand) -> None:
    await hand.click()
    await hand.click()

    assert hand.seen == ["2 en-US Ana, Ben"]


async def test_a_panel_that_is_gone_already_is_no_trouble(hand: Hand) -> None:
    await hand.click()
    hand.ben.restart_client()
    await hand.click()

    assert hand.seen == ["2 en-US Ana, Ben"]


async def test_an_old_panel_is_left_as_it_is(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS + 1
    await hand.joins(CLEO)

    assert hand.seen == ["2 en-US Ana, Ben"]


async def test_a_panel_that_was_dismissed_is_forgotten(hand: Hand, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await hand.click()
    hand.ben.restart_client()
    await hand.joins(CLEO)

    assert await hand.kept() == 0
    assert "a panel cannot be reached any more: NotFound (HTTP 404, code 10008)" in caplog.text


async def test_a_token_that_has_died_is_used_once_more_and_never_again(
    hand: Hand, local: Localcord, clock: Clock
) -> None:
    await hand.click()
    clock.now += 15 * 60 + 1
    for player in (CLEO, Player(4, "Dora")):
        await hand.joins(player)

    assert [seen.code for seen in local.requests if seen.status == 401] == [50027]
    assert await hand.kept() == 0


async def test_a_panel_that_nobody_clicked_lately_is_not_repainted_twice(hand: Hand, local: Localcord) -> None:
    await hand.click()
    sent = len(local.requests)
    hand.panels.paint(await hand.matches.get(hand.match_id))
    await hand.painter.settle(PATIENCE_SECONDS)

    assert len(local.requests) == sent


async def test_what_changed_while_the_answer_was_on_its_way_is_drawn(hand: Hand) -> None:
    match = await hand.matches.get(hand.match_id)
    shown = draw(match, BEN.user_id, "en-US")

    async def on_posted(posted: Posted) -> None:
        await hand.matches.lobby.join(hand.match_id, CLEO)
        await hand.panels.posted(match, BEN.user_id, "en-US", posted, shown)

    await hand.client.do(hand.ben, "command", Private(shown, on_posted))
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_panel_is_left_to_the_answer_of_its_players_own_click(hand: Hand, local: Localcord) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, BEN.user_id):
        sent = len(local.requests)
        await hand.joins(CLEO)

        assert len(local.requests) == sent


async def test_a_panel_that_the_answer_did_not_show_is_drawn_after_it(hand: Hand) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, BEN.user_id):
        await hand.joins(CLEO)
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_panel_that_the_answer_has_shown_is_not_drawn_again(hand: Hand, local: Localcord) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, BEN.user_id):
        await hand.joins(CLEO)
        await hand.click()
        sent = len(local.requests)
    await hand.painter.settle(PATIENCE_SECONDS)

    assert len(local.requests) == sent


async def test_the_panels_of_others_do_not_wait_for_ones_click(hand: Hand) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, CLEO.user_id):
        await hand.joins(CLEO)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_where_discord_itself_fails_the_token_is_kept(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    await hand.click()
    failures = [server_error()]

    def failing(client: discord.Client, token: str) -> discord.Webhook:
        if failures:
            raise failures.pop()
        return webhook(client, token)

    monkeypatch.setattr(bot.messages.panels, "webhook", failing)
    await hand.joins(CLEO)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_panel_without_a_token_takes_no_page(hand: Hand, local: Localcord) -> None:
    sent = len(local.requests)
    token = PanelToken(hand.match_id, BEN.user_id, 1, "forgotten", "@original", "en-US", 0)
    await hand.panels.repaint(Panel(hand.panels, hand.painter, token), page("late"))

    assert len(local.requests) == sent


async def test_a_player_who_leaves_sees_it_on_their_panel(hand: Hand) -> None:
    await hand.click()

    await hand.matches.lobby.leave(hand.match_id, BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == [f"{BEN.user_id} en-US Ana"]


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


async def deleted(hand: Hand, engine: AsyncEngine) -> None:
    """Deletes the match from memory and disk."""
    async with hand.matches.rewriting([hand.match_id]):
        await RetentionStore(engine).delete_matches([hand.match_id])


async def test_a_panel_whose_match_is_deleted_while_it_is_answered_is_not_kept(
    hand: Hand, engine: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    match = await hand.matches.get(hand.match_id)
    shown = draw(match, BEN.user_id, "en-US")

    async def on_posted(posted: Posted) -> None:
        await deleted(hand, engine)
        await hand.panels.posted(match, BEN.user_id, "en-US", posted, shown)

    await hand.client.do(hand.ben, "command", Private(shown, on_posted))
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == ["2 en-US Ana, Ben"]
    assert await hand.kept() == 0
    assert "ERROR" not in caplog.text


async def test_a_panel_whose_match_is_deleted_stays_as_it_is(
    hand: Hand, engine: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    await hand.click()
    await deleted(hand, engine)
    hand.panels.redraw(BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)
    hand.clock.now += TOKEN_SECONDS
    await hand.panels.mark_expiring()

    assert hand.seen == ["2 en-US Ana, Ben"]
    assert hand.panels.reached == []
    assert "ERROR" not in caplog.text
