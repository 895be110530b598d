"""The database: tables, logs, results, preferences, panel tokens, and the leases that say which process acts.

`database.py` runs units of work: plain functions of a connection, each one transaction. `schema.py` has the tables, and
one module each the rows of a subject. `personal.py` says which rows are about a person.
"""

from bot.store.backup import compact, copy
from bot.store.commands import CommandStore
from bot.store.connection import (
    COMMAND_SECONDS,
    Schema,
    UnknownSchema,
    denial,
    in_a_file,
    in_memory,
    open_database,
    unknown,
)
from bot.store.dailies import DailyStore, Ranked, Try
from bot.store.emojis import EmojiStore, Uploaded
from bot.store.export import ExportStore, Sat
from bot.store.firsts import First
from bot.store.heartbeat import BEAT_SECONDS, RECENT_SECONDS, Heartbeat, may_run
from bot.store.history import Finished, HistoryPage, HistoryStore, Way
from bot.store.inspection import Condition, Probe, inspect, try_to_write
from bot.store.leaderboard import Leaderboard, Metric, Ranking, RankingQuery, Standing
from bot.store.leases import FAULTS, Lease, LeaseRecords, NoLease, acquired, lock_of, open_lease
from bot.store.moving import Copied, NotEmpty, Unequal, move
from bot.store.notifications import listen
from bot.store.outage import CommitUnknown, Unavailable, again_if_lost
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Kind, Ping, Preference, PreferenceStore
from bot.store.privacy import Forgotten, PrivacyStore, StillSeated
from bot.store.recompute import Difference, Recompute
from bot.store.results import RatingChanges
from bot.store.retention import RetentionStore
from bot.store.reviews import ReviewStore, StoredReview
from bot.store.session_starts import SessionStarts
from bot.store.statistics import Curve, FigureSums, Opponent, PersonQuery, Statistics, StatisticsStore
from bot.store.store import Crowded, Store
from bot.tables.ratings import Change

__all__ = [
    "BEAT_SECONDS",
    "COMMAND_SECONDS",
    "FAULTS",
    "RECENT_SECONDS",
    "Change",
    "CommandStore",
    "CommitUnknown",
    "Condition",
    "Copied",
    "Crowded",
    "Curve",
    "DailyStore",
    "Difference",
    "EmojiStore",
    "ExportStore",
    "FigureSums",
    "Finished",
    "First",
    "Forgotten",
    "Heartbeat",
    "HistoryPage",
    "HistoryStore",
    "Kind",
    "Leaderboard",
    "Lease",
    "LeaseRecords",
    "Metric",
    "NoLease",
    "NotEmpty",
    "Opponent",
    "PanelStore",
    "PanelToken",
    "PersonQuery",
    "Ping",
    "Preference",
    "PreferenceStore",
    "PrivacyStore",
    "Probe",
    "Ranked",
    "Ranking",
    "RankingQuery",
    "RatingChanges",
    "Recompute",
    "RetentionStore",
    "ReviewStore",
    "Sat",
    "Schema",
    "SessionStarts",
    "Standing",
    "Statistics",
    "StatisticsStore",
    "StillSeated",
    "Store",
    "StoredReview",
    "Try",
    "Unavailable",
    "Unequal",
    "UnknownSchema",
    "Uploaded",
    "Way",
    "acquired",
    "again_if_lost",
    "compact",
    "copy",
    "denial",
    "in_a_file",
    "in_memory",
    "inspect",
    "listen",
    "lock_of",
    "may_run",
    "move",
    "open_database",
    "open_lease",
    "try_to_write",
    "unknown",
]
