"""Results get details, and outlive their matches. What was added up about people becomes opening balances."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

BATCH = 500


def upgrade() -> None:
    _change_results()
    _add_ratings()
    op.create_table(
        "opening_balances",
        sa.Column("community_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("balance", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("community_id", "user_id", "game", name="pk_opening_balances"),
    )
    op.create_index("ix_opening_balances_user_id", "opening_balances", ["user_id"])
    _count_what_waits()
    _bring_balances_over()
    _bring_firsts_over()


def _change_results() -> None:
    op.execute("DELETE FROM results WHERE number IS NULL")  # there are none
    with op.batch_alter_table("results") as results:
        results.drop_constraint("fk_results_match_id", type_="foreignkey")
        results.drop_constraint("fk_results_community_id_user_id", type_="foreignkey")
        results.alter_column("number", existing_type=sa.Integer(), nullable=False)
        results.add_column(sa.Column("is_everywhere", sa.Boolean(), nullable=False, server_default=sa.false()))
        for name in ("is_triumph", "has_finished"):
            results.add_column(sa.Column(name, sa.Boolean()))
        results.add_column(sa.Column("streak", sa.Integer()))
        results.add_column(sa.Column("pace", sa.String(length=20)))
        results.add_column(sa.Column("seat", sa.Integer()))
        results.add_column(sa.Column("place", sa.Integer()))
        results.add_column(sa.Column("weight", sa.Float()))
        results.add_column(sa.Column("levels", sa.String(length=60)))
        for name in ("rivals", "figures", "firsts"):
            results.add_column(sa.Column(name, sa.JSON(none_as_null=True)))
    op.execute(
        "UPDATE results SET is_everywhere = true"
        " WHERE number IN (SELECT number FROM endings WHERE endings.is_everywhere)"
    )
    for old in (["user_id", "number"], ["community_id", "number"]):
        op.drop_index(f"ix_results_{'_'.join(old)}", table_name="results")
    op.create_index("ix_results_user_id_community_id_number", "results", ["user_id", "community_id", "number"])
    op.create_index("ix_results_number", "results", ["number"])
    op.create_index(
        "ix_results_firsts",
        "results",
        ["user_id", "community_id"],
        sqlite_where=sa.text("firsts IS NOT NULL"),
        postgresql_where=sa.text("firsts IS NOT NULL"),
    )
    op.create_index("ix_results_user_id_ended_at", "results", ["user_id", "ended_at"])
    columns = ["field", "ended_at", "game", "user_id", "won", "points"]
    op.create_index("ix_results_of_place", "results", ["community_id", *columns])
    op.create_index(
        "ix_results_everywhere",
        "results",
        columns,
        sqlite_where=sa.text("is_everywhere = 1"),
        postgresql_where=sa.text("is_everywhere"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE SEQUENCE result_numbers")
        op.execute("SELECT setval('result_numbers', (SELECT max(number) FROM endings))")


def _add_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("field", sa.String(length=10), nullable=False),
        sa.Column("season", sa.String(length=10), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("rated", "opponents", "strength", "matches", "wins", "points")
        ),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "game", "field", "season", "user_id", name="pk_ratings"),
    )
    by_strength = ["scope", "game", "field", "season", "is_listed", "strength", "user_id"]
    op.create_index("ix_ratings_by_strength", "ratings", [*by_strength, "matches", "wins", "points"])
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.execute(RATINGS)


RATINGS = """
INSERT INTO ratings (
    scope, game, field, season, user_id, mu, sigma, rated, opponents, strength, matches, wins, points, is_listed
)
SELECT community_id, game, field, period, user_id, mu, sigma, rated, met,
    CASE WHEN rated < 5 OR (field = 'people' AND met < 3) THEN rating - 1000000 ELSE rating END,
    matches, wins, points, is_listed
