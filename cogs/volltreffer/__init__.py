"""Volltreffer: how it looks."""

from bot.messages.game_ui import GameUI
from bot.words import phrase
from cogs.volltreffer import board, moments, panel, rules, teaching
from games.core import Options

LESSON: Options = {"max_rounds": 1, "start": 55}
"""One round that begins where the zone is within reach.

Measured: from there, of 100 learners who play as advised 41 are once better off without a trick, from 50 only 18.
"""

GAME_UI = GameUI(
    title=phrase("Volltreffer (Bull's-eye)"),
    pitch=phrase("Volltreffer: buy cards, show melds, take tricks and land near 66, for 3 to 5 players"),
    accent=0x7A4FA3,
    hand_label=phrase("My cards"),
    option_labels={
        "variant": phrase("harder variant with swaps"),
        "max_rounds": phrase("rounds: {value} at most"),
        "start": phrase("everyone starts on {value}"),
    },
    option_help={
        "variant": phrase("The harder variant: a smaller zone, and card swaps (default: no)"),
        "max_rounds": phrase("Maximum number of rounds (default: no limit)"),
    },
    figures={
        "round_end": phrase("Square at the end of a round"),
        "off_66": phrase("Squares from 66 at the end of a match"),
    },
    board=board.board,
    panel=panel.panel,
    hand_line=board.hand_line,
    why=panel.why,
    refusal=board.refusal,
    scored=board.scored,
    tell=board.tell,
    action_label=board.action_label,
    chapters=rules.CHAPTERS,
    lesson_options=LESSON,
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
