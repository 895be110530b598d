"""Choices of servers and people about pictures, languages, pings and quiet hours: stored, then kept in memory."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.store.preferences import Inviters, Kind, Ping, Preference, PreferenceStore
from bot.tables.clock import Quiet
from bot.tables.table import Person, Place, Table

DEFAULT_LANGUAGE = "en-US"

NOTHING_CHOSEN = Preference("person", 0)
"""Choices of all who have chosen nothing."""

PING_SECONDS: Mapping[Ping, int | None] = {"now": 0, "later": 45, "never": None}
"""How long a player may think before a ping; None for no ping."""


class Preferences:
    """The choices of servers and people. A person's language is Discord's setting, and never stored."""

    def __init__(self, store: PreferenceStore) -> None:
        self._store = store
        self._kept: dict[tuple[Kind, int], Preference] = {}
        self._greeted: set[int] = set()
        self._names: dict[int, str] = {}  # in the rankings across all servers, by user id

    async def load(self) -> None:
        """Loads every choice from disk. Call it before any other method."""
        self._kept = {(chosen.kind, chosen.id): chosen for chosen in await self._store.every()}
        self._names = await self._store.names_everywhere()

    async def load_again(self, kind: Kind, id_: int) -> None:
        """Loads what another process has changed. A community or person without choices is forgotten."""
        chosen = await self._store.one(kind, id_)
        if chosen is not None:
            self._kept[kind, id_] = chosen
        elif kind == "community":
            self.forget_community(id_)
        else:
            self.forget(id_)

    def language(self, table: Table) -> str:
        """The language of a table's public messages: the server's choice, or else the one it was opened in."""
        return self.chosen_language(table.place) or table.locale or DEFAULT_LANGUAGE

    def chosen_language(self, place: Place) -> str | None:
        """The language chosen for public messages there; None if each table has its own."""
        return self._chosen("community", place.community_id).language

    def shows_pictures(self, place: Place) -> bool:
        """Whether public messages there have pictures; they do unless the server chose otherwise."""
        return self._chosen("community", place.community_id).pictures is not False

    def opens_threads(self, place: Place) -> bool:
        """Whether matches there get threads of their own; they don't unless the server chose so."""
        return self._chosen("community", place.community_id).threads is True

    def likes_pictures(self, user_id: int) -> bool:
        """Whether this person's private messages have pictures; they do unless the person chose otherwise."""
        return self._chosen("person", user_id).pictures is not False

    def ping_seconds(self, user_id: int) -> int | None:
        """How long this person may think before a ping; None if they want no ping."""
        return PING_SECONDS[self.ping(user_id)]

    def ping(self, user_id: int) -> Ping:
        """When this person wants to be pinged."""
        return self._chosen("person", user_id).ping or "later"

    def hides_stats(self, user_id: int) -> bool:
        """Whether only this person may see their statistics and matches; others may unless the person chose so."""
        return self._chosen("person", user_id).hides_stats is True

    def inviters(self, user_id: int) -> Inviters:
        """The people who may invite this person to a table."""
        return self._chosen("person", user_id).invites or "everyone"

    def quiet(self, user_id: int) -> Quiet | None:
        """The hours in which this person's clock stands still, or None if they have none."""
        chosen = self._chosen("person", user_id)
        if chosen.quiet_begins is None or chosen.quiet_ends is None:
            return None
        return Quiet(chosen.quiet_begins, chosen.quiet_ends)

    def counts_everywhere(self, place: Place) -> bool:
        """Whether matches there count in the rankings across all servers; they don't unless the server chose so."""
        return self._chosen("community", place.community_id).is_everywhere is True

    def calls_people(self, place: Place) -> bool:
        """Whether people who have asked for it are called to lobbies there; they are unless the server chose not to."""
        return self._chosen("community", place.community_id).calls is not False

    def is_listed_everywhere(self, user_id: int) -> bool:
        """Whether this person is listed in the rankings across all servers; only if they chose so."""
        return self._chosen("person", user_id).is_everywhere is True

    async def choose(self, kind: Kind, id_: int, **choices: Any) -> None:  # noqa: ANN401
        """Stores choices of a community or person, by their names in a `Preference`; None takes one back."""
        await self._keep(replace(self._choices(kind, id_), **choices))

    def forget(self, user_id: int) -> None:
        """Drops from memory what a person had chosen: it's no longer on disk."""
        self._kept.pop(("person", user_id), None)
        self._names.pop(user_id, None)

    def forget_community(self, community_id: int) -> None:
        """Drops from memory what a community had chosen: it's no longer on disk."""
        self._kept.pop(("community", community_id), None)
        self._greeted.discard(community_id)

    async def greets(self, community_id: int) -> bool:
        """Whether to show this server what the bot can do: once, after the first command there."""
        if community_id in self._greeted:
            return False
        is_new = await self._store.greet(community_id)
        self._greeted.add(community_id)
        return is_new

    async def list_everywhere(self, person: Person, *, listed: bool) -> None:
        """Lists this person in the rankings across all servers by this name, or removes them from there."""
        chosen = replace(self._choices("person", person.user_id), is_everywhere=listed)
        await self._store.list_everywhere(chosen, person.name)
        self._kept["person", person.user_id] = chosen
        self._names[person.user_id] = person.name

    async def note_name(self, person: Person) -> bool:
        """Has the rankings across all servers name this person as Discord does now. Shape: whether that's new there."""
        if not self.is_listed_everywhere(person.user_id) or self._names.get(person.user_id) == person.name:
            return False
        await self._store.rename_everywhere(person)
        if self.is_listed_everywhere(person.user_id):  # they may have been forgotten meanwhile
            self._names[person.user_id] = person.name
        return True

    def _choices(self, kind: Kind, id_: int) -> Preference:
        """Choices of this community or person, to be changed."""
        return self._kept.get((kind, id_)) or Preference(kind, id_)

    def _chosen(self, kind: Kind, id_: int) -> Preference:
        """Choices of this community or person, to be read."""
        return self._kept.get((kind, id_), NOTHING_CHOSEN)

    async def _keep(self, preference: Preference) -> None:
        key = (preference.kind, preference.id)
        if self._kept.get(key) != preference:
            await self._store.keep(preference)
            self._kept[key] = preference
