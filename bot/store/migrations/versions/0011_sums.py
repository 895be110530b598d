"""Ratings, rankings and statistics. They are worked out from finished matches; the old ones wait to be counted."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _add_progress()
    _add_rankings()
    _add_standings()
    _add_meetings()
    _add_statistics()
    _add_streaks()
    _change_others()
    _queue_old_matches()


def _add_progress() -> None:
    op.create_table(
        "progress",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_progress"),
    )
    op.create_table(
        "endings",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("is_everywhere", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_endings_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_endings"),
        sa.UniqueConstraint("match_id", name="uq_endings_match_id"),
        sqlite_autoincrement=True,
    )


def _add_rankings() -> None:
    op.create_table(
        "rankings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("community_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("field", sa.String(length=10), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rankings"),
        sa.UniqueConstraint(
            "community_id", "game", "field", "period", name="uq_rankings_community_id_game_field_period"
        ),
    )


def _add_standings() -> None:
    op.create_table(
        "day_sums",
        sa.Column("ranking_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["ranking_id"], ["rankings.id"], name="fk_day_sums_ranking_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("ranking_id", "day", "user_id", name="pk_day_sums"),
    )
    op.create_index("ix_day_sums_user_id", "day_sums", ["user_id"], unique=False)
    op.create_table(
        "standings",
        sa.Column("ranking_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("opponents", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("strength", sa.Integer(), nullable=False),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["ranking_id"], ["rankings.id"], name="fk_standings_ranking_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("ranking_id", "user_id", name="pk_standings"),
    )
    op.create_index(
        "ix_standings_by_matches", "standings", ["ranking_id", "is_listed", "matches", "user_id"], unique=False
    )
    op.create_index(
        "ix_standings_by_points", "standings", ["ranking_id", "is_listed", "points", "user_id"], unique=False
    )
    op.create_index(
        "ix_standings_by_rating", "standings", ["ranking_id", "is_listed", "strength", "user_id"], unique=False
    )
    op.create_index("ix_standings_by_wins", "standings", ["ranking_id", "is_listed", "wins", "user_id"], unique=False)
    op.create_index("ix_standings_user_id", "standings", ["user_id"], unique=False)


def _add_meetings() -> None:
    op.create_table(
        "meetings",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "user_id", "opponent_id", "number", name="pk_meetings"),
    )
    op.create_index("ix_meetings_ended_at", "meetings", ["ended_at"], unique=False)
    op.create_index("ix_meetings_opponent_id", "meetings", ["opponent_id"], unique=False)
    op.create_table(
        "opponents",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("community_id", "user_id", "game", "opponent_id", name="pk_opponents"),
    )
    op.create_index("ix_opponents_opponent_id", "opponents", ["opponent_id"], unique=False)
    op.create_index("ix_opponents_user_id", "opponents", ["user_id"], unique=False)


def _add_statistics() -> None:
    op.create_table(
        "figures",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("key", sa.String(length=30), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("community_id", "user_id", "game", "key", name="pk_figures"),
    )
    op.create_index("ix_figures_user_id", "figures", ["user_id"], unique=False)
    op.create_table(
        "tallies",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("topic", sa.String(length=10), nullable=False),
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("community_id", "user_id", "game", "topic", "key", name="pk_tallies"),
    )
    op.create_index("ix_tallies_user_id", "tallies", ["user_id"], unique=False)


def _add_streaks() -> None:
    op.create_table(
        "streaks",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("community_id", "user_id", "game", "kind", name="pk_streaks"),
    )
    op.create_index("ix_streaks_user_id", "streaks", ["user_id"], unique=False)
    op.create_table(
        "honours",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_honours_match_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("community_id", "user_id", "game", "kind", name="pk_honours"),
    )
    op.create_index("ix_honours_match_id", "honours", ["match_id"], unique=False)
    op.create_index("ix_honours_user_id", "honours", ["user_id"], unique=False)


def _change_others() -> None:
    op.add_column("preferences", sa.Column("is_everywhere", sa.Boolean(), nullable=True))
    op.add_column("preferences", sa.Column("hides_stats", sa.Boolean(), nullable=True))
    op.add_column("results", sa.Column("number", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("rating_before", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("rating_after", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("rank_before", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("rank_after", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("is_provisional", sa.Boolean(), nullable=True))
    op.drop_index("ix_results_community_id_field_game_ended_at", table_name="results")
    op.drop_index("ix_results_user_id", table_name="results")
    op.create_index("ix_results_community_id_number", "results", ["community_id", "number"], unique=False)
    op.create_index("ix_results_user_id_number", "results", ["user_id", "number"], unique=False)


def _queue_old_matches() -> None:
    op.execute("INSERT INTO progress (id, counted) VALUES (1, 0)")
    op.execute(
        "INSERT INTO endings (match_id, is_everywhere) "
        "SELECT match_id, false FROM results GROUP BY match_id ORDER BY MIN(ended_at), match_id"
    )
    op.execute("UPDATE results SET number = (SELECT number FROM endings WHERE endings.match_id = results.match_id)")
