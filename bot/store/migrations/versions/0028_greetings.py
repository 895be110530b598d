"""Servers that have been shown what the bot can do. Those that play already needn't be."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "greetings",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("community_id", name="pk_greetings"),
    )
    op.execute("INSERT INTO greetings SELECT DISTINCT guild_id FROM matches WHERE guild_id <> 0")
