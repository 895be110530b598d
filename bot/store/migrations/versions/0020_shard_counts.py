"""Heartbeats and gaps say among how many shards the servers were divided."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("life", "gaps"):
        op.add_column(table, sa.Column("shard_count", sa.Integer(), nullable=False, server_default="1"))
