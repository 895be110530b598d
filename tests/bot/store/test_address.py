"""Parameters in a PostgreSQL address are passed to the driver in its own terms, or left out with a log line."""

import ssl
from typing import Any

import pytest

from bot.store.address import UnusableAddress, for_asyncpg

ADDRESS = "postgresql+asyncpg://ana:c2VjcmV0@host:5433/finte"

USUAL = {"timeout": 5, "server_settings": {"application_name": "finte"}}
"""The arguments that the driver gets whatever the address says."""


def connecting(query: str) -> dict[str, Any]:
    """The arguments that the driver gets beyond the usual ones."""
    return {key: value for key, value in for_asyncpg(f"{ADDRESS}?{query}")[1].items() if USUAL.get(key) != value}


@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        ("sslmode=disable", {"ssl": "disable"}),
        ("sslmode=require", {"ssl": "require"}),
        ("ssl=true", {"ssl": "require"}),
        ("connect_timeout=7", {"timeout": 7.0}),
        ("command_timeout=20", {"command_timeout": 20.0}),
        ("command_timeout=0", {"command_timeout": 60}),
        (
            "application_name=games&options=-c%20search_path%3Dbots%20--statement-timeout%3D5000",
            {"server_settings": {"application_name": "games", "search_path": "bots", "statement_timeout": "5000"}},
        ),
    ],
)
def test_what_the_driver_calls_otherwise_is_translated(query: str, arguments: dict[str, object]) -> None:
    assert connecting(query) == arguments


@pytest.mark.parametrize(("mode", "checks_name"), [("require", False), ("verify-ca", False), ("verify-full", True)])
def test_a_server_is_verified_where_it_is_asked_for(mode: str, *, checks_name: bool) -> None:
    context = connecting(f"sslmode={mode}&sslrootcert=system")["ssl"]

    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, checks_name)


def test_behind_a_pooler_no_statement_is_kept() -> None:
    connect = connecting("pgbouncer=true")

    assert (connect["statement_cache_size"], connect["prepared_statement_cache_size"]) == (0, 0)
    assert connect["prepared_statement_name_func"]() != connect["prepared_statement_name_func"]()


def test_what_the_driver_does_not_know_is_left_out_and_named(caplog: pytest.LogCaptureFixture) -> None:
    url, connect = for_asyncpg(f"{ADDRESS}?channel_binding=require&schema=c2VjcmV0&target_session_attrs=read-write")

    assert connect == USUAL
    assert url.render_as_string(hide_password=False) == f"{ADDRESS}?target_session_attrs=read-write"
    assert caplog.messages == ["DATABASE_URL: the driver knows no channel_binding, schema; left out"]


@pytest.mark.parametrize("query", ["sslmode=c2VjcmV0", "connect_timeout=c2VjcmV0", "options=c2VjcmV0"])
def test_what_makes_no_sense_is_refused_and_not_quoted(query: str) -> None:
    with pytest.raises(UnusableAddress) as refused:
        connecting(query)

    assert "c2VjcmV0" not in str(refused.value)
