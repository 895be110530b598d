"""Pings: `allowed_mentions` decides which mentions ping, and only when the message is posted."""

import discord
import pytest

from localcord import Localcord
from localcord.messages import Mentions, find
from tests.localcord.bot import SmallBot, layout

TEXT = ["<@1> and <@!2>, <@&3>", "@everyone look"]


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, Mentions(("1", "2"), ("3",), True)),
        ({"parse": []}, Mentions((), (), False)),
        ({"parse": [], "users": ["2", "9"]}, Mentions(("2",), (), False)),
        ({"parse": ["users"]}, Mentions(("1", "2"), (), False)),
        ({"parse": ["everyone"], "roles": ["3"]}, Mentions((), ("3",), True)),
    ],
    ids=["nothing said", "nobody", "one user", "all users", "everyone and a role"],
)
def test_only_allowed_mentions_ping(allowed: dict[str, object] | None, pinged: Mentions) -> None:
    assert find(TEXT, allowed) == pinged


async def test_a_person_named_in_a_layout_is_pinged(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(int(ana.id))])
    text = f"{ana.mention} after {ben.mention}"
    await bot.text_channel(local.channel_id).send(view=layout(text), allowed_mentions=allowed)
    assert (len(ana.pings), len(ben.pings)) == (1, 0)


async def test_an_edit_pings_nobody(bot: SmallBot, local: Localcord) -> None:
    ana = local.person("Ana")
    message = await bot.text_channel(local.channel_id).send("quiet")
    await message.edit(content=ana.mention)
    assert (len(ana.pings), ana.messages()[0]["mentions"][0]["id"]) == (0, ana.id)


async def test_a_silent_message_says_so(bot: SmallBot, local: Localcord) -> None:
    await bot.text_channel(local.channel_id).send("hush", silent=True)
    assert local.person("Ana").messages()[0]["flags"] == 1 << 12
