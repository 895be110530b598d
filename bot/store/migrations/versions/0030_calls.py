"""Who wants to be told when somebody wants to play; when a table opened and was full."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("community_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("utc_offset", sa.Integer()),
        sa.Column("begins", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.Column("called", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("called_for", sa.Integer()),
    )
    op.create_index("ix_calls_user_id", "calls", ["user_id"])
    for name in ("opened_at", "full_at", "call_id"):
        op.add_column("matches", sa.Column(name, sa.BigInteger()))
    posted = sa.text("call_id >= 0")
    op.create_index("ix_calls_posted", "matches", ["call_id"], sqlite_where=posted, postgresql_where=posted)
    op.add_column("preferences", sa.Column("calls", sa.Boolean()))
