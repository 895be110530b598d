"""Leases: which process acts, and which clicks it had taken when it stopped."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("clicks", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("shard", name="pk_leases"),
    )
