"""The pages of a review say what was known then, what it cost, and how sure that is."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.matches.reviews import Review, past_of
from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.commands.review import ReviewPages, about
from games.catalogue import GAMES
from games.core import Seat
from games.review import Rival, Unit, Verdict
from tests.bot.finished import played_out
from tests.bot.judging import verdict_on
from tests.bot.people import draft
from tests.cogs.tables import LONGEST_NAMES
from tests.pages import as_text


@cache
def review(game: str, seats: int) -> Review:
    """The review of the first seat of a match between people with the longest names."""
    people = [Person(number, name) for number, name in enumerate(LONGEST_NAMES[:seats], 1)]
    table = replace(
        draft(*people, game=game, capacity=seats, options={}, phase="over", id=7).with_new_clocks(), rules_version=1
    )
    past = past_of(table, played_out(game, seats, "medium"), Seat(0), ())
    return Review(table, Seat(0), past, tuple(map(verdict_on, past.decisions)), is_done=True)


def text(found: Review, asked: str = "") -> str:
    return as_text(ReviewPages(found, GAME_UIS[found.table.game], ENGLISH).page(asked).parts)


def judged(found: Review, *verdicts: Verdict) -> Review:
    return replace(found, verdicts=verdicts)


def test_the_summary_has_what_mistakes_cost_and_which_cost_most() -> None:
    found = review("bluff", 3)
    first, second, third, *_ = found.past.decisions
    shown = text(
        judged(
            found,
            Verdict(first.number, 0.3, 0.01, 9, (Rival("bid 3x1", 0.1, 0.02),)),
            Verdict(second.number, 0.3, 0.01, 9, (Rival("bid 4x1", 0.2, 0.02),)),
            Verdict(third.number, 0.3, 0.01, 9, (Rival("bid 4x1", 0.01, 0.02),)),
        )
    )

    assert shown.splitlines()[0] == "## Review · Bluff"
    assert "\n3 decisions were judged. 2 were clear mistakes.\nTogether they cost you about 24 to 36%." in shown
    assert "100% is one match won; players of equal strength start with equal shares." in shown
    assert shown.index("It cost you about 16 to 24%") < shown.index("about 6 to 14%")
    flawless = text(judged(found, Verdict(first.number, 0.3, 0.01, 9, ())))
    assert "You made no clear mistakes. Well played!" in flawless
    assert "cost" not in flawless


def test_a_decision_shows_the_table_and_the_dice_of_then() -> None:
    found = review("bluff", 3)
    decision = found.past.decisions[0]
    better = decision.view.legal_actions[0].to_text()
    shown = text(judged(found, Verdict(decision.number, 0.3, 0.01, 9, (Rival(better, 0.1, 0.02),))), "d0")

    assert shown.startswith(f"### Decision 1 of {len(found.past.decisions)}\n-# Bluff · round 1 · 15 dice\n")
    assert "Your dice: " in shown
    assert "**Better:** " in shown
    assert "That was worth about 6 to 14% more." in shown
    assert "From the dice you could see, " in shown
    assert "-# After that, your chance to win was about 28 to 32%." in shown
    assert "-# Tried with 9 possible sets of hidden dice or cards, given what you knew." in shown


def test_while_a_review_is_made_its_mistakes_so_far_are_shown_and_can_be_opened() -> None:
    found = replace(review("bluff", 3), is_done=False, place=0)
    first = found.past.decisions[0]
    mistake = Verdict(first.number, 0.3, 0.01, 9, (Rival("bid 3x1", 0.1, 0.02),))

    assert "Mistakes so far" not in text(judged(found))
    shown = text(judged(found, mistake))
    assert f"**1 of {len(found.past.decisions)}**" in shown
    assert shown.index("### Mistakes so far") < shown.index("It cost you about 6 to 14%")
    assert "**Better:** " in text(judged(found, mistake), "d0")
    assert "This decision hasn't been judged yet." in text(judged(found, mistake), "d1")
    assert "Looking again where it's close" in text(found)


def test_a_better_move_that_looks_worse_says_why() -> None:
    found = review("bluff", 3)
    decision = found.past.decisions[0]
    rival = Rival(decision.view.legal_actions[-2].to_text(), 0.1, 0.02, 0.8)

    shown = text(judged(found, Verdict(decision.number, 0.3, 0.01, 9, (rival,))), "d0")
    assert "about 80% of the time, the next player would have raised it" in shown


def test_what_is_not_clearly_better_is_not_called_better() -> None:
    found = review("bluff", 3)
    decision = found.past.decisions[0]
    rival = decision.view.legal_actions[0].to_text()

    close = text(judged(found, Verdict(decision.number, 0.3, 0.01, 9, (Rival(rival, 0.1, 0.06),))), "d0")
    best = text(judged(found, Verdict(decision.number, 0.3, 0.01, 9, (Rival(rival, -0.1, 0.06),))), "d0")

    assert "✅ Nothing was clearly better. Just as good or slightly better: Bid" in close
    assert "✅ Nothing better was found." in best
    assert "**Better:**" not in close + best
    assert "This decision couldn't be judged." in text(judged(found), "d0")
    assert " · ?" in text(judged(found), "l0")


@pytest.mark.parametrize(
    ("amount", "error", "unit", "said"),
    [
        (0.065, 0.0125, "match", "4 to 9%"),
        (0.95, 0.1, "match", "75 to 100%"),
        (1.9, 0.2, "match", "150 to 230%"),
        (0.05, 0.1, "match", "0 to 25%"),
        (-1.0, 0.25, "points", "−1.5 to −0.5 pts"),
    ],
)
def test_amounts_come_with_how_sure_they_are(amount: float, error: float, unit: Unit, said: str) -> None:
    assert about(amount, error, unit, ENGLISH) == said


@pytest.mark.parametrize("game", GAMES)
def test_every_two_actions_can_be_compared(game: str) -> None:
    ui, rng, told = GAME_UIS[game], Random(1), set()
    for decision in review(game, GAMES[game].game.seats.start + 1).past.decisions:
        legal = decision.view.legal_actions
        for better in rng.sample(legal, min(6, len(legal))):
            told.add(ui.reason(decision.view, decision.played, better, ENGLISH))

    assert len(told) > 10
