"""Whether a table plays the last card of a hand by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches") as batch:
        batch.add_column(sa.Column("plays_forced", sa.Boolean(), server_default=sa.true(), nullable=False))
