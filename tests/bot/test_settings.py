"""Settings come from the environment or `.env`; invalid ones are refused, and secret ones stay secret."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from pydantic import ValidationError

from bot import settings
from bot.settings import Settings, UnreadableFile
from bot.share import Share

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def token(nothing_set: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - the token is set after it
    """Sets a token and nothing else."""
    monkeypatch.setenv("DISCORD_TOKEN", "token")


def test_the_example_lists_every_setting_after_its_comment_and_nothing_else() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    names = [line.partition("=")[0].lower() for line in lines if not line.startswith("#")]

    assert {*names} == {*Settings.model_fields}
    assert [line.startswith("#") for line in lines] == [True, False] * len(names)


def test_the_environment_wins_over_the_file_and_the_file_over_the_defaults() -> None:
    Path(".env").write_text(
        "DISCORD_TOKEN=from-a-file\nUNKNOWN=ignored\nDAILY_SECRET=\"quoted\"\nKEEP_DAYS='365'\nMETRICS_HOST=\n"
        "DATABASE_URL=postgres://ana:a${HOME}b$HOME@host/finte\n"
    )
    found = Settings()

    assert found.discord_token.get_secret_value() == "token"
    assert (found.daily_secret.get_secret_value(), found.keep_days) == ("quoted", 365)
    assert found.metrics_host == "127.0.0.1"
    assert found.database_url == "postgresql+asyncpg://ana:a${HOME}b$HOME@host/finte"


QUOTED = "Take away the quotes"
NO_ADDRESS = "This is no address of a database"
NO_FILE = "Write the path of the SQLite file after sqlite:///, without file:"
ONE_WORD = "A token is one word"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("LOG_LEVEL", "LOUD", "DEBUG"),
        ("LOBBY_MINUTES", "0", "greater than 0"),
        ("IDLE_MINUTES", "inf", "finite"),
        ("COMPUTER_SECONDS", "-1", "greater than or equal"),
        ("SHARD_IDS", "3-0", "ranges such as 0-3"),
        ("SHARD_IDS", "1-", "ranges such as 0-3"),
        ("SHARD_COUNT", '"2"', QUOTED),
        ("KEEP_DAYS", " '365'\n", QUOTED),
        ("DAILY_SECRET", "`c2VjcmV0`", QUOTED),
        ("DISCORD_TOKEN", '"c2VjcmV0"', QUOTED),
        *(
            ("DISCORD_TOKEN", token, ONE_WORD)
            for token in ("Bot c2VjcmV0", "c2VjcmV0\tb", "c2VjcmV0é", "c2VjcmV0'", " ")
        ),
        ("DATABASE_URL", "c2VjcmV0", NO_ADDRESS),
        ("DATABASE_URL", "mysql://ana:c2VjcmV0@host/finte", NO_ADDRESS),
        ("DATABASE_URL", "postgres://ana@host:c2VjcmV0/finte", NO_ADDRESS),
        ("DATABASE_URL", "sqlite+pysqlite:///c2VjcmV0", NO_ADDRESS),
        ("DATABASE_URL", "sqlite://c2VjcmV0/finte.sqlite3", NO_ADDRESS),
        ("DATABASE_URL", "sqlite:///file:c2VjcmV0.sqlite3", NO_FILE),
        ("DATABASE_URL", "sqlite:///c2VjcmV0.sqlite3?uri=true", NO_FILE),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_and_not_quoted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError, match=why) as refused:
        Settings()

    assert [problem["loc"] for problem in refused.value.errors()] == [(name.lower(),)]
    assert "c2VjcmV0" not in str(refused.value)


def test_neither_token_nor_password_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DISCORD_TOKEN", " c2VjcmV0\n"), ("DATABASE_URL", "postgres://ana:c2VjcmV0@host/finte")):
        monkeypatch.setenv(name, value)

    assert Settings().discord_token.get_secret_value() == "c2VjcmV0"
    assert "c2VjcmV0" not in repr(Settings())


def test_a_file_of_another_user_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    error = PermissionError(13, "Permission denied", ".env")
    monkeypatch.setattr(settings, "dotenv_values", Mock(side_effect=error))  # permissions would not stop root

    with pytest.raises(UnreadableFile, match=r"may not read \.env"):
        Settings()


# Shards


def of_shards(monkeypatch: pytest.MonkeyPatch, ids: str, count: int, url: str = "postgresql://host/finte") -> Share:
    """The servers of a process with these settings."""
    for name, value in (("DATABASE_URL", url), ("SHARD_IDS", ids), ("SHARD_COUNT", str(count))):
        monkeypatch.setenv(name, value)
    return Settings().share


@pytest.mark.parametrize(
    ("ids", "count", "share"),
    [("0-1, 3", 4, Share((0, 1, 3), 4)), ("", 2, Share((0, 1), 2)), ("", 0, Share())],
)
def test_shards_are_numbers_and_ranges(monkeypatch: pytest.MonkeyPatch, ids: str, count: int, share: Share) -> None:
    assert of_shards(monkeypatch, ids, count) == share


@pytest.mark.parametrize(("ids", "count"), [("one", 2), ("2", 2), ("0", 0)])
def test_shards_that_cannot_be_are_refused(monkeypatch: pytest.MonkeyPatch, ids: str, count: int) -> None:
    with pytest.raises(ValidationError, match="shard_"):
        of_shards(monkeypatch, ids, count)


def test_processes_cannot_share_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "sqlite:///finte.sqlite3"
    with pytest.raises(ValidationError, match="Only PostgreSQL can be shared"):
        of_shards(monkeypatch, "0", 2, url)
    assert of_shards(monkeypatch, "", 2, url).is_everything
