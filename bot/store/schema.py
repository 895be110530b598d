"""The database's tables. A match is its row, its seats and its log; replaying the log gives its state."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Sequence,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ANY_LENGTH = Text().with_variant(String(), "sqlite")
"""The type of what Discord or people supply. On SQLite, older versions' columns stay, which never kept to a length."""

EVERYWHERE = 0
"""The community of what counts across all servers."""

ALL_GAMES = ""
"""The game of ratings in all games together."""

EVERYONE = 0
"""The user id of what all people of a community have done together."""

FORMER_PLAYER = "a former player"
"""The name stored in place of a deleted one. Pages say it in their reader's language (cogs/parts/names.py)."""

# Times are whole seconds since 1970; Discord's ids are 64-bit integers.

players = Table(
    "players",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),  # nicknames differ between servers
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", ANY_LENGTH, nullable=False),
    Index(None, "user_id"),
)

RUNNING_LESSON = text("is_lesson AND phase IN ('lobby', 'playing')")
"""The condition for a lesson under way: each person has at most one for each game."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(20), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("fingerprint", String(64)),  # of the key to its deals; NULL for matches that are older than those
    Column("capacity", Integer, nullable=False),
    Column("plays_forced", Boolean, nullable=False, server_default=true()),
    Column("phase", String(10), nullable=False),
    Column("guild_id", BigInteger, nullable=False),  # 0 in a direct message
    Column("channel_id", BigInteger, nullable=False),
    Column("board_id", BigInteger),  # the public message; NULL until it is posted
    Column("parent_id", BigInteger),  # the channel whose thread it's in, or gets at its start; NULL without a thread
    Column("old_board_id", BigInteger),  # its former message, until that one says that the table has moved
    Column("is_drawn", Boolean, nullable=False, server_default=false()),  # whether the message shows the end
    Column("host_id", BigInteger, nullable=False),
    Column("rematch_of", ForeignKey("matches.id", ondelete="SET NULL"), unique=True),
    Column("opened_by", BigInteger),  # the interaction that asked for it
    Column("is_lesson", Boolean, nullable=False, server_default=false()),
    Column("day", Integer),  # the day of a daily match, in days since 1970
    Column("pace", String(20), nullable=False, server_default="live"),
    Column("locale", ANY_LENGTH),  # the language of its public messages if the server has not chosen one
    Column("clocks", JSON, nullable=False, server_default="[]"),  # one for each seat once the match has begun
    Column("removed", JSON, nullable=False, server_default="[]"),  # whom the host has removed from the lobby
    Column("shows_rounds", Boolean, nullable=False, server_default=false()),  # to watchers, once they are over
    Column("invited", JSON, nullable=False, server_default="[]"),  # whom the host has invited to the lobby
    Column("is_invite_only", Boolean, nullable=False, server_default=false()),
    Column("hold", JSON(none_as_null=True)),  # set while the result of a round stands
    Column("opened_at", BigInteger),  # NULL for matches that are older than this column
    Column("full_at", BigInteger),  # when nobody more could join: the last seat was taken, or the match began
    Column("call_id", BigInteger),  # the message that calls people to the lobby; NULL before it, see `TAKEN_BACK`
    Column("pause", JSON(none_as_null=True)),  # set while everyone has agreed to a break
    Column("service_offset", BigInteger, nullable=False, server_default="0"),  # what its shard had lost by then
    Column("version", Integer, nullable=False),  # goes up with every change, so that an outdated write is refused
    Column("changed_at", BigInteger, nullable=False),
    Index(None, "phase", "changed_at"),
    Index(None, "channel_id", "phase"),
    Index(None, "parent_id", "phase"),
    Index(None, "guild_id"),
    Index("ix_matches_by_host", "host_id"),
    Index(None, "opened_by", unique=True),  # so that no interaction opens two tables
    Index("ix_calls_posted", "call_id", sqlite_where=text("call_id >= 0"), postgresql_where=text("call_id >= 0")),
    Index("ix_lessons", "changed_at", sqlite_where=text("is_lesson = 1"), postgresql_where=text("is_lesson")),
    Index("ix_daily_matches", "day", sqlite_where=text("day IS NOT NULL"), postgresql_where=text("day IS NOT NULL")),
    Index(None, "host_id", "game", unique=True, sqlite_where=RUNNING_LESSON, postgresql_where=RUNNING_LESSON),
    sqlite_autoincrement=True,  # a number on an old button never names a newer table
)

sitters = Table(
    "sitters",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),  # NULL for a computer player
    Column("name", ANY_LENGTH),  # the computer player's name, or the person's when they sat down
    Column("computer", String(20)),  # the computer player's level; NULL for a person
    Column("words", ANY_LENGTH),  # what the person has added to the deals; NULL once they are forgotten
    UniqueConstraint("match_id", "user_id"),
    Index(None, "user_id"),
)

deals = Table(
    "deals",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("secret_key", String(64), nullable=False),  # in hex: all rolls and deals of the match follow from it
    Column("words", JSON(none_as_null=True)),  # a digest for each seat, once the match has begun
)

moves = Table(
    "moves",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # the key refuses a second writer
    Column("seat", Integer, nullable=False),
    Column("text", String(1000), nullable=False),
    Column("stood_in", Boolean, nullable=False, server_default=false()),  # whether the computer made it for a person
)

reviews = Table(
    "reviews",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("is_done", Boolean, nullable=False),
    Column("verdicts", JSON, nullable=False),  # one for each look at a decision
    Index(None, "user_id", "asked_at"),
    Index("ix_reviews_waiting", "asked_at", sqlite_where=text("is_done = 0"), postgresql_where=text("NOT is_done")),
)

RESULT_NUMBERS = Sequence("result_numbers", metadata=metadata)
"""On PostgreSQL, the numbers of endings: they order all matches that have somebody in common."""

results = Table(
    "results",
    metadata,
    Column("match_id", Integer, primary_key=True, autoincrement=False),  # outlives the match
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # below 0 for somebody who is forgotten
    Column("community_id", BigInteger, nullable=False),  # EVERYWHERE once the bot has left the server for good
    Column("game", String(20), nullable=False),
    Column("field", String(10), nullable=False),  # "people" or "computer"
    Column("won", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),  # that of the ending: ratings follow from results in this order
    Column("is_everywhere", Boolean, nullable=False, server_default=false()),  # whether it counts across servers too
    Column("is_triumph", Boolean),  # whether somebody is congratulated on it, as on a first win
    Column("has_finished", Boolean),  # whether they stayed to the end; NULL if it's in an opening balance
    Column("streak", Integer),  # how many matches in a row they have finished by then, of all games
    Column("pace", String(20)),
    Column("seat", Integer),
    Column("place", Integer),  # among those who are rated; NULL if it isn't
    Column("weight", Float),  # how far it moves the rating
    Column("levels", String(60)),  # of the computer players, one after the other; NULL among people
    Column("rivals", JSON(none_as_null=True)),  # the same: seat, level, place and rating of each
    Column("figures", JSON(none_as_null=True)),  # total and count of each figure of the game
    Column("firsts", JSON(none_as_null=True)),  # what they did for the first time: kind and game of each
    Column("rating_before", Integer),  # as shown; NULL if the match isn't rated
    Column("rating_after", Integer),
    Column("rank_before", Integer),  # on the leaderboard of this game for all time; NULL while provisional
    Column("rank_after", Integer),
    Column("is_provisional", Boolean),  # whether the rating still was after the match
    Column("rated", Integer),  # how many matches the rating came from after this one
    Column("opponents", Integer),  # how many different people they were against; NULL against the computer
    Column("overall_before", Integer),  # the rating in all games together, as shown
    Column("overall_after", Integer),
    Index(None, "number"),
    Index(None, "user_id", "community_id", "number"),
    Index(None, "user_id", "ended_at"),
    Index(
        "ix_results_firsts", "user_id", "community_id",
        sqlite_where=text("firsts IS NOT NULL"), postgresql_where=text("firsts IS NOT NULL"),
    ),
    Index("ix_results_of_place", "community_id", "field", "ended_at", "game", "user_id", "won", "points"),
    Index(
        "ix_results_everywhere", "field", "ended_at", "game", "user_id", "won", "points",
        sqlite_where=text("is_everywhere = 1"), postgresql_where=text("is_everywhere"),
    ),
)  # fmt: skip
"""One row for each person and match. Rankings of the last days and statistics are queries over these rows."""

ratings = Table(
    "ratings",
    metadata,
    Column("scope", BigInteger, primary_key=True, autoincrement=False),  # a community, or EVERYWHERE
    Column("game", String(20), primary_key=True),  # or ALL_GAMES
    Column("field", String(10), primary_key=True),
    Column("season", String(10), primary_key=True),  # or ALL_TIME
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rated", Integer, nullable=False),  # how many matches the rating comes from
    Column("opponents", Integer, nullable=False),  # different people they were rated against; exact below the least
    Column("strength", Integer, nullable=False),  # the rating as shown, with everyone provisional behind all others
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("is_listed", Boolean, nullable=False),  # across servers, only people who have agreed to it are
    Index(
        "ix_ratings_by_strength", "scope", "game", "field", "season", "is_listed", "strength", "user_id",
        "matches", "wins", "points",
    ),
    Index(None, "user_id"),
)  # fmt: skip
"""The only running sums: a rating depends on the order of matches. Those of seasons begin anew."""

opening_balances = Table(
    "opening_balances",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),  # or EVERYWHERE
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # EVERYONE for all people's figures
    Column("game", String(20), primary_key=True),  # or ALL_GAMES
    Column("balance", JSON, nullable=False),
    Index(None, "user_id"),
)
"""Sums of older versions, for which results have no details: see `OpeningBalance`."""

dailies = Table(
    "dailies",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # in days since 1970
    Column("game", String(20), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # the key refuses a second try
    Column("match_id", ForeignKey("matches.id", ondelete="SET NULL"), unique=True),  # NULL once it isn't kept any more
    Column("place", Integer),  # NULL until the match has been played to its end
    Column("points", Integer),
    Column("ended_at", BigInteger),
    Index(None, "user_id", "day"),
)

solved_puzzles = Table(
    "solved_puzzles",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),  # whose puzzle it was, in days since 1970
    Column("game", String(20), primary_key=True),
)

server_days = Table(
    "server_days",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
)
"""The days whose daily somebody has begun and finished on a server. They don't say who."""

