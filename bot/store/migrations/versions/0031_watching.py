"""People watch a match; its players may let them step through rounds that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("panels", sa.Column("watches", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("shows_rounds", sa.Boolean(), nullable=False, server_default=sa.false()))
