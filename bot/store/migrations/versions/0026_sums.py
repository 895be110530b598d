"""Nothing is added up any more but ratings."""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

SUMS = (
    "honours", "figures", "streaks", "tallies", "opponents", "meetings", "day_sums", "standings", "rankings",
    "progress", "endings",
)  # fmt: skip


def upgrade() -> None:
    for table in SUMS:
        op.drop_table(table)
