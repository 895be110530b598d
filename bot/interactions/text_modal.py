"""A window with one line to fill in. What comes back is a click like any other, with the text that was typed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import discord
from discord import ui

from bot.messages.sending import payload_of

FIELD = "text"
"""The custom_id of the line. Only the window's own says what the text is for."""


@dataclass(frozen=True, slots=True)
class TextModal:
    """A window with one line. Shape: `custom_id` as a button's; at most `most` characters, `value` at first."""

    title: str
    label: str
    custom_id: str
    most: int
    value: str = ""


def modal(form: TextModal) -> ui.Modal:
    """The window as discord.py sends it."""
    line = ui.TextInput[ui.Modal](custom_id=FIELD, required=False, max_length=form.most, default=form.value)
    window = ui.Modal(title=form.title, custom_id=form.custom_id)
    window.add_item(ui.Label(text=form.label, component=line))
    window.stop()  # discord.py need not keep it: the router reads what comes back
    return window


def typed_in(interaction: discord.Interaction) -> str | None:
    """What somebody has typed into the line of a window; None if they have sent no window."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    return next(_values(payload_of(interaction).get("components")), "")


def _values(components: object) -> Iterator[str]:
    """The texts in these components of a window, and in those within them."""
    for component in components if isinstance(components, list) else ():
        if isinstance(component, Mapping):
            if component.get("custom_id") == FIELD:
                yield str(component.get("value") or "")
            yield from _values([component.get("component")])
            yield from _values(component.get("components"))
