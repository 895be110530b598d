"""The days of solved puzzles, the days of a server, and its digest."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "solved_puzzles",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "day", "game", name="pk_solved_puzzles"),
    )
    op.create_table(
        "server_days",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_server_days"),
    )
    op.create_table(
        "digests",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("locale", sa.Text().with_variant(sa.String(), "sqlite"), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("is_refused", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("guild_id", name="pk_digests"),
    )
