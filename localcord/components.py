"""Message components as trees: finding, numbering, filling in media. Knows nothing of messages or limits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from localcord.wire import JsonObject, picked

BUTTON = 2
STRING_SELECT = 3
USER_SELECT = 5
TEXT_DISPLAY = 10
LINK_STYLE = 5
"""The style of a button that starts no interaction."""

ATTACHMENT = "attachment://"


def walk(components: Iterable[JsonObject]) -> Iterator[JsonObject]:
    """Every component in a tree, parents before their children."""
    for component in components:
        yield component
        if below := component.get("components"):
            yield from walk(below)
        for key in ("accessory", "component"):
            if key in component:
                yield from walk((component[key],))


def texts(components: Iterable[JsonObject]) -> Iterator[str]:
    """The contents of a tree's text displays."""
    return (str(component["content"]) for component in walk(components) if component["type"] == TEXT_DISPLAY)


def read_aloud(components: Iterable[JsonObject]) -> Iterator[str]:
    """Words that a screen reader reads aloud: the text displays of a tree, and the alt texts of its pictures."""
    for component in walk(components):
        if component["type"] == TEXT_DISPLAY:
            yield str(component["content"])
        for item in component.get("items") or ():
            yield str(item.get("description") or "")


def interactive(message: Mapping[str, object], custom_id: str) -> JsonObject | None:
    """The button or select of a message that has this custom_id, or None."""
    components = message.get("components")
    if not isinstance(components, list):
        return None
    return next((found for found in walk(components) if found.get("custom_id") == custom_id), None)


def buttons(message: JsonObject) -> list[JsonObject]:
    """The buttons of a message that start interactions, in order."""
    return [c for c in walk(message["components"]) if c["type"] == BUTTON and c.get("style") != LINK_STYLE]


def selects(message: JsonObject) -> list[JsonObject]:
    """The selects of a message, in order."""
    return [component for component in walk(message["components"]) if component["type"] == STRING_SELECT]


def stored(components: Sequence[JsonObject], attachments: Sequence[JsonObject]) -> list[JsonObject]:
    """The components of a message as Discord gives them back: each with its id, media with their addresses."""
    shown = [_with_media(component, {a["filename"]: a for a in attachments}) for component in components]
    taken = {component["id"] for component in walk(shown) if component.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)
    for component in walk(shown):
        if not component.get("id"):
            component["id"] = next(free)
    return shown


def _with_media(component: JsonObject, files: Mapping[str, JsonObject]) -> JsonObject:
    """A deep copy in which references to uploads are resolved."""
    copy = dict(component)
    for key in ("components", "items"):
        if key in copy:
            copy[key] = [_with_media(child, files) for child in copy[key] or []]
    for key in ("accessory", "component"):
        if copy.get(key):
            copy[key] = _with_media(copy[key], files)
    for key in ("media", "file"):
        if copy.get(key):
            copy[key] = resolved(copy[key], files)
    if copy.get("emoji"):
        copy["emoji"] = _named(copy["emoji"])
    if copy.get("options"):
        copy["options"] = [
            option | {"emoji": _named(option["emoji"])} if option.get("emoji") else option for option in copy["options"]
        ]
    if copy.get("file", {}).get("attachment_id"):
        source = next(found for found in files.values() if found["id"] == copy["file"]["attachment_id"])
        copy |= {"name": source["filename"], "size": source["size"]}
    return copy


def _named(emoji: JsonObject) -> JsonObject:
    """An emoji as Discord gives it back: its id is a string, even if it came as a number."""
    return emoji | {"id": str(emoji["id"])} if emoji.get("id") else emoji


def resolved(media: JsonObject, files: Mapping[str, JsonObject]) -> JsonObject:
    """A media object whose `attachment://` reference is replaced by the file's address."""
    name = str(media["url"]).removeprefix(ATTACHMENT)
    if name == media["url"] or name not in files:
        return dict(media)
    source = files[name]
    return (
        media
        | picked(source, ("url", "proxy_url", "width", "height", "content_type"))
        | {"attachment_id": source["id"]}
    )
