"""Clocks: the pace of a table, who is away, when the bot was last there, and how people want to be called."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("pace", sa.String(length=20), nullable=False, server_default="live"))
    op.add_column("matches", sa.Column("clocks", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("preferences", sa.Column("ping", sa.String(length=10), nullable=True))
    op.add_column("preferences", sa.Column("quiet_begins", sa.Integer(), nullable=True))
    op.add_column("preferences", sa.Column("quiet_ends", sa.Integer(), nullable=True))
    op.create_table(
        "life",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("alive_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_life")),
    )
