"""Daily matches: one try for each person, game and day; and the secret that every day's deal comes from."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("day", sa.Integer(), nullable=True))
    is_daily = sa.text("day IS NOT NULL")
    op.create_index("ix_daily_matches", "matches", ["day"], sqlite_where=is_daily, postgresql_where=is_daily)
    op.create_table(
        "dailies",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_dailies_match_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("day", "game", "user_id", name="pk_dailies"),
        sa.UniqueConstraint("match_id", name="uq_dailies_match_id"),
    )
    op.create_index("ix_dailies_user_id_day", "dailies", ["user_id", "day"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
