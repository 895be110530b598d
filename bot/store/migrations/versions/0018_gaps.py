"""The times when the bot was offline, given back to each table once; and which commands Discord has been sent."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "gaps",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_gaps"),
        sqlite_autoincrement=True,
    )
    op.add_column("matches", sa.Column("credited", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "commands",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("application_id", name="pk_commands"),
    )
