"""Mit List und Tücke: how it looks."""

from bot.messages.screens import Screens
from bot.words import phrase
from cogs.parts.cards import refusal
from cogs.tuecke.board import action_label, board, farewell, hand_line, praise, scored, tell
from cogs.tuecke.panel import panel, why
from cogs.tuecke.rules import CHAPTERS
from cogs.tuecke.teaching import REASONS, advice, aim, coach, hand, move_feedback, news, reason, summary

SCREENS = Screens(
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
