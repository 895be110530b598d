"""Access to places: decides who may see what was played there."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.requests.limiter import Limiter, Urgency
from bot.tables.table import Person, Place

KEPT_SECONDS = 60
"""The time for which an answer is remembered, so that stepping through a replay asks Discord once."""

PATIENCE_SECONDS = 5.0
"""The most that asking Discord may take: after an error of its own, discord.py would try again for half a minute."""

UNANSWERED = (discord.HTTPException, discord.InvalidData, discord.RateLimited, aiohttp.ClientError, OSError)
"""Errors after which it's unknown who sees a place. Shape: `TimeoutError` is an `OSError`."""

VOCAL = (discord.VoiceChannel, discord.StageChannel)
"""Channels whose text needs the permission *Connect*, too."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A member of a server who sees a place, or will once a message in its private thread has added them."""

    person: Person
    is_bot: bool = False
    is_added: bool = False


EVERYBODY = 0
"""In place of a person's id: whether everybody on the server sees a place."""


class Access:
    """Knows who may see the channels and threads of servers. Shape: nobody may if Discord doesn't say."""

    def __init__(self, client: discord.Client, clock: Callable[[], float], limiter: Limiter) -> None:
        self._client, self._limiter = client, limiter
        self._clock = clock
        self._kept: dict[tuple[int, Place], tuple[bool, float]] = {}
        self._asking: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()  # by person and server

    async def seen(self, interaction: discord.Interaction, places: Iterable[Place]) -> set[Place]:
        """Those of these places that the person who clicked or typed can see."""
        reader, channel = interaction.user, interaction.channel
        if channel is None:
            return set()
        here = Place(interaction.guild_id or 0, channel.id)
        if not isinstance(reader, discord.Member):
            return {here}.intersection(places)
        wanted = {place for place in places if place.guild_id == here.guild_id}
        found: set[Place] = set()
        # Discord has sent their permissions here, but a page may stay open in a private thread that they have left
        if not (isinstance(channel, discord.Thread) and channel.is_private()):
            known = wanted & {here, replace(here, channel_id=getattr(channel, "parent_id", 0))}
            wanted -= known
            found = known if may_read(channel, interaction.permissions) else set()
        return found | await self._asked(here.guild_id, wanted, reader.id, reader)

    async def still_sees(self, user_id: int, place: Place) -> bool:
        """Whether a person can see a place of a server, without a click of theirs. Nothing more urgent waits for it."""
        _, asked_at = self._kept.get((user_id, place), (False, -inf))
        if asked_at <= self._clock() - KEPT_SECONDS:
            await self._limiter.turn(Urgency.HOUSEKEEPING)
        return place in await self._asked(place.guild_id, {place}, user_id)

    async def reaches_nobody_new(self, interaction: discord.Interaction, place: Place) -> bool:
        """Whether everybody who can read a message posted where this person clicked can see the place, too."""
        channel = interaction.channel
        if channel is None or interaction.guild_id != place.guild_id:
            return False
        if place.channel_id in (channel.id, getattr(channel, "parent_id", None)):  # a thread has no other readers
            return True
        return place in await self._asked(place.guild_id, {place}, EVERYBODY)

    async def guests(self, host: discord.Member, place: Place, user_ids: Iterable[int]) -> dict[int, Guest]:
        """Those of these people whom this host can invite to a place, by their ids."""
        found: dict[int, Guest] = {}
        with suppress(*UNANSWERED):
            async with asyncio.timeout(PATIENCE_SECONDS):
                guild = await self._client.fetch_guild(place.guild_id, with_counts=False)
                channel = await guild.fetch_channel(place.channel_id)
                ruling = channel
                may_add = False
                if isinstance(channel, discord.Thread):
                    ruling = await guild.fetch_channel(channel.parent_id)
                    may_add = channel.is_private() and await self._may_add(channel, ruling, host)
                for user_id in user_ids:
                    with suppress(*UNANSWERED):
                        guest = await _guest(channel, ruling, await guild.fetch_member(user_id), may_add=may_add)
                        found |= {user_id: guest} if guest else {}
        return found

    async def _may_add(
        self, thread: discord.Thread, ruling: discord.abc.GuildChannel | discord.Thread, host: discord.Member
    ) -> bool:
        """Whether the host, by way of the bot, may add others to a private thread.

        Raises: discord.HTTPException if Discord doesn't say, or the host isn't in it.
        """
        if not await _sees(thread, ruling, host):
            return False
        assert isinstance(ruling, discord.abc.GuildChannel)
        if thread.invitable:
            return ruling.permissions_for(host).send_messages_in_threads
        assert self._client.user is not None
        adders = (host, await ruling.guild.fetch_member(self._client.user.id))
        return all(ruling.permissions_for(one).manage_threads for one in adders)

    async def is_open_to_all(self, place: Place) -> bool:
        """Whether everybody on the server sees this channel or thread. Shape: false if Discord doesn't say."""
        return not place.is_private and place in await self._asked(place.guild_id, {place}, EVERYBODY)

    async def is_gone(self, place: Place) -> bool:
        """Whether this channel or thread was deleted. Shape: false if Discord doesn't say."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._client.http.get_channel(place.channel_id)
        except discord.NotFound:
            return True
        except UNANSWERED:
            return False
        return False

    def forget(self, user_id: int) -> None:
        """Forgets what this person sees."""
        for key in [key for key in self._kept if key[0] == user_id]:
            del self._kept[key]

    async def _asked(
        self, guild_id: int, places: set[Place], who: int, reader: discord.Member | None = None
    ) -> set[Place]:
        """Those of a server's places that a person can see, or EVERYBODY. Shape: `reader` if Discord has sent them."""
        async with self._asking.setdefault((who, guild_id), asyncio.Lock()):  # many clicks at once ask once, too
            now = self._clock()
            self._kept = {key: kept for key, kept in self._kept.items() if now - KEPT_SECONDS < kept[1] <= now}
            known = {place: self._kept[who, place][0] for place in places if (who, place) in self._kept}
            unknown = dict.fromkeys(places - known.keys(), False)
            if unknown:
                with suppress(*UNANSWERED):
                    async with asyncio.timeout(PATIENCE_SECONDS):
                        await self._ask(guild_id, unknown, who, reader)
            self._kept |= {(who, place): (answer, now) for place, answer in unknown.items()}
        return {place for place, answer in {**known, **unknown}.items() if answer}

    async def _ask(self, guild_id: int, answers: dict[Place, bool], who: int, reader: discord.Member | None) -> None:
        """Fills in the answers. What is refused or fails leaves a "no"."""
        guild = await self._client.fetch_guild(guild_id, with_counts=False)
        if reader is None and who != EVERYBODY:
            reader = await guild.fetch_member(who)  # `NotFound` if they have left
        parents: dict[int, discord.abc.GuildChannel | discord.Thread] = {}
        for place in answers:
            with suppress(*UNANSWERED):
                channel = await guild.fetch_channel(place.channel_id)
                if isinstance(channel, discord.Thread) and channel.parent_id not in parents:
                    parents[channel.parent_id] = await guild.fetch_channel(channel.parent_id)
                ruling = parents[channel.parent_id] if isinstance(channel, discord.Thread) else channel
                answers[place] = await _sees(channel, ruling, reader)


