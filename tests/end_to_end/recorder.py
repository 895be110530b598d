"""Records every version of every message that the bot sends, and who can see it."""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from localcord import Localcord
from localcord.components import walk
from localcord.wire import JsonObject
from localcord.world import Event
from tests.end_to_end.tables import custom_ids, match_of, text_of

DIVIDER = 14


@dataclass(frozen=True)
class Version:
    """One version of one message. Shape: `owner_id` is None if everyone sees it."""

    message_id: str
    owner_id: str | None
    body: JsonObject

    @property
    def raw(self) -> str:
        """Everything of it that clients get."""
        return json.dumps(self.body, ensure_ascii=False)

    @property
    def text(self) -> str:
        return text_of(self.body)

    @property
    def custom_ids(self) -> list[str]:
        return custom_ids(self.body)

    @property
    def match_id(self) -> int | None:
        """The table that it's about, None if it's about none or several."""
        ids = {int(match_of(custom_id)) for custom_id in self.custom_ids} - {0}
        return ids.pop() if len(ids) == 1 else None

    @property
    def look(self) -> list[JsonObject]:
        """What people see of it and can click, without ids that Discord gives.

        A picture's file is named by a digest of what it shows.
        """
        kept = ("type", "content", "label", "custom_id", "disabled", "style", "options", "placeholder", "url")
        looks = []
        for found in walk(self.body["components"]):
            pictures = [(item["description"], _file_name(item["media"]["url"])) for item in found.get("items") or ()]
            looks.append({key: found[key] for key in kept if key in found} | {"pictures": pictures})
        return [*looks, {"content": self.body["content"]}]

    @property
    def top(self) -> str:
        """Its text above the dividing line."""
        said = []
        for found in walk(self.body["components"]):
            if found["type"] == DIVIDER:
                break
            said.append(found.get("content") or "")
        return "\n".join(said)


class Recorder:
    """Listens to Discord from now on. Shape: `tokens` are those of every interaction."""

    def __init__(self, discord: Localcord) -> None:
        self.versions: list[Version] = []
        self.tokens: list[str] = []
        self._bot_id = discord.application_id
        discord.world.watch(self._heard)

    @property
    def public(self) -> list[Version]:
        return [version for version in self.versions if version.owner_id is None]

    @property
    def private(self) -> list[Version]:
        return [version for version in self.versions if version.owner_id is not None]

    def _heard(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self.tokens.append(event.payload["token"])
        message = event.message
        if message and event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and message.author_id == self._bot_id:
            self.versions.append(Version(message.id, message.owner_id, message.body))


def _file_name(url: str) -> str:
    return urlsplit(url).path.rpartition("/")[2]
