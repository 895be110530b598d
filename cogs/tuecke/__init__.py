"""Mit List und Tücke: how it looks."""

from bot.messages.game_ui import GameUI
from bot.words import phrase
from cogs.parts.cards import refusal
from cogs.tuecke import board, moments, panel, rules, teaching

GAME_UI = GameUI(
    title=phrase("Mit List und Tücke (With Cunning and Guile)"),
    pitch=phrase("Mit List und Tücke: two players share every trick, for 4 to 6 players"),
    accent=0x9C3A4B,
    hand_label=phrase("My cards"),
    option_labels={"open_counts": phrase("open card counts"), "rounds": phrase("rounds: {value}")},
    option_help={
        "rounds": phrase("Number of rounds (default: one per player)"),
        "open_counts": phrase("Show how many cards of each colour everyone has taken (default: no)"),
    },
    figures={
        "divisor": phrase("Divisor (lower is better)"),
        "colours_kept": phrase("Colours kept per round"),
        "decided": phrase("Rounds with two colours given up"),
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
    despite=teaching.despite,
    farewell=board.farewell,
    praise=board.praise,
    moment=moments.told,
)
