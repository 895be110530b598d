"""`/review`: what each of somebody's decisions in a finished match was worth, and what would have been better.

Everything about a decision comes from the view that its seat had then. Only `hindsight` looks at what came to light.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import discord
from discord import app_commands

from bot.interactions.client import Finte
from bot.interactions.interactions import Click, LiveAnswer, Private, Reply, reply
from bot.interactions.limits import Limit
from bot.matches.reviews import Review
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Divider, Page, Part, Picture, Row, Section, Select, SelectOption, Text
from bot.words import Words, phrase
from cogs.commands.lookups import MATCH_HELP, MOST_LOOKUPS, MatchNumber, lookup_limit, number_or_latest
from cogs.parts.one_page import one_page
from cogs.table.answers import say_to
from cogs.table.story_page import in_leaves
from games.catalogue import GAMES
from games.core import Action
from games.review import Decision, Rival, Stakes, Unit, Verdict, cost, costliest, interval

UNITS: dict[Unit, str] = {
    "match": phrase("100% is one match won; players of equal strength start with equal shares."),
    "points": phrase("Points are those of the round, compared with the others' average."),
}
"""The meaning of a review's figures, as gettext keys."""

CHANCES: dict[Unit, str] = {
    "match": phrase("-# After that, your chance to win was about {amount}."),
    "points": phrase("-# After that, you could expect about {amount}, compared with the others' average."),
}
"""The value of a decision, as gettext keys."""

WHOLE = 10
"""From this many points on, nobody needs decimals."""


def about(middle: float, error: float, unit: Unit, say: Words) -> str:
    """The range that an amount almost certainly lies in: "4 to 9%"."""
    low, high = (max(0.0, end) if middle >= 0 else end for end in interval(middle, error))
    if unit == "match" and middle <= 1:  # several mistakes can together cost more than the whole match
        high = min(high, 1.0)
    least, most = _number(low, unit, say), _number(high, unit, say)
    if least == most:
        return say("{amount} pts", amount=most) if unit == "points" else say("{amount}%", amount=most)
    if unit == "points":
        return say("{low} to {high} pts", low=least, high=most)
    return say("{low} to {high}%", low=least, high=most)


