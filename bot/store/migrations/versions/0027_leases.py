"""A process hands over no clicks any more, only whether it has ended cleanly. An interaction opens one table."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("leases", sa.Column("has_ended", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE leases SET has_ended = true WHERE clicks IS NOT NULL")
    op.drop_column("leases", "clicks")
    op.add_column("matches", sa.Column("opened_by", sa.BigInteger()))
    op.create_index("ix_matches_opened_by", "matches", ["opened_by"], unique=True)
