"""Computer players have names: those who sit somewhere get one each, different at one table."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NAMES = (
    "Ada", "Aiko", "Amir", "Cora", "Dario", "Elio", "Enzo", "Femi", "Gita", "Hana", "Hugo", "Ida", "Igor", "Iris",
    "Jonas", "Juno", "Kenji", "Kofi", "Lara", "Leif", "Luca", "Maya", "Milo", "Nadia", "Nils", "Noor", "Olga", "Otto",
    "Pilar", "Rafa", "Rosa", "Sami", "Tara", "Tomas", "Uma", "Vera", "Willa", "Yuki", "Zola",
)  # fmt: skip
"""A copy: what was migrated once stays as it is."""

sitters = sa.table("sitters", sa.column("match_id"), sa.column("seat"), sa.column("name"), sa.column("computer"))


def upgrade() -> None:
    number = (sitters.c.match_id * 7 + sitters.c.seat) % len(NAMES)
    name = sa.case(dict(enumerate(NAMES)), value=number)
    op.execute(sitters.update().where(sitters.c.computer.isnot(None), sitters.c.name.is_(None)).values(name=name))