def _number(amount: float, unit: Unit, say: Words) -> str:
    """Points with one decimal, unless they are many; shares in percent."""
    if unit != "points" or abs(amount) >= WHOLE:
        return str(round(amount if unit == "points" else 100 * amount)).replace("-", "−")
    tenths = round(10 * abs(amount))
    number = say("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)
    return f"−{number}" if amount < 0 and tenths else number


VERB = "reviewed"

GO_ON = "go"
"""In a button, asks for the review anew: it goes on if it has stopped."""

LINES = 10
"""Decisions on one page of the list."""


@dataclass(frozen=True, slots=True)
class ReviewPages:
    """Everything that the pages of one review show."""

    review: Review
    ui: GameUI
    say: Words

    def page(self, asked: str) -> Page:
        """The page that a button asks for. Shape: anything unknown is the first page."""
        kind, number = asked[:1], asked[1:]
        place = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
        if kind == "d" and place < len(self._decisions):
            return self._as_page(self._decision(place))
        if not self.review.is_done:
            return self._as_page(self._progress())
        if kind == "l":
            return self._as_page(self._list(place))
        if kind == "h" and (told := self._hindsight):
            at = min(place, len(told) - 1)
            heading, turns = Text(self.say("### With hindsight")), Row(self._turn("h", at, len(told)))
            return self._as_page((heading, told[at], turns))
        return self._as_page(self._summary())

    def _as_page(self, parts: Iterable[Part]) -> Page:
        return Page(tuple(parts), self.ui.accent)

    @property
    def _stakes(self) -> Stakes:
        return GAMES[self.review.table.game].stakes

    @property
    def _decisions(self) -> Sequence[Decision]:
        return self.review.past.decisions

    @property
    def _verdicts(self) -> dict[int, Verdict]:
        return {verdict.number: verdict for verdict in self.review.verdicts}

    @property
    def _title(self) -> str:
        return self.say("## Review · {game}", game=self.say(self.ui.title))

    def _id(self, text: str) -> str:
        return CustomId(VERB, self.review.table.id, text=text).to_text()

    def _progress(self) -> Iterator[Part]:
        say, review = self.say, self.review
        done, total = len(review.verdicts), len(self._decisions)
        if review.place is None:
            line = say("This review has stopped. Press *Go on* to continue where it left off.")
        elif review.place:
            line = say.many("⏳ {n} review is ahead of yours.", "⏳ {n} reviews are ahead of yours.", review.place)
            minutes = max(1, ceil((review.seconds_left or 0) / 60))
            left = say.many("about {n} minute left", "about {n} minutes left", minutes)
            line = f"{line} · {left}"
        elif done < total:
            line = say("⏳ Looking at your decisions: **{done} of {total}**", done=done, total=total)
        else:
            line = say("⏳ Looking again where it's close…")
        yield Text(f"{self._title}\n{line}")
        if dearest := costliest(review.verdicts, self._stakes.least):
            yield Text(say("### Mistakes so far"))
            for verdict in dearest:
                yield from self._costly(verdict)
        yield Text(say("-# Each decision is judged by what you knew when you made it. Matches come first, so a review "
                       "takes longer while many are being played. This page updates itself for 15 minutes; after that, "
                       "press *Refresh*."))  # fmt: skip
        label = say("Go on") if review.place is None else say("Refresh")
        yield Row((Button(label, self._id(GO_ON), "primary"),))

    def _summary(self) -> Iterator[Part]:
        """The first page: what decided the match, and the costliest mistakes."""
        say, least = self.say, self._stakes.least
        mistakes = sum(verdict.is_mistake(least) for verdict in self.review.verdicts)
        judged = say.many("{n} decision was judged.", "{n} decisions were judged.", len(self._verdicts))
        clear = say.many("{n} was a clear mistake.", "{n} were clear mistakes.", mistakes)
        lines = [self._title, f"{judged} {clear}"]
        unit = self._stakes.unit
        if mistakes > 1:
            lines.append(say("Together they cost you about {amount}.",
                             amount=about(*cost(self.review.verdicts, least), unit, say)))  # fmt: skip
        yield Text("\n".join((*lines, f"-# {say(UNITS[unit])}")))
        yield Divider()
        dearest = costliest(self.review.verdicts, least)
        if not dearest:
            yield Text(say("You made no clear mistakes. Well played!"))
        for verdict in dearest:
            yield from self._costly(verdict)
        more = (Button(say("With hindsight"), self._id("h0")),) if self._hindsight else ()
        yield Row((Button(say("All decisions"), self._id("l0")), *more))

    def _costly(self, verdict: Verdict) -> Iterator[Part]:
        place = next(at for at, decision in enumerate(self._decisions) if decision.number == verdict.number)
        decision, (better, lost) = self._decisions[place], self._better(verdict.rivals[0])
        text = self.say("**Round {n}:** {played}\nBetter: {better}\n-# It cost you about {amount}.",
                        n=decision.view.rounds_over + 1, played=self._deed(decision.played),
                        better=self._deed(better), amount=lost)  # fmt: skip
        yield Section(Text(text), Button(self.say("View"), self._id(f"d{place}")))

    def _better(self, rival: Rival) -> tuple[Action, str]:
        """A better action, and by about how much."""
        action: Action = GAMES[self.review.table.game].game.parse_action(rival.text)
        return action, about(rival.ahead, rival.error, self._stakes.unit, self.say)

    def _deed(self, action: Action) -> str:
        return self.ui.action_label(action, self.say) or self.say("Leave everything as it is")

    def _decision(self, place: int) -> Iterator[Part]:
        """One decision: what the seat saw, what it did, and what would have been better."""
        say, decision = self.say, self._decisions[place]
        table = self.review.table
        page = one_page(self.ui.board(table, decision.view, say))
        title = say("### Decision {n} of {total}", n=place + 1, total=len(self._decisions))
        seen = (*_texts(page.table), self.ui.hand(decision.view, say))
        yield Text("\n".join((title, f"-# {page.place}", *seen)))
        yield Divider()
        verdict = self._verdicts.get(decision.number)
        yield Text("\n".join(self._judged(decision, verdict)))
        every = Button(say("All decisions"), self._id(f"l{place // LINES}"))
        yield Row((*self._turn("d", place, len(self._decisions)), every))

    def _judged(self, decision: Decision, verdict: Verdict | None) -> Iterator[str]:
        say, unit = self.say, self._stakes.unit
        yield say("**You:** {played}", played=self._deed(decision.played))
        if verdict is None:
            is_done = self.review.is_done
            yield say("This decision couldn't be judged.") if is_done else say("This decision hasn't been judged yet.")
            return
        best = verdict.best
        if best is None:
            yield say("✅ Nothing better was found.")
        elif verdict.is_mistake(self._stakes.least):
            better, more = self._better(best)
            yield say("**Better:** {better}\nThat was worth about {amount} more.",
                      better=self._deed(better), amount=more)  # fmt: skip
            why = self.ui.reason(decision.view, decision.played, better, say)
            yield f"{why} {self.ui.despite(decision.view, decision.played, better, best.success, say)}".strip()
        else:
            yield say("✅ Nothing was clearly better. Just as good or slightly better: {other}",
                      other=self._deed(self._better(best)[0]))  # fmt: skip
        value = about(sum(interval(verdict.value, verdict.error)) / 2, verdict.error, unit, say)
        yield say(CHANCES[unit], amount=value)
        yield say.many("-# Tried with {n} possible set of hidden dice or cards, given what you knew.",
                       "-# Tried with {n} possible sets of hidden dice or cards, given what you knew.",
                       verdict.samples)  # fmt: skip

    def _list(self, page: int) -> Iterator[Part]:
        """All decisions, some at a time, with a menu to open one."""
        say, pages = self.say, max(1, -(-len(self._decisions) // LINES))
        page = min(page, pages - 1)
        first = page * LINES
        lines, choices = [say("### All your decisions · page {n} of {total}", n=page + 1, total=pages)], []
        for place, decision in list(enumerate(self._decisions))[first : first + LINES]:
            lines.append(self._line(place, decision))
            about_it = say("Decision {n} of {total} · round {round}", n=place + 1, total=len(self._decisions),
                           round=decision.view.rounds_over + 1)  # fmt: skip
            choices.append(SelectOption(about_it, f"d{place}"))
        yield Text("\n".join(lines))
        if choices:
            yield Select(say("Look at one of them"), self._id("d"), tuple(choices))
        yield Row(self._turn("l", page, pages))

    def _line(self, place: int, decision: Decision) -> str:
        verdict = self._verdicts.get(decision.number)
        played = self._deed(decision.played)
        if verdict is None:
            return f"{place + 1}. {played} · ?"
        if not verdict.is_mistake(self._stakes.least):
            return f"{place + 1}. {played} · ✅"
        better, lost = self._better(verdict.rivals[0])
        return self.say("{n}. {played} · ❌ better: {better} ({amount})", n=place + 1, played=played,
                        better=self._deed(better), amount=lost)  # fmt: skip

    @property
    def _hindsight(self) -> list[Text]:
        """The facts that came to light later, in pages."""
        return in_leaves(self.ui.hindsight(self.review.past.end, self.say))

    def _turn(self, kind: str, page: int, pages: int) -> tuple[Button, ...]:
        """The buttons to other pages of the same kind, and to the summary."""
        return (
            Button("◀", self._id(f"{kind}{page - 1}"), disabled=page == 0),
            Button("▶", self._id(f"{kind}{page + 1}"), disabled=page + 1 >= pages),
            Button(self.say("Summary"), self._id("s" if self.review.is_done else GO_ON)),
        )


def _texts(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Text(content) | Section(Text(content)):
                yield content
            case Picture(instead=instead):
                yield from _texts(instead)


class ReviewClicks:
    """Answers the command and the buttons. Everything is about the seat of the person who clicks."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._following = LiveAnswer(bot.renderer)
        self._limit: Limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("review", self.begin)
        bot.router.on(VERB, self.turn)

    async def command(self, interaction: discord.Interaction, match_id: int | None) -> Reply:
        """Reviews a match, or the latest one."""
        return await self._asked(interaction, await number_or_latest(self._bot, interaction, match_id, {"over"}))

    async def begin(self, click: Click) -> Reply:
        """Handles the button on a result."""
        return await self._asked(click.interaction, click.id.match_id, in_new_message=True)

    async def turn(self, click: Click) -> Reply:
        """Shows another page of a review."""
        interaction, asked = click.interaction, click.chosen or click.id.text
        self._following.let_go(interaction)
        if asked == GO_ON:
            return await self._asked(interaction, click.id.match_id)
        self._limit.take(interaction.user.id)
        review = await self._bot.reviews.look(click.id.match_id, interaction.user.id)
        return Private(self._page(interaction, review, asked))

    async def _asked(self, interaction: discord.Interaction, match_id: int, *, in_new_message: bool = False) -> Private:
        """The review as far as it has come, on a page that follows it."""
        self._limit.take(interaction.user.id)
        review = await self._bot.reviews.ask(match_id, interaction.user.id)
        page = self._page(interaction, review)
        if review.is_done:
            return Private(page, in_new_message=in_new_message)

        async def draw() -> tuple[Page, bool]:
            now = await self._bot.reviews.look(match_id, interaction.user.id)
            return self._page(interaction, now), now.place is not None

        return Private(page, self._following.follow(interaction, page, draw), in_new_message=in_new_message)

    def _page(self, interaction: discord.Interaction, review: Review, asked: str = "") -> Page:
        ui = self._bot.game_uis[review.table.game]
        return ReviewPages(review, ui, say_to(interaction)).page(asked)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    clicks = ReviewClicks(bot)

    @bot.tree.command(name="review", description=phrase("What each of your decisions in a finished match was worth"))
    @app_commands.describe(match=MATCH_HELP)
    async def review(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, clicks.command(interaction, match))
