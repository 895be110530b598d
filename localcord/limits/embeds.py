"""Embeds. Knows nothing of the message around them.

Source: https://discord.com/developers/docs/resources/message#embed-object-embed-limits
"""

from localcord.limits import problems
from localcord.limits.errors import Spot
from localcord.limits.fields import HTTP, filled, items, moment, record, text, truth, url, whole
from localcord.wire import JsonObject

MOST_EMBEDS = 10
MOST_EMBED_TEXT = 6000

LINK = url(2048, *HTTP)
PICTURE = url(2048, *HTTP, "attachment")
SHOWN = frozenset({"title", "description", "fields", "author", "footer", "image", "thumbnail"})


def _shows_something(embed: JsonObject, spot: Spot) -> None:
    if not any(embed.get(field) for field in SHOWN):
        (spot / "description").note(problems.REQUIRED)


EMBED = record(
    _shows_something,
    optional={
        "title": text(0, 256),
        "description": text(0, 4096),
        "url": LINK,
        "color": whole(0, 0xFFFFFF),
        "timestamp": moment,
        "author": record(required={"name": filled(256)}, optional={"url": LINK, "icon_url": PICTURE}),
        "footer": record(required={"text": filled(2048)}, optional={"icon_url": PICTURE}),
        "image": record(required={"url": PICTURE}),
        "thumbnail": record(required={"url": PICTURE}),
        "fields": items(
            0,
            25,
            record(required={"name": filled(256), "value": filled(1024)}, optional={"inline": truth}),
        ),
    },
)
EMBEDS = items(0, MOST_EMBEDS, EMBED)


def within_embed_total(body: JsonObject, spot: Spot) -> None:
    """All embeds of a message together aren't too long."""
    if sum(_size(embed) for embed in body.get("embeds", ())) > MOST_EMBED_TEXT:
        (spot / "embeds").note(problems.embeds_too_large(MOST_EMBED_TEXT))


def _size(embed: JsonObject) -> int:
    """The number of characters in an embed that count towards the limit."""
    texts = [embed.get("title", ""), embed.get("description", "")]
    texts += [embed.get("author", {}).get("name", ""), embed.get("footer", {}).get("text", "")]
    texts += [text for field in embed.get("fields", ()) for text in (field["name"], field["value"])]
    return sum(map(len, texts))
