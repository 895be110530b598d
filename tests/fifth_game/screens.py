"""How Higher looks. Its sentences are for nobody but the tests, so they are not translated."""

from collections.abc import Sequence

from bot.matches.history import Seen
from bot.messages.game_ui import Chapter, GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.names import name
from cogs.parts.panel import waiting
from cogs.parts.scores import headline, standings
from cogs.parts.tutor import steady
from docs.moments import Moment
from games.core import PlayerError, Seat
from tests.fifth_game.game import COMPUTERS, Action, Bet, HigherView, Turned

TITLE = "Higher"


def board(table: Table, view: HigherView, say: Words) -> tuple[Part, ...]:
    """Whom the others wait for; at the end, who won."""
    open_cards = view.table
    last = tuple(_told(table, result, say) for result in open_cards.results[-1:])
    if open_cards.outcome:
        return (Text(headline(TITLE, table, open_cards.outcome, say)), standings(table, open_cards.outcome, say), *last)
    title = Text(f"## {TITLE} · round {len(open_cards.results) + 1}/{open_cards.rounds}")
    return (title, Text(f"▶ To bet: {_names(table, view, say)}"), *last)


def panel(table: Table, view: HigherView, say: Words, _show: str) -> tuple[Part, ...]:
    """The player's card, and the bets to choose from."""
    if not view.legal_actions:
        return waiting(f"To bet: {_names(table, view, say)}", (), say)
    bets = tuple(
        Button(str(bet.points), CustomId("play", table.id, view.decision, bet.to_text()).to_text())
        for bet in view.legal_actions
    )
    return (Text(f"## Your turn\nYour card is the {view.card}. How much do you bet on it?"), Row(bets))


def hand_line(view: HigherView, _say: Words) -> str:
    """The seat's card, and what it has bet on it."""
    if view.card is None:
        return ""
    return f"the {view.card}" if view.bet is None else f"the {view.card}, for {view.bet}"


def why(_view: HigherView, _say: Words, _show: str) -> str:
    """Nothing: no button is ever barred."""
    return ""


def refusal(error: PlayerError, say: Words) -> str:
    """What a refusal says, which names no card."""
    return say.error(error)


def scored(table: Table, view: HigherView, say: Words) -> tuple[Part, ...]:
    """Everyone's card and what it brought."""
    return (_told(table, view.table.results[-1], say),)


def tell(_table: Table, seen: Sequence[Seen[HigherView]], _say: Words) -> list[str]:
    """How many have bet: who has which card is only known at the end."""
    waits = len(seen[-1].after.to_act) if seen[-1].after.rounds_over == seen[0].before.rounds_over else 0
    return [f"Bets made: {seen[0].before.table.seats - waits}"]


def action_label(action: Action, _say: Words) -> str:
    """What the computer bet for a player."""
    return f"bet {action.points}" if isinstance(action, Bet) else ""


AIM = "**The aim:** whoever has the highest card takes the others' bets."


def aim(_view: HigherView, _say: Words) -> str:
    """The rules in a sentence."""
    return AIM


def advice(view: HigherView) -> Bet | None:
    """What the steady computer player would bet."""
    return steady(COMPUTERS, view, view.decision)


def coach(_table: Table, view: HigherView, advised: Bet, _say: Words) -> tuple[str, ...]:
    """How good the card is, and what to bet on it."""
    return (f"You have the {view.card} of 1 to 9.", f"💡 I'd bet {advised.points}.")


def summary(_view: HigherView, _say: Words) -> tuple[str, ...]:
    """How it ended."""
    return ("That was one round: well played.",)


def move_feedback(_table: Table, before: HigherView, played: Bet, _view: HigherView, _say: Words) -> str:
    """What would have been the better bet."""
    better = advice(before)
    if better is None or better == played:
        return ""
    return f"**Looking back:** you bet {played.points}, I'd have bet {better.points}."


def _names(table: Table, view: HigherView, say: Words) -> str:
    return " · ".join(name(table, seat, say) for seat in sorted(view.to_act))


def _told(table: Table, turned: Turned, say: Words) -> Text:
    lines = (
        f"{name(table, Seat(seat), say)} · {card} · for {bet} · {gain:+}"
        for seat, (card, bet, gain) in enumerate(zip(turned.cards, turned.bets, turned.gains, strict=True))
    )
    return Text("\n".join(lines))


GAME_UI = GameUI(
    title=TITLE,
    pitch="Higher: the smallest game there is, for 2 to 4 players",
    accent=0x336699,
    hand_label="My card",
    option_labels={"rounds": "so many rounds: {value}"},
    option_help={"rounds": "Number of rounds (default: 3)"},
    figures={"won": "Rounds won", "bet": "Bet per round"},
    has_last_card=False,
    board=board,
    panel=panel,
    hand_line=hand_line,
    why=why,
    refusal=refusal,
    scored=scored,
    tell=tell,
    action_label=action_label,
    chapters=(Chapter("idea", "What it is about", lambda _say: (Text(AIM),)),),
    lesson_options={"rounds": 1},
    aim=aim,
    advice=advice,
    coach=coach,
    summary=summary,
    move_feedback=move_feedback,
    hand=lambda view, _say: f"Your card: {view.card}",
    reason=lambda view, _played, _better, _say: f"You had the {view.card}.",
)

MOMENTS = (
    Moment[HigherView](name="bet", when=lambda view: len(view.to_act) == 2, seats=3, options={}),
    Moment[HigherView](name="result", when=lambda view: view.outcome, seats=3, options={}, has_panels=False),
)
