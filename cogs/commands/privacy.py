"""`/privacy`: what is kept about a person, as a file for them, and its deletion."""

import discord

from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply, reply
from bot.interactions.limits import Limit
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Document, Link, Page, Part, Row, Text
from bot.words import Words, phrase
from cogs.parts.names import ACCENT
from cogs.table.answers import say_to

EXPORT_SECONDS = 600
"""How long the next export has to wait; the refusal says it in words."""

FILE = "finte-data.json"


class Privacy:
    """Answers the command and the buttons of its pages. Everything is about the person who clicks."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = Limit(
            bot.clock,
            most=1,
            seconds=EXPORT_SECONDS,
            sentence=phrase("You've just got your file. Wait ten minutes, then ask for a new one."),
        )
        bot.forgetting.on_forgotten.append(self._limit.forget)
        for verb, handler in {
            "privacy": lambda click: self.show(click.interaction),
            "export": self.export,
            "forgetting": self.ask,
            "forget": self.forget,
        }.items():
            bot.router.on(verb, handler)

    async def show(self, interaction: discord.Interaction) -> Private:
        """Shows what is kept, and what the person can do about it."""
        about = self._bot.application
        policy, terms = (about.privacy_policy_url, about.terms_of_service_url) if about else (None, None)
        return Private(overview(say_to(interaction), policy=policy, terms=terms))

    async def export(self, click: Click) -> Reply:
        """Sends the person a file with everything stored about them."""
        user_id = click.interaction.user.id
        self._limit.take(user_id)
        try:
            content = await self._bot.exports.of_person(user_id, self._bot.clock())
        except Exception:
            self._limit.forget(user_id)  # they have no file, so they can try again at once
            raise
        return Private(exported(content, say_to(click.interaction)), in_new_message=True)

    async def ask(self, click: Click) -> Reply:
        """Says what a deletion takes away and what stays, and asks whether to go on."""
        tables = await self._bot.store.open_tables_of(click.interaction.user.id)
        return Private(question(len(tables), say_to(click.interaction)))

    async def forget(self, click: Click) -> Reply:
        """Deletes the person's data."""
        await self._bot.forgetting.forget(click.interaction.user.id)
        return Private(farewell(say_to(click.interaction)))


def overview(say: Words, *, policy: str | None = None, terms: str | None = None) -> Page:
    """The page about what is kept. Shape: `policy` and `terms` are addresses."""
    kept = (
        say("your Discord user id, the name you last played under on each server, and your Discord name if "
            "leaderboards across servers list you"),
        say("the tables you've sat at, with channel, moves, dice or cards, and results"),
        say("what follows from those: ratings, rankings, statistics, streaks, firsts and reviews"),
        say("your choices in /settings"),
        say("for each of your private panels, a key to update it, for 15 minutes"),
    )  # fmt: skip
    links = [Link(say("Privacy policy"), policy)] if policy else []
    links += [Link(say("Terms"), terms)] if terms else []
    parts: tuple[Part, ...] = (
        Text(say("## Your data\nThis is what the bot keeps about you:")),
        Text("\n".join(f"- {line}" for line in kept)),
        Text(say("The bot reads no messages, doesn't track you, and passes nothing on to anyone but Discord.")),
        Row((
            Button(say("Export"), CustomId("export").to_text(), "primary"),
            Button(say("Delete my data…"), CustomId("forgetting").to_text(), "danger"),
        )),
        *((Row(tuple(links)),) if links else ()),
    )  # fmt: skip
    return Page(parts, ACCENT)


def exported(content: bytes, say: Words) -> Page:
    """The file, and what is in it."""
    text = say("## Your data, as a file\nIt has everything the bot keeps about you, with your finished matches move "
               "by move. Nobody else is named in it.")  # fmt: skip
    return Page((Text(text), Document(FILE, content)), ACCENT)


def question(tables: int, say: Words) -> Page:
    """Asks whether to delete a person's data. Shape: `tables` counts the open tables that they'll leave."""
    goes = say("**Deleted at once:** your name, results, ratings, statistics and settings, your lessons, and "
               "everything you've played in direct messages.")  # fmt: skip
    leaves = say.many("You leave {n} table. If its match has begun, the computer plays on for you.",
                      "You leave {n} tables. Where a match has begun, the computer plays on for you.",
                      tables)  # fmt: skip
    stays = say("**This stays:** the matches you've played on servers, with the results of the others. Your seat "
                "becomes *a former player*, and nothing leads back to you. Messages that are already in Discord stay "
                "as they are.")  # fmt: skip
    final = say("This can't be undone. If you play again, you start from scratch.")
    parts = (
        Text(say("## Delete your data?")),
        Text(goes),
        *((Text(leaves),) if tables else ()),
        Text(stays),
        Text(final),
        Row((
            Button(say("Delete for good"), CustomId("forget").to_text(), "danger"),
            Button(say("Back"), CustomId("privacy").to_text()),
        )),
    )  # fmt: skip
    return Page(parts, ACCENT)


def farewell(say: Words) -> Page:
    """Says that the data is gone."""
    return Page((Text(say("## Your data is deleted\nThe bot knows nothing about you any more.")),), ACCENT)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    privacy = Privacy(bot)

    @bot.tree.command(name="privacy", description=phrase("Your data: see what's kept, export it, or delete it"))
    async def show(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, privacy.show(interaction))