digests = Table(
    "digests",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("minute", Integer, nullable=False),  # when it's posted, in minutes of the day in UTC
    Column("locale", ANY_LENGTH, nullable=False),  # its language if the server has not chosen one
    Column("day", Integer, nullable=False),  # the latest day that it was about
    Column("message_id", BigInteger),  # the post about that day; NULL until it's confirmed, 0 for none
    Column("is_refused", Boolean, nullable=False, server_default=false()),  # whether Discord refused the latest one
)
"""Where and when a server gets its digest. A row is claimed for a day before anything is posted about it."""

panels = Table(
    "panels",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, nullable=False),
    Column("token", ANY_LENGTH, nullable=False),  # edits this one message, for 15 minutes after the click
    Column("handle", ANY_LENGTH, nullable=False),  # how the token's routes name the message
    Column("language", ANY_LENGTH, nullable=False),
    Column("clicked_at", BigInteger, nullable=False),
    Column("watches", Boolean, nullable=False, server_default=false()),  # whether they follow it without playing
)

emojis = Table(
    "emojis",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("emoji_id", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),  # of the uploaded picture
)

preferences = Table(
    "preferences",
    metadata,
    Column("of", String(10), primary_key=True, key="kind"),  # "community" or "person"
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(10)),
    Column("pictures", Boolean),
    Column("ping", String(10)),  # when to ping a person: "now", "later" or "never"
    Column("quiet_begins", Integer),  # a person's quiet hours, in minutes of the day in UTC
    Column("quiet_ends", Integer),
    Column("is_everywhere", Boolean),  # whether a server's matches count everywhere, or a person is listed there
    Column("hides_stats", Boolean),  # whether a person keeps their statistics to themselves
    Column("invites", String(10)),  # who may invite a person: "everyone", "known" or "nobody"
    Column("threads", Boolean),  # whether a server's matches get threads of their own
    Column("calls", Boolean),  # whether people may be called to a server's lobbies
)

