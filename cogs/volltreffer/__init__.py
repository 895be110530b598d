"""Volltreffer: how it looks."""

from bot.messages.screens import Screens
from bot.words import phrase
from cogs.volltreffer.board import action_label, board, farewell, hand_line, praise, refusal, scored, tell
from cogs.volltreffer.panel import panel, why
from cogs.volltreffer.rules import CHAPTERS
from cogs.volltreffer.teaching import REASONS, advice, aim, coach, hand, move_feedback, news, reason, summary
from games.core import Options

LESSON: Options = {"max_rounds": 1, "start": 55}
"""One round that begins where the zone is within reach.

Measured: from there, of 100 learners who play as advised 41 are once better off without a trick, from 50 only 18.
"""

SCREENS = Screens(
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
    board=board,
    panel=panel,
    hand_line=hand_line,
    why=why,
    refusal=refusal,
    scored=scored,
    tell=tell,
    action_label=action_label,
    chapters=CHAPTERS,
    lesson_options=LESSON,
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
