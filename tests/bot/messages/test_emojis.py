"""The application's emojis: each is uploaded once, and again only when it looks different."""

from dataclasses import dataclass

import pytest
from PIL import Image
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.messages.emojis
from bot.interactions.interactions import Private
from bot.messages.emojis import Emojis
from bot.pages.custom_id import CustomId
from bot.pages.faces import TWINS
from bot.pages.page import Button, Page, Row, Text
from bot.pictures.encode import png
from bot.pictures.faces import Face
from bot.store import EmojiStore, Unavailable
from localcord import Localcord, Person
from localcord.components import buttons
from localcord.wire import JsonObject
from tests.bot.answering import Answering, Way
from tests.clock import Naps


def plain(name: str, colour: str) -> Face:
    """A face of one colour."""
    return Face(name, "?", lambda: Image.new("RGBA", (8, 8), colour))


@dataclass
class Application:
    """The bot's emojis and Discord's."""

    emojis: Emojis
    client: Answering
    local: Localcord
    patch: pytest.MonkeyPatch
    redrawn: list[int]

    def draws(self, **colours: str) -> None:
        """Sets the faces that the bot draws."""
        self.patch.setattr(
            bot.messages.emojis, "FACES", {name: plain(name, colour) for name, colour in colours.items()}
        )

    @property
    def there(self) -> dict[str, int]:
        """The emojis that Discord has."""
        return {emoji["name"]: int(emoji["id"]) for emoji in self.local.world.emojis.values()}

    @property
    def shown(self) -> dict[str, int]:
        """The emojis that pages show."""
        return dict(self.client.renderer.faces.ids)


@pytest.fixture
async def application(
    local: Localcord, client: Answering, engine: AsyncEngine, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> Application:
    redrawn: list[int] = []

    async def redraw() -> None:
        redrawn.append(len(local.world.emojis))

    emojis = Emojis(
        client,
        store=EmojiStore(engine),
        renderer=client.renderer,
        limiter=client.limiter,
        redraw=redraw,
        sleep=naps,
    )
    made = Application(emojis, client, local, monkeypatch, redrawn)
    made.draws(red_7="red", die_1="gold")
    return made


async def test_every_face_is_uploaded_once(application: Application) -> None:
    await application.emojis.keep()
    first = application.there
    await application.emojis.keep()

    assert set(first) == {"red_7", "die_1"}
    assert application.there == application.shown == first
    assert application.redrawn == [2]


async def test_a_face_that_looks_different_is_uploaded_anew(application: Application) -> None:
    await application.emojis.keep()
    before = application.there
    application.draws(red_7="red", die_1="white")
    await application.emojis.keep()

    assert application.there["red_7"] == before["red_7"]
    assert application.there["die_1"] != before["die_1"]
    assert application.shown == application.there


async def test_an_emoji_that_somebody_has_removed_is_not_shown_and_comes_back(application: Application) -> None:
    await application.emojis.keep()
    del application.local.world.emojis[str(application.there["die_1"])]

    application.draws(red_7="red")
    await application.emojis.keep()
    assert set(application.shown) == {"red_7"}
    application.draws(red_7="red", die_1="gold")
    await application.emojis.keep()
    assert set(application.shown) == {"red_7", "die_1"}


async def test_a_stranger_under_the_name_of_a_face_gives_way(application: Application) -> None:
    stranger = await application.client.create_application_emoji(name="die_1", image=_png())

    await application.emojis.recall()
    assert application.shown == {}
    await application.emojis.keep()
    assert application.there["die_1"] != stranger.id


async def test_a_new_start_shows_what_was_uploaded_without_asking_discord(application: Application) -> None:
    await application.emojis.keep()
    application.client.renderer.faces = TWINS

    await application.emojis.recall()

    assert application.shown == application.there


async def test_what_discord_refuses_is_tried_again_and_the_rest_is_kept(application: Application) -> None:
    application.draws(red_7="red", a="green", die_1="gold")  # a name that is too short

    async def mend(_seconds: float) -> None:
        assert set(application.there) == set(application.shown) == {"red_7", "die_1"}
        application.draws(red_7="red", green_1="green", die_1="gold")

    application.emojis._sleep = mend
    await application.emojis.keep()

    assert set(application.shown) == {"red_7", "green_1", "die_1"}


@pytest.mark.parametrize("moment", ["every", "remember", "tell_others"])
async def test_uploads_go_on_once_the_database_is_back(
    application: Application, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    store = application.emojis._store
    works = getattr(store, moment)

    async def fail_once(*_: object) -> None:
        monkeypatch.setattr(store, moment, works)
        raise Unavailable("the database is gone")

    monkeypatch.setattr(store, moment, fail_once)
    await application.emojis.keep()

    assert application.there == application.shown
    assert set(application.shown) == {"red_7", "die_1"}
    assert application.redrawn[-1] == 2


async def test_messages_show_new_emojis_even_if_the_database_is_gone_in_between(application: Application) -> None:
    works = application.emojis._redraw

    async def fail_once() -> None:
        application.emojis._redraw = works
        raise Unavailable("the database is gone")

    application.emojis._redraw = fail_once
    await application.emojis.keep()

    assert application.redrawn == [2]


EMOJI = Page((Row((Button("play", CustomId("press").to_text(), face="red_7"),)),), accent=0)


def shown_emojis(person: Person) -> list[object]:
    """The emoji of the first button of each message on a person's screen, and its label."""
    return [(found.get("emoji", {}).get("name"), found["label"]) for found in map(_button, person.messages())]


def _button(message: JsonObject) -> JsonObject:
    return buttons(message)[0]


async def gone(application: Application) -> list[str]:
    """Removes an emoji while the bot runs. Shape: one entry each time the bot notices."""
    noticed: list[str] = []
    await application.emojis.keep()
    application.client.renderer._on_emoji_gone = lambda: noticed.append("gone")
    del application.local.world.emojis[str(application.there["red_7"])]
    return noticed


@pytest.mark.parametrize("way", ["command", "public", "private"])
async def test_an_answer_with_an_emoji_that_is_gone_arrives_as_text(
    application: Application, ana: Person, way: Way
) -> None:
    noticed = await gone(application)
    await application.client.prepare(ana, way)
    await application.client.do(ana, way, Private(EMOJI))
    await application.client.do(ana, "command", Private(EMOJI))

    assert shown_emojis(ana)[-2:] == [(None, "❤️ 7 play")] * 2
    assert noticed == ["gone"]
    assert application.client.renderer.faces is TWINS


async def test_what_is_uploaded_anew_is_shown_again(application: Application, ana: Person) -> None:
    await gone(application)
    await application.client.do(ana, "command", Private(EMOJI))
    await application.emojis.keep()
    await application.client.do(ana, "command", Private(EMOJI))

    assert shown_emojis(ana) == [(None, "❤️ 7 play"), ("red_7", "play")]


async def test_a_page_that_is_refused_for_something_else_stays_refused(application: Application, ana: Person) -> None:
    noticed = await gone(application)
    await application.client.do(ana, "command", Private(Page((Text(""),), accent=0)))

    assert noticed == []


def _png() -> bytes:
    return png(plain("stranger", "black"))
