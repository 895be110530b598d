"""Names, words, tokens and languages of any length: Discord and people promise none."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

COLUMNS = (
    ("players", "name"),
    ("matches", "locale"),
    ("sitters", "name"),
    ("sitters", "words"),
    ("panels", "token"),
    ("panels", "handle"),
    ("panels", "language"),
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":  # SQLite has never kept to a length
        for table, column in COLUMNS:
            op.alter_column(table, column, type_=sa.Text())
