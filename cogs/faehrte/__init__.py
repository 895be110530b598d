"""Auf falscher Fährte: how it looks."""

from bot.messages.screens import Screens
from bot.words import phrase
from cogs.faehrte.board import action_label, board, farewell, hand_line, praise, scored, tell
from cogs.faehrte.panel import panel, why
from cogs.faehrte.rules import CHAPTERS
from cogs.faehrte.teaching import REASONS, advice, aim, coach, hand, move_feedback, news, reason, summary
from cogs.parts.cards import refusal

SCREENS = Screens(
    title=phrase("Auf falscher Fährte (On the Wrong Track)"),
    pitch=phrase("Auf falscher Fährte: hidden cards decide if tricks help or hurt you, for 3 or 4 players"),
    accent=0x2E7D4F,
    hand_label=phrase("My cards"),
    option_labels={"jokers": phrase("with jokers"), "rounds": phrase("rounds: {value}")},
    option_help={
        "jokers": phrase("Play with jokers (default: no)"),
        "rounds": phrase("Number of rounds (default: two per player)"),
    },
    figures={
        "tricks_plus": phrase("Tricks per Plus round"),
        "tricks_minus": phrase("Tricks per Minus round"),
        "steered": phrase("Rounds that followed the player's hidden card"),
    },
    board=board,
    panel=panel,
    hand_line=hand_line,
    why=why,
    refusal=refusal,
    scored=scored,
    tell=tell,
    action_label=action_label,
    chapters=CHAPTERS,
    lesson_options={"rounds": 1},
    aim=aim,
    advice=advice,
    coach=coach,
    summary=summary,
    news=news,
    move_feedback=move_feedback,
    reasons=REASONS,
    hand=hand,
    reason=reason,
    farewell=farewell,
    praise=praise,
)
