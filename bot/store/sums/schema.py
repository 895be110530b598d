"""The tables of everything that is worked out from finished matches. `python -m bot recompute` can make them again.

An *ending* is a match that has closed and counts for somebody; its number is its place in the order in which matches
ended. Everything else here is a sum over endings, in that order.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, UniqueConstraint

from bot.store.schema import metadata

EVERYWHERE = 0
"""The community of the rankings across all servers."""

ALL_GAMES = ""
"""The game of the rankings over all games together."""

EVERYONE = 0
"""The user id of what all people of a community have done together."""

endings = Table(
    "endings",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("is_everywhere", Boolean, nullable=False),  # whether it counts across servers too
    sqlite_autoincrement=True,  # a number is never used again
)

progress = Table(
    "progress",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1
    Column("counted", Integer, nullable=False),  # the number of the last ending that the sums include
    Column("deleted", Integer, nullable=False, server_default="0"),  # how many endings they include are gone
)

rankings = Table(
    "rankings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("community_id", BigInteger, nullable=False),
    Column("game", String(20), nullable=False),
    Column("field", String(10), nullable=False),
    Column("period", String(10), nullable=False),
    Column("day", Integer, nullable=False),  # the last day it includes if it's a rolling period, in days since 1970
    UniqueConstraint("community_id", "game", "field", "period"),
)

standings = Table(
    "standings",
    metadata,
    Column("ranking_id", ForeignKey("rankings.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rated", Integer, nullable=False),  # how many matches the rating comes from
    Column("opponents", Integer, nullable=False),  # how many different people they were rated against
    Column("mu", Float, nullable=False),  # in a rolling period, this is the rating of all time, as of now
    Column("sigma", Float, nullable=False),
    Column("rating", Integer, nullable=False),  # as shown
    Column("strength", Integer, nullable=False),  # orders by rating, with everyone provisional behind all others
    Column("is_listed", Boolean, nullable=False),  # across servers, only people who have agreed to it are
    Index("ix_standings_by_rating", "ranking_id", "is_listed", "strength", "user_id"),
    Index("ix_standings_by_wins", "ranking_id", "is_listed", "wins", "user_id"),
    Index("ix_standings_by_points", "ranking_id", "is_listed", "points", "user_id"),
    Index("ix_standings_by_matches", "ranking_id", "is_listed", "matches", "user_id"),
    Index(None, "user_id"),
)

day_sums = Table(
    "day_sums",
    metadata,
    Column("ranking_id", ForeignKey("rankings.id", ondelete="CASCADE"), primary_key=True),  # the one for all time
    Column("day", Integer, primary_key=True, autoincrement=False),  # in days since 1970
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Index(None, "user_id"),
)
"""What each person did on each of the last 30 days, to take away when the day leaves a rolling period."""

meetings = Table(
    "meetings",
    metadata,
    Column("game", String(20), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # the smaller of the two ids
    Column("opponent_id", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("ended_at", BigInteger, nullable=False),
    Index(None, "opponent_id"),
    Index(None, "ended_at"),
)
"""The rated matches of each two people within the last day."""

opponents = Table(
    "opponents",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("opponent_id", BigInteger, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),  # in how many of them the person finished ahead of the opponent
    Column("behind", Integer, nullable=False),
    Index(None, "user_id"),
    Index(None, "opponent_id"),
)

tallies = Table(
    "tallies",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("topic", String(10), primary_key=True),  # "pace", "level" or "place"
    Column("key", String(20), primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Index(None, "user_id"),
)
"""How often somebody has played and won: at each pace, against each level of computer players, with each place."""

streaks = Table(
    "streaks",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("kind", String(10), primary_key=True),  # "won" or "finished"
    Column("current", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Index(None, "user_id"),
)
"""Matches in a row that somebody has won, or played to the end."""

figures = Table(
    "figures",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # EVERYONE for the sum over all people
    Column("game", String(20), primary_key=True),
    Column("key", String(30), primary_key=True),
    Column("total", BigInteger, nullable=False),
    Column("count", BigInteger, nullable=False),
    Index(None, "user_id"),
)
"""The statistics special to a game, each as a sum and the number of things it is over."""

honours = Table(
    "honours",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="SET NULL")),  # a first stays one when its match is deleted
    Index(None, "user_id"),
    Index(None, "match_id"),
)
"""What somebody has done for the first time, and in which match."""

ABOUT_A_PERSON = (standings, day_sums, opponents, tallies, streaks, figures, honours)
"""The tables in which each row is about the one person in `user_id`, or about everyone."""
