"""Uploaded files: stored, and shown as attachments. Knows nothing of a message's other fields."""

import mimetypes
import struct
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from localcord import refusals
from localcord.wire import JsonObject
from localcord.world import StoredFile, World

MAX_FILE_BYTES = 10 * 1024 * 1024
"""https://discord.com/developers/docs/reference#uploading-files"""

FILES_KEPT = 5_000
"""Beyond this number the oldest files are forgotten, so that a server can run for days."""

PNG_START = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Upload:
    """One `files[n]` part of a multipart body."""

    index: str
    name: str
    content: bytes


class Attachments:
    """Turns uploads into attachment objects, with the addresses that serve their bytes."""

    def __init__(self, world: World, base_url: str) -> None:
        self._world = world
        self._base_url = base_url
        self._paths: deque[str] = deque()

    def merged(
        self, channel_id: str, present: Sequence[JsonObject], body: Mapping[str, object], uploads: Sequence[Upload]
    ) -> list[JsonObject]:
        """The attachments of a message after a create or an edit.

        Shape: the kept ones in their order, then the new ones. New files replace those that aren't listed again.
        Raises: Refused (40005) for a file that is too large.
        """
        listed = body.get("attachments")
        entries = {str(entry["id"]): entry for entry in listed} if isinstance(listed, list) else {}
        kept = present if listed is None and not uploads else [shown for shown in present if shown["id"] in entries]
        new = [self._store(channel_id, upload, entries.get(upload.index, {})) for upload in uploads]
        return [*kept, *new]

    def _store(self, channel_id: str, upload: Upload, entry: JsonObject) -> JsonObject:
        if len(upload.content) > MAX_FILE_BYTES:
            raise refusals.file_too_large()
        attachment_id = self._world.snowflakes.new()
        name = str(entry.get("filename") or upload.name)
        content_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        path = f"/attachments/{channel_id}/{attachment_id}/{name}"
        self._world.files[path] = StoredFile(upload.content, content_type)
        self._paths.append(path)
        if len(self._paths) > FILES_KEPT:
            del self._world.files[self._paths.popleft()]
        url = self._base_url + quote(path)
        shown: JsonObject = {
            "id": attachment_id,
            "filename": name,
            "size": len(upload.content),
            "url": url,
            "proxy_url": url,
            "content_type": content_type,
        }
        if entry.get("description"):
            shown["description"] = entry["description"]
        return shown | _png_size(upload.content)


def _png_size(content: bytes) -> JsonObject:
    if not content.startswith(PNG_START) or len(content) < 24:
        return {}
    width, height = struct.unpack(">II", content[16:24])
    return {"width": width, "height": height}
