"""When sessions at Discord's gateway were started, by rate limit key."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session_starts",
        sa.Column("key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("started_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_session_starts"),
    )
