"""Holds: the result of a round that stands before the next one begins."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("hold", sa.JSON(none_as_null=True), nullable=True))
