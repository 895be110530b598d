"""Reviews of matches, and which moves the computer made in somebody's place."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("moves", sa.Column("stood_in", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "reviews",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("verdicts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reviews_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_reviews"),
    )
    op.create_index("ix_reviews_user_id_asked_at", "reviews", ["user_id", "asked_at"], unique=False)
    op.create_index(
        "ix_reviews_waiting",
        "reviews",
        ["asked_at"],
        unique=False,
        sqlite_where=sa.text("is_done = 0"),
        postgresql_where=sa.text("NOT is_done"),
    )
