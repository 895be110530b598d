"""Matches in threads of their own, and the choice of servers that they are."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("parent_id", sa.BigInteger()))
    op.create_index("ix_matches_parent_id_phase", "matches", ["parent_id", "phase"])
    op.add_column("preferences", sa.Column("threads", sa.Boolean()))
