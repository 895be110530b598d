"""Tables as people see and play them, on their screens. Knows nothing of the inside of the bot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from localcord import Interaction, Localcord, Person
from localcord.components import buttons, read_aloud, selects
from localcord.interactions import AnswerKind
from localcord.wire import JsonObject

EPHEMERAL = 64
LOADING = 128


def text_of(message: JsonObject) -> str:
    """The text of a message."""
    return "\n".join((message["content"], *read_aloud(message["components"]))).strip()


def custom_ids(message: JsonObject) -> list[str]:
    """The custom_ids of a message's buttons and selects, including disabled ones."""
    return [found["custom_id"] for found in (*buttons(message), *selects(message))]


def enabled(message: JsonObject, *verbs: str) -> list[JsonObject]:
    """The buttons that can be pressed. Shape: those with one of these verbs."""
    return [found for found in buttons(message) if not found.get("disabled") and verb_of(found["custom_id"]) in verbs]


def verb_of(custom_id: str) -> str:
    return custom_id.split("|")[1]


def match_of(custom_id: str) -> str:
    return custom_id.split("|")[2]


def said(interaction: Interaction) -> str:
    """The text of the private answer."""
    assert interaction.message is not None, interaction.error
    assert interaction.message["flags"] & EPHEMERAL
    return text_of(interaction.message)


async def told(person: Person, interaction: Interaction) -> str:
    """The text of the private answer of a bot in another process, which answers in two steps if it's slow."""

    def answer() -> JsonObject | None:
        if interaction.callback_type is AnswerKind.DEFERRED_UPDATE:
            return interaction.followups[-1].body if interaction.followups else None
        return interaction.message

    await person.wait_for(lambda _: interaction.failed or not (answer() or {"flags": LOADING})["flags"] & LOADING)
    found = answer()
    assert found is not None, interaction.error
    assert found["flags"] & EPHEMERAL
    return text_of(found)


async def set_up(person: Person, setting: str, value: str, *, channel_id: str | None = None) -> str:
    """Chooses something on the page of `/settings`; returns its text and what its menus show as chosen."""
    opened = await person.command("settings", channel_id=channel_id)
    await person.wait_for(lambda _: bool(opened.message and custom_ids(opened.message)))
    assert opened.message is not None, opened.error
    answer = await person.select(opened.message, CHOICE + setting, [value])
    await told(person, answer)
    return settings_of(opened.message)


def settings_of(page: JsonObject) -> str:
    """The text of the page of `/settings`, and what its menus show as chosen."""
    chosen = [one["label"] for menu in selects(page) for one in menu["options"] if one.get("default")]
    return "\n".join((text_of(page), *chosen))


CHOICE = "f1|setting|0|0|"
"""The custom_id of a menu on the page of `/settings`, before the setting's key."""

OF_A_PANEL = ("start", "hand", "play", "show", "back", "go", "settle", "skip", "rematch")
"""The verbs of a panel's buttons, from the lobby to the result."""


