"""Servers that have removed the bot, to be forgotten if they stay away; and indices to find what is to be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_departures"),
    )
    op.create_index("ix_matches_guild_id", "matches", ["guild_id"], unique=False)
    op.create_index("ix_matches_by_host", "matches", ["host_id"], unique=False)
    op.create_index(
        "ix_lessons",
        "matches",
        ["changed_at"],
        unique=False,
        sqlite_where=sa.text("is_lesson = 1"),
        postgresql_where=sa.text("is_lesson"),
    )
    op.create_index("ix_players_user_id", "players", ["user_id"], unique=False)
