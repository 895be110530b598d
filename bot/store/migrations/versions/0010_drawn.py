"""The column `is_drawn` for databases whose first migration did not have it yet."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("matches")}
    if "is_drawn" not in columns:
        op.add_column("matches", sa.Column("is_drawn", sa.Boolean(), server_default=sa.false(), nullable=False))