@dataclass(frozen=True)
class Table:
    """One table: its id, and the people who play at it, the host first."""

    discord: Localcord
    match_id: str
    first_board_id: str
    people: tuple[Person, ...]

    @classmethod
    async def opened(cls, discord: Localcord, host: Person, game: str = "bluff", **options: object) -> "Table":
        """Opens a table with `/play bluff`, or another game."""
        answer = await host.command(f"play {game}", options)

        def board() -> JsonObject | None:
            # On a slow machine, a message first says that it's loading, and may then be the host's panel.
            shown = [answer.message, *(followup.body for followup in answer.followups)]
            return next((one for one in shown if one and not one["flags"] & EPHEMERAL and custom_ids(one)), None)

        await host.wait_for(lambda _: board() is not None)
        found = board()
        assert found is not None, answer.error
        return cls.shown_by(found, discord, host)

    @classmethod
    def shown_by(cls, board: JsonObject, discord: Localcord, *people: Person) -> "Table":
        """The table of this board."""
        return cls(discord, match_of(custom_ids(board)[0]), board["id"], people)

    @classmethod
    async def started(
        cls, discord: Localcord, people: Sequence[Person], game: str = "bluff", **options: object
    ) -> "Table":
        """Starts a match of these people, the first as host, with computer players in all other seats."""
        host, *others = people
        bots = options.get("bots", 0)
        assert isinstance(bots, int)
        table = await cls.opened(discord, host, game, **{"seats": len(people) + bots} | options)
        for person in others:
            table = await table.joined_by(person)
        if others:  # a full table of one person starts at once
            await table.tap(host, "Start")
        return table

    async def joined_by(self, person: Person) -> "Table":
        """Lets another person join; returns the table with them."""
        assert (await self.press(person, "Join")).answered
        return Table(self.discord, self.match_id, self.first_board_id, (*self.people, person))

    # What the screens show

    @property
    def board(self) -> JsonObject:
        """The newest public message of this table."""
        return next(
            message
            for message in reversed(self.people[0].messages())
            if not message["flags"] & EPHEMERAL
            and (message["id"] == self.first_board_id or self._is_of_this_table(message))
            and not is_call(message)
        )

    def panel(self, person: Person) -> JsonObject | None:
        """A person's newest panel at this table, or None."""
        return next((message for message in reversed(person.messages()) if self._is_panel(message)), None)

    def _is_panel(self, message: JsonObject) -> bool:
        return bool(message["flags"] & EPHEMERAL) and self._is_of_this_table(message) and looks_like_a_panel(message)

    def _is_of_this_table(self, message: JsonObject) -> bool:
        return {match_of(custom_id) for custom_id in custom_ids(message)} - {"0"} == {self.match_id}

    @property
    def is_over(self) -> bool:
        """Whether the board shows the result."""
        return "Rematch" in labels(self.board)

    @property
    def asked(self) -> Person | None:
        """The person whose panel has something to choose, or None."""
        return next((person for person in self.people if self._choices(person)), None)

    def _choices(self, person: Person) -> list[JsonObject]:
        """The buttons of a person's panel that move, or prepare a move."""
        panel = self.panel(person)
        return enabled(panel, "play", "show") if panel else []

    def moves(self, person: Person) -> list[str]:
        """The custom_ids of the moves that a person's panel offers."""
        panel = self.panel(person)
        return [found["custom_id"] for found in enabled(panel, "play")] if panel else []

    def toggles(self, person: Person) -> list[str]:
        """The custom_ids of what a person can prepare before a move, such as dice to show."""
        panel = self.panel(person)
        return [found["custom_id"] for found in enabled(panel, "show")] if panel else []

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits until the screens meet a condition."""
        await self.people[0].wait_for(lambda _: bool(condition()))

    # What the people do

    async def press(self, person: Person, label: str) -> Interaction:
        """Presses a button of the board, as soon as it's enabled."""
        await self.until(lambda: label in labels(self.board))
        return await person.click(self.board, labelled(self.board, label))

    async def tap(self, person: Person, label: str) -> Interaction:
        """Presses a button of the person's panel, as soon as it's there."""
        await self.until(lambda: label in labels(self.panel(person)))
        panel = self.panel(person)
        assert panel is not None
        return await person.click(panel, labelled(panel, label))

    async def move(self, person: Person) -> Interaction:
        """Makes the first move that the person's panel offers, as soon as it does."""
        await self.until(lambda: self.moves(person))
        panel = self.panel(person)
        assert panel is not None
        return await person.click(panel, self.moves(person)[0])

    async def doubt(self, person: Person) -> Interaction:
        """Doubts the bid."""
        return await self.tap(person, "Doubt!")

    async def forge(self, person: Person, custom_id: str) -> str:
        """Clicks a button of another person, of another time, or one that never was; returns the answer."""
        return said(await person.raw_click(self.board, custom_id))

    async def step(self, rng: Random) -> Interaction | None:
        """Makes the person to act click something at random. Shape: None if the match is over."""
        await self.until(lambda: self.is_over or self.asked)
        person = self.asked
        return None if person is None else await self.act(person, rng)

    async def act(self, person: Person, rng: Random) -> Interaction:
        """Makes a person who is to act click something at random."""
        panel = self.panel(person)
        assert panel is not None
        others = selects(panel)
        if others and rng.random() < 0.1:
            values = [option["value"] for option in others[0]["options"]]
            return await person.select(panel, others[0]["custom_id"], [rng.choice(values)])
        toggles, moves = enabled(panel, "show"), self.moves(person)
        if toggles and (not moves or rng.random() < 0.2):
            return await person.click(panel, rng.choice(toggles)["custom_id"])
        return await person.click(panel, rng.choice(moves))

    async def play_on(self, rng: Random) -> list[Interaction]:
        """Plays at random until the match is over; returns every click."""
        clicks = []
        while (click := await self.step(rng)) is not None:
            clicks.append(click)
        await self.until(lambda: self.is_over)
        return clicks


def is_call(message: JsonObject) -> bool:
    """Whether the message is a ping: its buttons only lead to a player's panel."""
    return [verb_of(custom_id) for custom_id in custom_ids(message)] == ["hand"]


def labels(message: JsonObject | None) -> list[str]:
    """The labels of the enabled buttons."""
    return [found["label"] for found in buttons(message) if not found.get("disabled")] if message else []


def looks_like_a_panel(message: JsonObject) -> bool:
    """Whether a private message of a table is somebody's panel: one that waits has only the button to the story."""
    return any(
        verb_of(custom_id) in OF_A_PANEL or (verb_of(custom_id) == "story" and custom_id.endswith("|"))
        for custom_id in custom_ids(message)
    )


def labelled(message: JsonObject, label: str) -> str:
    """The custom_id of the button with exactly this label."""
    (custom_id,) = {found["custom_id"] for found in buttons(message) if found["label"] == label}
    return str(custom_id)
