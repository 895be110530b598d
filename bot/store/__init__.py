"""The database: tables, logs, results, preferences, panel tokens, and the leases that say which process acts.

`database.py` runs units of work: plain functions of a connection, each one transaction. `schema.py` has the tables, and
one module each the rows of a subject. `personal.py` says which rows are about a person.
"""

from bot.store.application import CommandStore, EmojiStore, SessionStarts, Uploaded
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
from bot.store.database import CommitUnknown, Unavailable, again_if_lost
from bot.store.leaderboard import Leaderboard, Metric, Ranking, RankingQuery, Standing
from bot.store.leases import FAULTS, Lease, acquired, lock_of, open_lease
from bot.store.operations import Condition, Copied, NotEmpty, Probe, Unequal, compact, copy, inspect, move, try_to_write
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Kind, Ping, Preference, PreferenceStore
from bot.store.privacy import ExportStore, Forgotten, PrivacyStore, Sat, StillSeated
from bot.store.processes import BEAT_SECONDS, RECENT_SECONDS, Heartbeat, LeaseRecords, listen, may_run
from bot.store.results import Difference, First, RatingChanges, recount
from bot.store.retention import RetentionStore
from bot.store.reviews import ReviewStore, StoredReview
from bot.store.statistics import (
    Curve,
    FigureSums,
    Finished,
    HistoryPage,
    HistoryStore,
    Opponent,
    PersonQuery,
    Statistics,
    StatisticsStore,
    Way,
)
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
    "recount",
    "try_to_write",
    "unknown",
]
