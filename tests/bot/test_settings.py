"""Settings come from the environment or `.env`; invalid ones are refused, and secret ones stay secret."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot import settings
from bot.settings import ChoreSettings, Settings, UnreadableFile

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clears all settings, and works in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def example() -> dict[str, str]:
    """The settings in `.env.example`."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_example_lists_every_setting_and_nothing_else() -> None:
    assert {name.lower() for name in example()} == set(Settings.model_fields)


def test_every_setting_of_the_example_has_its_comment_line() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()

    assert [line.startswith("#") for line in lines] == [True, False] * len(example())


def test_the_example_shows_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = example()
    assert shown.pop("DISCORD_TOKEN") == ""
    for name, value in shown.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    set_so = Settings()
    for name in shown:
        monkeypatch.delenv(name)

    assert set_so == Settings()


@pytest.mark.parametrize("unset", ["", None])
def test_there_is_no_bot_without_a_token(monkeypatch: pytest.MonkeyPatch, unset: str | None) -> None:
    if unset is not None:
        monkeypatch.setenv("DISCORD_TOKEN", unset)

    with pytest.raises(ValidationError, match="discord_token"):
        Settings()


def test_the_token_may_stand_in_a_file() -> None:
    Path(".env").write_text("DISCORD_TOKEN=from-a-file\nUNKNOWN=ignored\n")

    assert Settings().discord_token.get_secret_value() == "from-a-file"


def test_an_empty_line_of_the_file_leaves_the_default() -> None:
    Path(".env").write_text("DISCORD_TOKEN=token\nDATABASE_URL=\n")

    assert Settings().database_url == "sqlite+aiosqlite:///data/finte.sqlite3"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("LOBBY_MINUTES", "0"),
        ("IDLE_MINUTES", "inf"),
        ("COMPUTER_SECONDS", "-1"),
        ("BOARD_SECONDS", "soon"),
        ("SHARD_IDS", "3-0"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://host/finte", "postgresql+asyncpg://host/finte"),
        ("postgresql://ana:a%2Fb@host:5432/finte", "postgresql+asyncpg://ana:a%2Fb@host:5432/finte"),
        ("postgresql+asyncpg://host/finte", "postgresql+asyncpg://host/finte"),
        ("sqlite:///data/finte.sqlite3", "sqlite+aiosqlite:///data/finte.sqlite3"),
        ("sqlite+aiosqlite:///:memory:", "sqlite+aiosqlite:///:memory:"),
    ],
)
def test_the_address_of_a_database_need_not_name_its_driver(
    monkeypatch: pytest.MonkeyPatch, given: str, used: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", given)

    assert Settings().database_url == used


@pytest.mark.parametrize(
    "url",
    [
        "c2VjcmV0",
        "mysql://ana:c2VjcmV0@host/finte",
        "postgres://ana@host:c2VjcmV0/finte",
        "sqlite+pysqlite:///c2VjcmV0",
        "sqlite://c2VjcmV0/finte.sqlite3",
    ],
)
def test_what_is_no_address_of_a_database_is_refused_and_not_quoted(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", url)

    with pytest.raises(ValidationError, match="This is no address of a database") as refused:
        Settings()

    assert "c2VjcmV0" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///file:finte.sqlite3?uri=true",
        "sqlite:///file:finte.sqlite3?mode=rwc&uri=true",
        "sqlite+aiosqlite:///file:/data/finte.sqlite3?uri=1",
        "sqlite:///file:finte.sqlite3",
        "sqlite:///file::memory:?cache=shared&uri=true",
        "sqlite:///finte.sqlite3?uri=true",
    ],
)
@pytest.mark.parametrize("kind", [Settings, ChoreSettings])
def test_an_address_that_only_the_driver_can_read_is_refused(
    monkeypatch: pytest.MonkeyPatch, url: str, kind: type[ChoreSettings]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", url)

    with pytest.raises(ValidationError, match="Write the path of the SQLite file after sqlite:///, without file:"):
        kind()


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "c2VjcmV0")

    assert "c2VjcmV0" not in repr(Settings())


