"""Pictures to send, and a layout that shows one."""

import io
import struct
import zlib

import discord
from discord import ui


def chunk(name: bytes, content: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int) -> bytes:
    """A black picture."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def picture(width: int = 4, name: str = "board.png") -> discord.File:
    """A picture to send."""
    return discord.File(io.BytesIO(png(width, 2)), name)


def board() -> ui.LayoutView:
    """A layout that shows the picture."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="the board")))
    return view
