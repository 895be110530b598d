"""What an interaction says was clicked on."""

from collections.abc import Mapping

import discord

from bot.pages.custom_id import CustomId


def payload_of(interaction: discord.Interaction) -> Mapping[str, object]:
    """What was clicked on and chosen, as Discord says it."""
    return {**(interaction.data or {})}


def custom_id_of(interaction: discord.Interaction) -> CustomId | None:
    """What was clicked on, or None when it is not of our form."""
    return CustomId.from_text(str(payload_of(interaction).get("custom_id", "")))
