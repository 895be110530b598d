"""Each shard has a service clock. What was to be given back to open tables is how far they are behind it."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

LACKS = """
UPDATE matches SET service_offset = service_offset - :seconds
WHERE phase IN ('lobby', 'playing') AND credited < :number AND (guild_id / 4194304) % :shard_count = :shard
"""

AWAY = """
UPDATE matches SET service_offset = service_offset - :seconds
WHERE phase IN ('lobby', 'playing') AND (guild_id / 4194304) % :shard_count = :shard
"""


def upgrade() -> None:
    for table in ("life", "matches"):
        op.add_column(table, sa.Column("service_offset", sa.BigInteger(), nullable=False, server_default="0"))
    db = op.get_bind()
    for gap in db.execute(sa.text("SELECT number, seconds, shard, shard_count FROM gaps")).mappings().all():
        db.execute(sa.text(LACKS), dict(gap))
    # A shard that was away had a heartbeat of its own, of when it was last served.
    away = sa.text(
        "SELECT here.alive_at - gone.alive_at AS seconds, -1 - gone.id AS shard, gone.shard_count"
        " FROM life AS gone JOIN life AS here ON here.id = 1 WHERE gone.id < 0"
    )
    for gone in db.execute(away).mappings().all():
        db.execute(sa.text(AWAY), dict(gone))
    op.execute("DELETE FROM life WHERE id < 0")
    op.drop_column("matches", "credited")
    op.drop_table("gaps")
