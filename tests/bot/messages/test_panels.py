"""Private panels: repainted by the newest click's token for as long as that lives, and one for each player."""

import logging

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.interactions.replies import Private
from bot.matches.intents import Matches
from bot.messages.painter import Painter
from bot.messages.panels import DOZE_SECONDS, KEPT_SECONDS, TOKEN_SECONDS, Panels
from bot.messages.posted import Posted
from bot.store import PanelStore
from bot.tables.table import Person as Player
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Answering, page
from tests.bot.hands import Hand, draw
from tests.bot.people import BEN, CLEO, lobby
from tests.bot.refusals import server_error
from tests.clock import Clock


@pytest.fixture
async def hand(local: Localcord, client: Answering, matches: Matches, engine: AsyncEngine) -> Hand:
    painter, store, clock = Painter(0), PanelStore(engine), Clock()

    async def start_anew() -> Panels:
        panels = Panels(
            client,
            matches=matches,
            store=store,
            painter=painter,
            studio=client.studio,
            preferences=client.preferences,
            draw_page=draw,
            clock=clock,
        )
        matches.on_change(panels.paint)
        return panels

    table = await lobby(matches, BEN)
    return Hand(await start_anew(), painter, matches, store, table.id, client, local.person("Ben"), clock, start_anew)


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
    assert await later.page(hand.match_id, BEN.user_id) is None


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
    for key in await hand.panels.restore():
        hand.panels.wake(*key)
    await hand.click("private")

    assert await hand.store.fresh(0) == [first]


async def test_tokens_of_tables_that_everyone_has_left_do_not_pile_up(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS + 1
    other = await hand.matches.get((await lobby(hand.matches, CLEO)).id)
    await hand.panels.posted(other, CLEO.user_id, "en-US", Posted(1, "token", "1"), page("Cleo's"))

    assert list(hand.panels._tokens) == list(hand.panels._kept) == [(other.table.id, CLEO.user_id)]


async def test_where_discord_itself_fails_the_token_is_kept(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    await hand.click()
    failures = [server_error()]
    webhook = hand.panels._webhook

    def failing(token: object) -> object:
        if failures:
            raise failures.pop()
        return webhook(token)  # type: ignore[arg-type]

    monkeypatch.setattr(hand.panels, "_webhook", failing)
    await hand.joins(CLEO)

    assert hand.seen == ["2 en-US Ana, Ben, Cleo"]


async def test_a_panel_without_a_token_takes_no_page(hand: Hand, local: Localcord) -> None:
    sent = len(local.requests)
    await hand.panels.repaint(hand.match_id, BEN.user_id, page("late"))

    assert len(local.requests) == sent


async def test_who_leaves_sees_it_on_his_panel(hand: Hand) -> None:
    await hand.click()

    await hand.matches.lobby.leave(hand.match_id, BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == [f"{BEN.user_id} en-US Ana"]


async def test_a_panel_says_that_it_sleeps_before_it_is_out_of_reach(hand: Hand) -> None:
    await hand.click()
    await hand.panels.doze()
    awake = hand.seen

    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.doze()

    assert awake == [f"{BEN.user_id} en-US Ana, Ben"]
    assert "This panel has gone to sleep" in hand.seen[0]


async def test_a_sleeping_panel_wakes_up_by_a_click(hand: Hand) -> None:
    await hand.click()
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.doze()

    await hand.click("private")
    await hand.joins(CLEO)

    assert hand.seen == [f"{BEN.user_id} en-US Ana, Ben, Cleo"]


async def test_the_panel_of_who_has_left_does_not_say_that_it_sleeps(hand: Hand) -> None:
    await hand.click()
    await hand.matches.lobby.leave(hand.match_id, BEN.user_id)
    await hand.painter.settle(PATIENCE_SECONDS)
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.doze()
    await hand.painter.settle(PATIENCE_SECONDS)

    assert hand.seen == [f"{BEN.user_id} en-US Ana"]


@pytest.mark.parametrize(("decision", "shown"), [(None, " invite"), (0, "")], ids=["of the lobby", "of another time"])
async def test_what_a_panel_was_asked_for_in_the_lobby_stays(hand: Hand, decision: int | None, shown: str) -> None:
    await hand.click()
    hand.panels._chosen[hand.match_id, BEN.user_id] = decision, "invite"
    await hand.joins(CLEO)

    assert hand.seen == [f"{BEN.user_id} en-US Ana, Ben, Cleo{shown}"]


async def test_what_a_panel_was_asked_for_goes_before_it_sleeps(hand: Hand) -> None:
    await hand.click()
    hand.panels._chosen[hand.match_id, BEN.user_id] = None, "invite"
    hand.clock.now += TOKEN_SECONDS - DOZE_SECONDS + 1
    await hand.panels.doze()

    assert "invite" not in hand.seen[0]
