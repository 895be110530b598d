"""People can be invited to a table, and a table can be open to invited people alone."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("invited", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("is_invite_only", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("preferences", sa.Column("invites", sa.String(10)))
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("invited_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_user_id", "invitations", ["user_id"])
