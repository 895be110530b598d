"""Bluff: how it looks."""

from bot.messages.screens import Screens
from bot.words import phrase
from cogs.bluff.board import action_label, board, farewell, hand_line, praise, revealed, tell
from cogs.bluff.dice import refusal
from cogs.bluff.panel import panel, why
from cogs.bluff.rules import CHAPTERS
from cogs.bluff.teaching import (
    REASONS,
    advice,
    aim,
    coach,
    hand,
    has_taught,
    hindsight,
    move_feedback,
    news,
    reason,
    summary,
)

SCREENS = Screens(
    title=phrase("Bluff"),
    pitch=phrase("Bluff: liar's dice with stars, for 2 to 6 players"),
    accent=0xC9A227,
    hand_label=phrase("My dice"),
    option_labels={"reroll": phrase("show dice and reroll")},
    option_help={"reroll": phrase("After a bid, players can show dice and reroll the others (default: no)")},
    figures={
        "doubts_right": phrase("Doubts that were right"),
        "bids_held": phrase("Doubted bids that were right"),
        "bluffs_through": phrase("Bluffs that got through"),
    },
    has_last_card=False,
    board=board,
    panel=panel,
    hand_line=hand_line,
    why=why,
    refusal=refusal,
    scored=revealed,
    tell=tell,
    action_label=action_label,
    chapters=CHAPTERS,
    lesson_options={},
    lesson_level="medium",  # bolder than the teacher, so that there is something to doubt
    aim=aim,
    advice=advice,
    coach=coach,
    summary=summary,
    news=news,
    move_feedback=move_feedback,
    hand=hand,
    reason=reason,
    hindsight=hindsight,
    has_taught=has_taught,
    reasons=REASONS,
    farewell=farewell,
    praise=praise,
)
