"""From a drawing to the bytes of its file."""

from io import BytesIO

from bot.pictures.drawing import Drawing


def png(drawing: Drawing) -> bytes:
    """The drawing as a PNG."""
    file = BytesIO()
    drawing.draw().save(file, "PNG")
    return file.getvalue()
