"""Routes about the application's own emojis."""

import base64
import binascii
import re

from localcord import refusals
from localcord.limits import check_emoji, check_renaming
from localcord.rest.call import Call, Reply, Routes
from localcord.wire import JsonObject
from localcord.world import StoredFile

MOST_EMOJIS = 2_000
"""https://discord.com/developers/docs/resources/emoji#application-owned-emoji"""

IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


ENDINGS = ("png", "gif", "webp")


def _path(emoji_id: str, ending: str) -> str:
    """The path that serves an emoji's picture."""
    return f"/emojis/{emoji_id}.{ending}"


def _own(call: Call) -> None:
    if call.path["application_id"] != call.world.application_id:
        raise refusals.unknown_application()


def _emoji(call: Call) -> JsonObject:
    _own(call)
    emoji = call.world.emojis.get(call.path["emoji_id"])
    if emoji is None:
        raise refusals.unknown_emoji()
    return emoji


def _is_free(call: Call, name: str) -> None:
    """Raises: Refused (50035) if another emoji has this name."""
    if any(emoji["name"] == name for emoji in call.world.emojis.values()):
        raise refusals.bad_field("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken")


def list_emojis(call: Call) -> Reply:
    """GET .../emojis."""
    _own(call)
    return Reply({"items": list(call.world.emojis.values())})


def show_emoji(call: Call) -> Reply:
    """GET .../emojis/{emoji_id}."""
    return Reply(_emoji(call))


def add_emoji(call: Call) -> Reply:
    """POST .../emojis: name and image; the picture is served under /emojis/ID.png and .gif."""
    _own(call)
    check_emoji(call.body)
    world, image = call.world, IMAGE.fullmatch(str(call.body["image"]))
    if image is None:
        raise refusals.bad_field("image", "BASE_TYPE_CONVERT", "Invalid image data")
    try:
        content = base64.b64decode(image[2], validate=True)
    except binascii.Error:
        raise refusals.bad_field("image", "BASE_TYPE_CONVERT", "Invalid image data") from None
    _is_free(call, call.body["name"])
    if len(world.emojis) >= MOST_EMOJIS:
        raise refusals.too_many_emojis(MOST_EMOJIS)
    emoji: JsonObject = {
        "id": world.snowflakes.new(),
        "name": call.body["name"],
        "roles": [],
        "user": world.bot.to_json(),
        "require_colons": True,
        "managed": False,
        "animated": image[1] == "image/gif",
        "available": True,
    }
    world.emojis[emoji["id"]] = emoji
    for ending in ENDINGS:
        world.files[_path(emoji["id"], ending)] = StoredFile(content, image[1])
    return Reply(emoji, 201)


def rename_emoji(call: Call) -> Reply:
    """PATCH .../emojis/{emoji_id}: only the name can change."""
    emoji = _emoji(call)
    check_renaming(call.body)
    if call.body["name"] != emoji["name"]:
        _is_free(call, call.body["name"])
    call.world.emojis[emoji["id"]] = renamed = emoji | {"name": call.body["name"]}
    return Reply(renamed)


def remove_emoji(call: Call) -> Reply:
    """DELETE .../emojis/{emoji_id}."""
    emoji_id = _emoji(call)["id"]
    del call.world.emojis[emoji_id]
    for ending in ENDINGS:
        del call.world.files[_path(emoji_id, ending)]
    return Reply()


BASE = "/applications/{application_id}/emojis"

ROUTES: Routes = {
    ("GET", BASE): list_emojis,
    ("POST", BASE): add_emoji,
    ("GET", f"{BASE}/{{emoji_id}}"): show_emoji,
    ("PATCH", f"{BASE}/{{emoji_id}}"): rename_emoji,
    ("DELETE", f"{BASE}/{{emoji_id}}"): remove_emoji,
}
