"""Ratings in all games together, what provisional ratings come from, and how many counted matches are gone."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("rated", "opponents", "overall_before", "overall_after"):
        op.add_column("results", sa.Column(name, sa.Integer(), nullable=True))
    op.add_column("progress", sa.Column("deleted", sa.Integer(), server_default="0", nullable=False))
