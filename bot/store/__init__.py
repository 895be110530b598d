"""What is stored: tables, logs, results, preferences, panel tokens. Knows no rule of a game, and no Discord."""

from bot.store.backup import compact, copy
from bot.store.connection import in_a_file, in_memory, open_database, reader
from bot.store.emojis import EmojiStore, Uploaded
from bot.store.heartbeat import Heartbeat
from bot.store.leaderboard import Leaderboard, Metric, Ranking, RankingQuery, Standing
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Kind, Ping, Preference, PreferenceStore
from bot.store.privacy import Forgotten
from bot.store.privacy import forget as forget_person
from bot.store.store import Crowded, Store, Taken
from bot.store.sums.recount import Difference, Recount
from bot.store.sums.standings import Change

__all__ = [
    "Change",
    "Crowded",
    "Difference",
    "EmojiStore",
    "Forgotten",
    "Heartbeat",
    "Kind",
    "Leaderboard",
    "Metric",
    "PanelStore",
    "PanelToken",
    "Ping",
    "Preference",
    "PreferenceStore",
    "Ranking",
    "RankingQuery",
    "Recount",
    "Standing",
    "Store",
    "Taken",
    "Uploaded",
    "compact",
    "copy",
    "forget_person",
    "in_a_file",
    "in_memory",
    "open_database",
    "reader",
]
