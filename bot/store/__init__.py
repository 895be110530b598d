"""What is kept: tables, logs, results, the tokens of panels. Knows no rule and no Discord."""

from bot.store.connection import connected
from bot.store.emojis import EmojiStore, Uploaded
from bot.store.leaderboard import Leaderboard, Question, Ranking, Standing
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Of, Preference, PreferenceStore
from bot.store.store import Store, Taken

__all__ = [
    "EmojiStore",
    "Leaderboard",
    "Of",
    "PanelStore",
    "PanelToken",
    "Preference",
    "PreferenceStore",
    "Question",
    "Ranking",
    "Standing",
    "Store",
    "Taken",
    "Uploaded",
    "connected",
]
