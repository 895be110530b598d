"""Reads from an interaction which component was clicked, and by whom."""

from collections.abc import Mapping
from typing import cast

import discord

from bot.pages.custom_id import CustomId
from bot.tables.table import Person


def payload_of(interaction: discord.Interaction) -> Mapping[str, object]:
    """Discord's raw data about the click: the component and any chosen values."""
    return cast("Mapping[str, object]", interaction.data or {})


def custom_id_of(interaction: discord.Interaction) -> CustomId | None:
    """The custom_id of the clicked component, or None if it does not have our form."""
    return CustomId.from_text(str(payload_of(interaction).get("custom_id", "")))


def known_everywhere(user: discord.User | discord.Member) -> Person:
    """A person by the name that they have on Discord, not by a server's nickname."""
    return Person(user.id, user.global_name or user.name)
