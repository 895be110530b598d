"""Whom the host has removed from a lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("removed", sa.JSON(), nullable=False, server_default="[]"))
