"""Translates the query of a PostgreSQL address into arguments for asyncpg.

Hosting providers write the query for libpq (`sslmode`, `connect_timeout`, `options`) or Prisma (`pgbouncer`); asyncpg
uses other names.
"""

import logging
import ssl
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from sqlalchemy import URL
from sqlalchemy.engine import make_url

log = logging.getLogger(__name__)

SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

CONNECT_SECONDS = 5
"""The timeout of a new connection, unless the address sets another."""

KNOWN = frozenset({"host", "port", "target_session_attrs", "passfile", "krbsrvname"})
"""Keys that the driver knows by the same name."""

TRUE = frozenset({"true", "1", "on", "yes"})


class UnusableAddress(ValueError):
    """A part of the address makes no sense. The text says which part, and quotes nothing else."""


def has_pooler(address: URL) -> bool:
    """Whether the address leads to a pooler (`pgbouncer=true`), where many clients share a session."""
    return str(address.query.get("pgbouncer", "")).lower() in TRUE


def for_asyncpg(url: str | URL) -> tuple[URL, dict[str, Any]]:
    """The address without the keys that the driver does not know, and connect arguments in their place.

    Raises: UnusableAddress; OSError if a certificate cannot be read.
    """
    address = make_url(url)
    query = {key: value if isinstance(value, str) else value[-1] for key, value in address.query.items()}
    connect: dict[str, Any] = {"timeout": CONNECT_SECONDS}
    if (encryption := _encryption(query)) is not None:
        connect["ssl"] = encryption
    if "connect_timeout" in query:
        connect["timeout"] = _number(query, "connect_timeout")
    if "command_timeout" in query:
        connect["command_timeout"] = _number(query, "command_timeout")
    if has_pooler(address):
        # A pooler shares one session among many clients, so a prepared statement could be somebody else's.
        connect |= {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
        connect["prepared_statement_name_func"] = lambda: f"finte_{uuid4()}"
    connect["server_settings"] = _session(query)
    ignored = sorted(query.keys() - KNOWN - TRANSLATED)
    if ignored:
        log.warning("DATABASE_URL: the driver knows no %s; left out", ", ".join(ignored))
    return address.difference_update_query(query.keys() - KNOWN), connect


TRANSLATED = frozenset({
    "ssl", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "command_timeout", "pgbouncer",
    "application_name", "options",
})  # fmt: skip
"""Keys that have another name in the driver."""


def _encryption(query: Mapping[str, str]) -> str | ssl.SSLContext | None:
    """The encryption of the connection. None leaves it to the driver, which encrypts if the server offers it."""
    mode = query.get("sslmode") or query.get("ssl")
    certificate, root = query.get("sslcert"), query.get("sslrootcert")
    if mode is not None and mode.lower() in TRUE:
        mode = "require"
    if mode is None and (certificate or root):
        mode = "prefer"
    if mode is not None and mode not in SSL_MODES:
        raise UnusableAddress(f"sslmode is one of {', '.join(SSL_MODES)}")
    is_verified = mode in {"verify-ca", "verify-full"} or (mode == "require" and root is not None)
    if not is_verified and certificate is None:
        return mode
    context = ssl.create_default_context(cafile=None if root in {None, "system"} else root)
    context.check_hostname = mode == "verify-full"
    if not is_verified:
        context.verify_mode = ssl.CERT_NONE
    if certificate is not None:
        context.load_cert_chain(certificate, query.get("sslkey"))
    return context


def _session(query: Mapping[str, str]) -> dict[str, str]:
    """The settings of the session: `options=-c search_path=finte`, and the name under which the server lists it."""
    session = {"application_name": query.get("application_name", "finte")}
    for word in query.get("options", "").replace("-c ", "-c").split():
        key, equals, value = word.removeprefix("-c").removeprefix("--").partition("=")
        if not equals:
            raise UnusableAddress("options is written like -c search_path=finte")
        session[key.replace("-", "_")] = value
    return session


def _number(query: Mapping[str, str], key: str) -> float:
    try:
        seconds = float(query[key])
    except ValueError as error:
        raise UnusableAddress(f"{key} is a number of seconds") from error
    return seconds if seconds > 0 else 60