def test_the_password_of_the_database_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", "postgres://ana:c2VjcmV0@host/finte")

    assert "c2VjcmV0" not in repr(Settings())


@pytest.mark.parametrize(
    "token", ["two\nlines", "two words", "Bot abc", "ünicode", '"abc', "abc'", "“abc”", " ", "Bot\tabc", 'Bot "abc"']
)
def test_a_token_is_one_word(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)

    with pytest.raises(ValidationError, match="A token is one word") as refused:
        Settings()

    assert token.strip() not in str(refused.value) or not token.strip()


@pytest.mark.parametrize("quote", ['"', "'", "`"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "c2VjcmV0"),
        ("DATABASE_URL", "postgres://ana:c2VjcmV0@host/finte"),
        ("DISCORD_API_URL", "https://discord.com/api/v10"),
        ("METRICS_HOST", "127.0.0.1"),
        ("KEEP_DAYS", "365"),
        ("EMOJIS", "true"),
        ("LOG_LEVEL", "INFO"),
        ("SHARD_COUNT", "2"),
        ("DAILY_SECRET", "c2VjcmV0"),
    ],
)
def test_quotes_that_docker_has_left_around_a_value_are_to_be_taken_away(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, quote: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv(name, f" {quote}{value}{quote}\n")

    with pytest.raises(ValidationError, match="Take away the quotes") as refused:
        Settings()

    assert [problem["loc"] for problem in refused.value.errors()] == [(name.lower(),)]
    assert "c2VjcmV0" not in str(refused.value)


def test_quotes_in_env_are_taken_away() -> None:
    Path(".env").write_text("DISCORD_TOKEN=\"token\"\nKEEP_DAYS='365'\n")

    assert (Settings().discord_token.get_secret_value(), Settings().keep_days) == ("token", 365)


@pytest.mark.parametrize(
    ("name", "value", "used"),
    [
        ("DATABASE_URL", "sqlite:///finte.sqlite3", "sqlite+aiosqlite:///finte.sqlite3"),
        ("DISCORD_API_URL", "http://host/api", "http://host/api"),
        ("METRICS_HOST", "127.0.0.1", "127.0.0.1"),
        ("LOG_LEVEL", "DEBUG", "DEBUG"),
        ("KEEP_DAYS", "365", 365),
    ],
)
def test_spaces_and_line_breaks_around_a_value_are_no_part_of_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, used: object
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv(name, f" {value} \r\n")

    assert getattr(Settings(), name.lower()) == used


def test_spaces_around_a_token_are_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " token\n")

    assert Settings().discord_token.get_secret_value() == "token"


def test_what_looks_like_a_variable_in_a_password_stays_as_it_is() -> None:
    Path(".env").write_text("DISCORD_TOKEN=token\nDATABASE_URL=postgres://ana:a${HOME}b$HOME@host/finte\n")

    assert Settings().database_url == "postgresql+asyncpg://ana:a${HOME}b$HOME@host/finte"


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("DISCORD_TOKEN=from-a-file\n")
    monkeypatch.setenv("DISCORD_TOKEN", "from-outside")

    assert Settings().discord_token.get_secret_value() == "from-outside"


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_file_in_another_encoding_is_named(encoding: str) -> None:
    Path(".env").write_bytes("DISCORD_TOKEN=tökén\n".encode(encoding))

    with pytest.raises(UnreadableFile, match=r"\.env is not written in UTF-8"):
        Settings()


def test_a_file_of_another_user_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").touch()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", ".env")

    monkeypatch.setattr(settings, "dotenv_values", refuse)  # permissions would not stop root from reading

    with pytest.raises(UnreadableFile, match=r"may not read \.env"):
        Settings()
