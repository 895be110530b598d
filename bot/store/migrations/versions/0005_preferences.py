"""What servers and people have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("of", sa.String(length=10), nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=10), nullable=True),
        sa.Column("locale", sa.String(length=10), nullable=True),
        sa.Column("pictures", sa.Boolean(), nullable=True),
        sa.PrimaryKeyConstraint("of", "id", name=op.f("pk_preferences")),
    )