greetings = Table(
    "greetings",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),  # has been shown what the bot can do
)
invitations = Table(
    "invitations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),  # the person who has invited somebody
    Column("invited_at", BigInteger, nullable=False),
    Index(None, "user_id"),
)
"""The invitations of the last hour, of which each person has only some."""

calls = Table(
    "calls",
    metadata,
    Column("community_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("games", JSON, nullable=False),  # the games for which they want to be called
    Column("most", Integer, nullable=False),  # how often within a day
    Column("utc_offset", Integer),  # how many hours their day is ahead of UTC; NULL if they can be called at any time
    Column("begins", Integer, nullable=False),  # the hours of their day in which they can be called
    Column("ends", Integer, nullable=False),
    Column("called", JSON, nullable=False, server_default="[]"),  # when they were called within the last day
    Column("called_for", Integer),  # the match to whose lobby they were called last
    Index(None, "user_id"),
)
"""People who want to be told when somebody wants to play on a server."""

departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", BigInteger, nullable=False),  # when the bot noticed that it's no longer on this server
)

secret_values = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),  # 32 bytes in hex, made by the bot and never shown
)

heartbeats = Table(
    "life",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1 more than the shard; or below 0, see `Heartbeat`
    Column("alive_at", BigInteger, nullable=False),  # when the bot was last running
    Column("shard_count", Integer, nullable=False, server_default="1"),  # how many shards there were then
    Column("service_offset", BigInteger, nullable=False, server_default="0"),  # how many seconds it had lost by then
)

leases = Table(
    "leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(32), nullable=False),  # the process that holds the lease, or held it last
    Column("has_ended", Boolean, nullable=False, server_default=false()),  # whether it has ended cleanly
)

session_starts = Table(
    "session_starts",
    metadata,
    Column("key", Integer, primary_key=True, autoincrement=False),  # the shard's number modulo Discord's concurrency
    Column("started_at", Float, nullable=False),  # by PostgreSQL's clock
)

commands = Table(
    "commands",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),  # of the slash commands that Discord has been sent
)
