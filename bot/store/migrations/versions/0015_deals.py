"""The keys that rolls and deals are drawn from, their fingerprints, and what players add to them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("secret_key", sa.String(length=64), nullable=False),
        sa.Column("words", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_deals_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", name="pk_deals"),
    )
    op.add_column("matches", sa.Column("fingerprint", sa.String(length=64), nullable=True))
    op.add_column("sitters", sa.Column("words", sa.String(length=40), nullable=True))
