"""Locales: each table has the language of its public messages, where its server has chosen none."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("locale", sa.String(length=10), nullable=True))
    op.execute(
        "UPDATE matches SET locale = (SELECT preferences.locale FROM preferences WHERE preferences.of = 'community' "
        "AND preferences.id = CASE WHEN matches.guild_id = 0 THEN matches.channel_id ELSE matches.guild_id END)"
    )
    with op.batch_alter_table("preferences") as preferences:
        preferences.drop_column("locale")
