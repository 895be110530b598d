"""Bluff: how it looks."""

from bot.messages.game_ui import GameUI
from bot.words import phrase
from cogs.bluff import board, moments, panel, rules, teaching
from cogs.bluff.dice import refusal

GAME_UI = GameUI(
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
    board=board.board,
    panel=panel.panel,
    hand_line=board.hand_line,
    why=panel.why,
    refusal=refusal,
    scored=board.revealed,
    tell=board.tell,
    action_label=board.action_label,
    chapters=rules.CHAPTERS,
    lesson_options={},
    lesson_level="medium",  # bolder than the teacher, so that there is something to doubt
    aim=teaching.aim,
    advice=teaching.advice,
    coach=teaching.coach,
    summary=teaching.summary,
    news=teaching.news,
    move_feedback=teaching.move_feedback,
    hand=teaching.hand,
    reason=teaching.reason,
    despite=teaching.despite,
    hindsight=teaching.hindsight,
    has_taught=teaching.has_taught,
    reasons=teaching.REASONS,
    farewell=board.farewell,
    praise=board.praise,
    moment=moments.told,
)
