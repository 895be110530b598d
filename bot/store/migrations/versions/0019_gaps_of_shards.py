"""Gaps belong to the process that was offline."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("gaps", sa.Column("shard", sa.Integer(), nullable=False, server_default="0"))
