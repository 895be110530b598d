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
from bot.store.application import EmojiStore
from bot.store.database import Unavailable
from localcord import Localcord, Person
from localcord.components import buttons
from tests.bot.answering import Answering
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


async def test_every_face_is_uploaded_once_and_a_new_start_shows_it_without_asking(application: Application) -> None:
    await application.emojis.keep()
    first = application.there
    await application.emojis.keep()
    application.client.renderer.faces = TWINS
    await application.emojis.recall()

    assert set(first) == {"red_7", "die_1"}
    assert application.there == application.shown == first
    assert application.redrawn == [2]


async def test_a_face_that_is_gone_or_looks_different_is_uploaded_anew(application: Application) -> None:
    application.draws(red_7="red", die_1="gold", die_2="gold")
    stranger = await application.client.create_application_emoji(name="die_1", image=png(plain("stranger", "black")))
    await application.emojis.recall()
    assert application.shown == {}
    await application.emojis.keep()
    assert application.there["die_1"] != stranger.id
    before = application.there
    del application.local.world.emojis[str(before["die_2"])]
    application.draws(red_7="red", die_1="white")
    await application.emojis.keep()
    assert application.shown == application.there
    application.draws(red_7="red", die_1="white", die_2="gold")
    await application.emojis.keep()

    assert [name for name in before if application.there[name] == before[name]] == ["red_7"]
    assert application.shown == application.there


async def test_what_discord_refuses_is_tried_again_and_the_rest_is_kept(application: Application) -> None:
    application.draws(red_7="red", a="green", die_1="gold")  # a name that is too short

    async def mend(_seconds: float) -> None:
        assert set(application.there) == set(application.shown) == {"red_7", "die_1"}
        application.draws(red_7="red", green_1="green", die_1="gold")

    application.emojis._sleep = mend
    await application.emojis.keep()

    assert set(application.shown) == {"red_7", "green_1", "die_1"}


@pytest.mark.parametrize("moment", ["every", "remember", "tell_others", "_redraw"])
async def test_uploads_go_on_and_are_shown_once_the_database_is_back(
    application: Application, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    part = application.emojis if moment == "_redraw" else application.emojis._store
    works = getattr(part, moment)

    async def fail_once(*_: object) -> None:
        monkeypatch.setattr(part, moment, works)
        raise Unavailable("the database is gone")

    monkeypatch.setattr(part, moment, fail_once)
    await application.emojis.keep()

    assert application.there == application.shown
    assert set(application.shown) == {"red_7", "die_1"}
    assert application.redrawn[-1] == 2


def first_button(person: Person) -> tuple[str | None, str]:
    """The emoji and the label of the first button of the newest message on a person's screen."""
    found = buttons(person.messages()[-1])[0]
    return found.get("emoji", {}).get("name"), found["label"]


async def test_pages_show_text_for_an_emoji_that_is_gone_until_it_is_uploaded_anew(
    application: Application, ana: Person
) -> None:
    client, shown, noticed = application.client, [], list[str]()
    emoji = Private(Page((Row((Button("play", CustomId("press").to_text(), face="red_7"),)),), accent=0))
    await application.emojis.keep()
    client.renderer._on_emoji_gone = lambda: noticed.append("gone")
    del application.local.world.emojis[str(application.there["red_7"])]
    await client.prepare(ana, "private")
    await client.do(ana, "command", Private(Page((Text(""),), accent=0)))  # refused for something else
    assert noticed == []
    await client.prepare(ana, "private")
    for way in ("private", "command"):
        await client.do(ana, way, emoji)
        shown.append(first_button(ana))
    assert client.renderer.faces is TWINS
    await application.emojis.keep()
    await client.do(ana, "command", emoji)

    assert [*shown, first_button(ana)] == [(None, "❤️ 7 play"), (None, "❤️ 7 play"), ("red_7", "play")]
    assert noticed == ["gone"]
