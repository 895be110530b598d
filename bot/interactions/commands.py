"""The slash commands: their names in players' languages, their way to Discord, and the error boundary around them."""

import asyncio
import json
import logging
from collections.abc import Collection, Mapping
from hashlib import blake2s
from math import inf
from typing import Any, cast

import discord
from discord import AppCommandOptionType, Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.errors import OutOfDate
from bot.interactions.interactions import Client, apologise, refuse, reply
from bot.logs import outline
from bot.requests.limiter import Limiter, Urgency
from bot.store.application import CommandStore
from bot.words import ENGLISH, Words, words

log = logging.getLogger(__name__)

TYPED = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}
"""Names that people type, unless they're in a menu. They stay English in every language: a client shows only one."""


class CommandWords(Translator):
    """Translates the descriptions and choices of commands."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The text in that language, or None to keep the English one."""
        is_typed = context.location in TYPED and not isinstance(context.data, app_commands.ContextMenu)
        spoken = None if is_typed else _translated(locale)
        if spoken is None:
            return None
        translated = spoken(string.message)
        return None if translated == string.message else translated


def _translated(locale: Locale) -> Words | None:
    """The words for this locale, or None if there's no translation, as for most."""
    found = words(str(locale))
    return None if found.spoken == ENGLISH.spoken else found


OUT_OF_DATE = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""Errors from a command that Discord still shows, but that this version of the bot no longer has in that form."""

SUBCOMMANDS = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)

VALUES: Mapping[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.number: (int, float),
    AppCommandOptionType.user: (str,),
}
"""The types of values in the gateway's JSON, by kind of option."""

FIRST_TRY_SECONDS = 5.0
"""How long startup waits for the commands to be sent. If Discord refuses them for hours, clicks are still answered."""

RETRY_SECONDS = 600.0
"""How long to wait before sending them again after a failure. discord.py waits for rate limits by itself."""


class Tree(app_commands.CommandTree[Any]):
    """The slash commands, inside the error boundary and behind the admission."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Whether this process answers the command, and Discord would send it. discord.py calls this first."""
        if not await cast("Client", interaction.client).admission.admits(interaction):
            return False
        if is_possible(interaction):
            return True
        log.info("a command is out of date: its options can't have these values")
        await reply(interaction, refuse(OutOfDate()))
        return False

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answers for a command that could not, such as one that Discord still shows after an update."""
        if isinstance(error, OUT_OF_DATE):
            log.info("a command is out of date: %s", outline(error))
            await reply(interaction, refuse(OutOfDate()))
        else:
            await apologise(interaction, error)


def is_possible(interaction: discord.Interaction) -> bool:
    """Whether the command's options have values that Discord offers: one from an old or forged client may have others.

    discord.py checks neither choices nor limits. Shape: true for a command that isn't known, which discord.py refuses.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    data = cast("Mapping[str, Any]", interaction.data)
    options: list[Mapping[str, Any]] = data.get("options", [])
    while options and options[0].get("type") in SUBCOMMANDS:
        options = options[0].get("options", [])
    people = data.get("resolved", {}).get("users", {})
    known = {parameter.display_name: parameter for parameter in command.parameters}
    is_here = interaction.guild_id is not None or not (command.root_parent or command).guild_only
    return is_here and all(_fits(known.get(one.get("name", "")), one, people) for one in options)


def _fits(parameter: app_commands.Parameter | None, option: Mapping[str, Any], people: Collection[str]) -> bool:
    """Whether a value is one that Discord lets people choose. Shape: `people` are the ids of users that exist."""
    if parameter is None:
        return False
    kind: AppCommandOptionType = parameter.type
    value: Any = option.get("value")
    if option.get("type") != kind.value or type(value) not in VALUES[kind]:
        return False
    if kind is AppCommandOptionType.user:
        return value in people
    if kind is AppCommandOptionType.boolean:
        return True
    if parameter.choices:
        return value in {choice.value for choice in parameter.choices}
    size = len(value) if isinstance(value, str) else value
    low, high = parameter.min_value, parameter.max_value
    return (-inf if low is None else low) <= size <= (inf if high is None else high)


async def send_until_done(tree: app_commands.CommandTree[Any], sent: CommandStore, limiter: Limiter) -> None:
    """Sends the commands, trying again until Discord has them. Call it after the login."""
    while True:
        try:
            return await _send_changes(tree, sent, limiter)
        except Exception as error:  # noqa: BLE001 - the commands that Discord still has work on
            log.warning("the commands couldn't be sent to Discord: %s", outline(error))
        await asyncio.sleep(RETRY_SECONDS)


async def _send_changes(tree: app_commands.CommandTree[Any], sent: CommandStore, limiter: Limiter) -> None:
    """Sends the commands to Discord, unless the same ones were sent before."""
    application_id, translator = tree.client.application_id, tree.translator
    assert application_id is not None
    assert translator is not None
    commands = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    digest = blake2s(json.dumps(commands, sort_keys=True).encode()).hexdigest()
    if await sent.digest(application_id) != digest:
        await limiter.turn(Urgency.HOUSEKEEPING)
        await tree.client.http.bulk_upsert_global_commands(application_id, payload=commands)
        await sent.remember(application_id, digest)
        log.info("commands: %d sent to Discord", len(commands))
