"""Lessons: private matches, one at a time for each person and game."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

RUNNING = sa.text("is_lesson AND phase IN ('lobby', 'playing')")


def upgrade() -> None:
    op.add_column("matches", sa.Column("is_lesson", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(
        "ix_matches_host_id_game",
        "matches",
        ["host_id", "game"],
        unique=True,
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
