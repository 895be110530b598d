"""Reviews have to be asked for anew: some counted in another unit, which nothing stored tells."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM reviews")
