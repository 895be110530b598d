"""`/verify`: checks that the rolls and deals of a finished match follow from the key that was fixed before it."""

import discord
from discord import app_commands

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Private, reply
from bot.matches.history import Verified
from bot.messages.game_ui import GameUI
from bot.pages.page import Document, Page, Part, Text
from bot.words import Words, phrase
from cogs.commands.lookups import MATCH_HELP, MatchNumber, lookup_limit, number_or_latest
from cogs.table.answers import check_may_open, say_to
from cogs.table.sealed_pages import short

MOST_CHECKS = 5
"""Most checks by one person within the time of `lookup_limit`: each replays a whole match."""

UNSEEN = phrase("Only people who played in this match or can see its channel can check it.")


def verified_page(found: Verified, ui: GameUI, say: Words) -> Page:
    """The result of a check, with the file for those who want to check by themselves."""
    title = say("## {title} · rolls and deals of match {match}", title=say(ui.title), match=found.table.id)
    if not found.is_sealed:
        lines = [say.many(
            "This match began before rolls and deals were sealed: its {n} roll or deal came from the system's "
            "randomness and can't be checked.",
            "This match began before rolls and deals were sealed: its {n} rolls and deals came from the system's "
            "randomness and can't be checked.",
            found.draws,
        )]  # fmt: skip
    else:
        lines = [*_verdict(found, say), *_rest(found, say)]
    parts: tuple[Part, ...] = (Text("\n".join((title, *lines))),)
    if found.file is not None:
        parts = (*parts, Document(f"finte-deals-{found.table.id}.json", found.file))
    return Page(parts, ui.accent)


def _verdict(found: Verified, say: Words) -> list[str]:
    if found.is_right:
        follows = say.many("✅ The {n} roll or deal follows from the key.",
                           "✅ All {n} rolls and deals follow from the key.",
                           found.draws)  # fmt: skip
        kept = say("✅ The key has the fingerprint that was shown before the match: {fingerprint}",
                   fingerprint=short(found.table.fingerprint or ""))  # fmt: skip
        return [follows, kept]
    lines = [say("❌ Something is wrong with the rolls or deals of this match. Please tell whoever runs this bot.")]
    if found.fitting < found.draws:
        lines.append(say.many("❌ {n} roll or deal doesn't follow from the key.",
                              "❌ {n} rolls and deals don't follow from the key.",
                              found.draws - found.fitting))  # fmt: skip
    if not found.has_kept_promise:
        lines.append(say("❌ The key or the players' words aren't those from before the match."))
    return lines


def _rest(found: Verified, say: Words) -> list[str]:
    """Sentences about the file: how to use it, or why there is none."""
    if found.file is None:
        return [say("The match ended early, and hands that nobody has shown stay hidden. So the key stays hidden too, "
                    "and you have to take the bot's word for it.")]  # fmt: skip
    lines = [say("The file has the key, the players' words and every move. With docs/verify.py from the bot's source "
                 "code, you can check it on any computer: `python verify.py FILE`")]  # fmt: skip
    if found.lacks_words:
        lines.append(say("A player's words were deleted with their data. Only a hash is kept, which is enough to "
                         "check the rolls and deals."))  # fmt: skip
    return lines


async def setup(bot: Finte) -> None:
    """Adds the command, and the handler of the button on results."""
    limit = lookup_limit(bot, MOST_CHECKS)

    async def verified(interaction: discord.Interaction, number: int | None) -> Private:
        """Checks a match; without a number, this person's latest. Raises: NotAllowed if they couldn't see it either."""
        limit.take(interaction.user.id)
        match_id = await number_or_latest(bot, interaction, number)
        verifying = bot.matches.verifying
        try:
            table = await verifying.table(match_id)
        except MatchOver:
            raise NotAllowed("This match is no longer stored.") from None
        await check_may_open(bot, interaction, table, UNSEEN)
        found = await verifying.check(table)
        return Private(verified_page(found, bot.game_uis[table.game], say_to(interaction)), in_new_message=True)

    bot.router.on("verify", lambda click: verified(click.interaction, click.id.match_id))

    @bot.tree.command(name="verify", description=phrase("Check that the rolls and deals of a finished match were fair"))
    @app_commands.describe(match=MATCH_HELP)
    async def verify(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, verified(interaction, match))
