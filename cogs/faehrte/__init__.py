"""Auf falscher Fährte: how it looks."""

from bot.messages.game_ui import GameUI
from bot.words import phrase
from cogs.faehrte import board, moments, panel, rules, teaching
from cogs.parts.cards import refusal

GAME_UI = GameUI(
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
    board=board.board,
    panel=panel.panel,
    hand_line=board.hand_line,
    why=panel.why,
    refusal=refusal,
    scored=board.scored,
    tell=board.tell,
    action_label=board.action_label,
    chapters=rules.CHAPTERS,
    lesson_options={"rounds": 1},
    aim=teaching.aim,
    advice=teaching.advice,
    coach=teaching.coach,
    summary=teaching.summary,
    news=teaching.news,
    move_feedback=teaching.move_feedback,
    reasons=teaching.REASONS,
    hand=teaching.hand,
    reason=teaching.reason,
    farewell=board.farewell,
    praise=board.praise,
    moment=moments.told,
)