FROM (
    SELECT rankings.community_id, rankings.game, field, period, standings.*,
        CASE WHEN field = 'people' AND rated > 0 AND opponents < 3 THEN (
            SELECT count(DISTINCT opponent_id) FROM opponents
            WHERE opponents.community_id = rankings.community_id AND opponents.user_id = standings.user_id
                AND (rankings.game = '' OR opponents.game = rankings.game)
        ) ELSE opponents END AS met
    FROM standings JOIN rankings ON rankings.id = ranking_id
    WHERE user_id > 0 AND period NOT IN ('7d', '30d')
) AS counted
"""
"""An older version forgot how many opponents somebody had met when they left a match, until their next rated one."""

NEW_RATING = {"mu": 25.0, "sigma": 25 / 3, "rated": 0, "opponents": 0, "strength": 1000 - 1_000_000, "is_listed": True}

WAITS = """
SELECT community_id, game, field, ended_at, user_id, won, points FROM results
WHERE number > (SELECT counted FROM progress) AND user_id > 0
"""


def _count_what_waits() -> None:
    """Counts matches that no version has counted yet: they count, but nobody's rating has come from them."""
    db = op.get_bind()
    add = sa.text(
        "INSERT INTO ratings (scope, game, field, season, user_id, mu, sigma, rated, opponents, strength, matches,"
        " wins, points, is_listed) VALUES (:scope, :game, :field, :season, :user_id, :mu, :sigma, :rated, :opponents,"
        " :strength, 1, :won, :points, :is_listed) ON CONFLICT (scope, game, field, season, user_id) DO UPDATE SET"
        " matches = ratings.matches + 1, wins = ratings.wins + excluded.wins, points = ratings.points + excluded.points"
    )
    for row in db.execute(sa.text(WAITS)).mappings().all():
        for game in (row["game"], ""):
            db.execute(add, {**row, **NEW_RATING, "scope": row["community_id"], "game": game, "season": "all"})


def _bring_balances_over() -> None:
    found: defaultdict[tuple[int, int, str], dict[str, Any]] = defaultdict(dict)
    for scope, user_id, game, field, season, *sums in _rows(
        "SELECT scope, user_id, game, field, season, mu, sigma, rated, opponents, matches, wins, points FROM ratings"
    ):
        found[scope, user_id, game].setdefault("ratings", {})[f"{field}/{season}"] = sums
    for *key, topic, name, matches, wins in _rows(
        "SELECT community_id, user_id, game, topic, key, matches, wins FROM tallies"
    ):
        found[_key(key)].setdefault("counts", {})[f"{topic}/{name}"] = [matches, wins]
    for *key, kind, current, best in _rows("SELECT community_id, user_id, game, kind, current, best FROM streaks"):
        found[_key(key)][kind] = [current, best]
    for *key, opponent_id, matches, ahead, behind in _rows(
        "SELECT community_id, user_id, game, opponent_id, matches, ahead, behind FROM opponents"
    ):
        found[_key(key)].setdefault("met", {})[str(opponent_id)] = [matches, ahead, behind]
    for *key, name, total, count in _rows("SELECT community_id, user_id, game, key, total, count FROM figures"):
        found[_key(key)].setdefault("figures", {})[name] = [total, count]
    for *key, kind in _rows("SELECT community_id, user_id, game, kind FROM honours ORDER BY kind"):
        found[_key(key)].setdefault("firsts", []).append(kind)
    balances = sa.table(
        "opening_balances",
        *(sa.column(name) for name in ("community_id", "user_id", "game")),
        sa.column("balance", sa.JSON()),
    )
    rows = [
        {"community_id": community_id, "user_id": user_id, "game": game, "balance": balance}
        for (community_id, user_id, game), balance in found.items()
        if user_id >= 0  # 0 stands for everyone together; below it, they're forgotten
    ]
    for first in range(0, len(rows), BATCH):
        op.get_bind().execute(balances.insert(), rows[first : first + BATCH])


def _bring_firsts_over() -> None:
    """Notes with each result what it was the first of, for the result's page."""
    found: defaultdict[tuple[int, int], list[list[str]]] = defaultdict(list)
    for match_id, user_id, *first in _rows(
        "SELECT match_id, user_id, kind, game FROM honours WHERE match_id IS NOT NULL"
        " AND kind IN ('win', 'win against hard', 'ten finished') ORDER BY game, kind"
    ):
        found[match_id, user_id].append(first)
    results = sa.table(
        "results", sa.column("match_id"), sa.column("user_id"), sa.column("firsts", sa.JSON(none_as_null=True))
    )
    theirs = (results.c.match_id == sa.bindparam("match")) & (results.c.user_id == sa.bindparam("person"))
    note = results.update().where(theirs)
    rows = [{"match": match_id, "person": person, "firsts": firsts} for (match_id, person), firsts in found.items()]
    for first in range(0, len(rows), BATCH):
        op.get_bind().execute(note, rows[first : first + BATCH])


def _rows(query: str) -> Iterable[Any]:
    return op.get_bind().execute(sa.text(query))


def _key(values: Any) -> tuple[int, int, str]:  # noqa: ANN401 - a row's first columns
    community_id, user_id, game = values
    return community_id, user_id, game