async def is_outside(client: discord.Client, channel_id: int, user_id: int) -> bool:
    """Whether the channel is a private thread in which this person isn't. A mention there would bring them in.

    Raises: discord.HTTPException if Discord doesn't say.
    """
    channel = await client.http.get_channel(channel_id)
    if channel["type"] != discord.ChannelType.private_thread.value:
        return False
    try:
        await client.http.get_thread_member(channel_id, user_id)
    except (discord.NotFound, discord.Forbidden):
        return True
    return False


def may_read(channel: object, held: discord.Permissions) -> bool:
    """Whether these permissions are enough to read a channel's messages."""
    return held.view_channel and (held.connect or not isinstance(channel, VOCAL))


async def _guest(
    channel: discord.abc.GuildChannel | discord.Thread,
    ruling: discord.abc.GuildChannel | discord.Thread,
    member: discord.Member,
    *,
    may_add: bool,
) -> Guest | None:
    """This member as a guest, or None. Raises: discord.HTTPException if Discord doesn't say."""
    is_added = False
    try:
        if not await _sees(channel, ruling, member):
            return None
    except discord.NotFound:  # they aren't in the private thread
        if not may_add:
            return None
        is_added = True
    return Guest(Person(member.id, member.display_name), member.bot, is_added)


async def _sees(
    channel: discord.abc.GuildChannel | discord.Thread,
    ruling: discord.abc.GuildChannel | discord.Thread,
    reader: discord.Member | None,
) -> bool:
    """Whether this member, or without one everybody, can see a channel. Shape: the permissions are those of `ruling`.

    Raises: discord.HTTPException if Discord doesn't say.
    """
    assert isinstance(ruling, discord.abc.GuildChannel)  # no thread has threads
    held = ruling.permissions_for(reader or ruling.guild.default_role)
    if not may_read(ruling, held):
        return False
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    if reader is None:
        return not is_private and all(may_read(ruling, ~other.pair()[1]) for other in ruling.overwrites.values())
    if isinstance(channel, discord.Thread) and is_private and not held.manage_threads:
        await channel.fetch_member(reader.id)  # `NotFound` if they aren't in it
    return True
