"""Every setting of the bot, read once at startup and passed down; `.env.example` lists them all."""

import re
from pathlib import Path
from typing import Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.share import Share

DISCORD_API_URL = "https://discord.com/api/v10"
DISCORD_GATEWAY_URL = "wss://gateway.discord.gg/"

QUOTES = "\"'`"

TOKEN_PARTS = 3
"""A bot's token has at least this many parts, with dots between them."""

MALFORMED = "This doesn't look like a bot token: those have three parts with dots between them"

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
"""The driver for each kind of database address that does not name one."""


def shards_in(text: str) -> tuple[int, ...]:
    """The numbers in SHARD_IDS, ascending; empty for ""."""
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return tuple(sorted(found))


class UnreadableFile(Exception):
    """`.env` exists but cannot be read. The text says why and what to do."""


def values_of(file: Path) -> dict[str, str]:
    """The values in `.env`, by setting. They're literal: `${HOME}` in a password is not replaced.

    Raises: UnreadableFile.
    """
    try:
        found = dotenv_values(file, encoding="utf-8", interpolate=False)
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{file.name} is not written in UTF-8: save it again with that encoding") from error
    except PermissionError as error:
        raise UnreadableFile(
            f"This user may not read {file.name}: give it to the user that runs the bot, with chown"
        ) from error
    except OSError as error:
        raise UnreadableFile(f"{file.name} cannot be read: {error.strerror}") from error
    return {name.lower(): value for name, value in found.items() if value}


class ChoreSettings(BaseSettings):
    """The settings of a chore: its database, the shards that share it, and the log."""

    model_config = SettingsConfigDict(
        env_ignore_empty=True, extra="ignore", hide_input_in_errors=True, allow_inf_nan=False
    )

    database_url: str = Field(default="sqlite+aiosqlite:///data/finte.sqlite3", repr=False)
    """The database's SQLAlchemy URL: SQLite on a persistent disk, or PostgreSQL."""
    shard_ids: str = ""
    """The shards of this process, such as `0,1` or `0-3`; "" means all of them. Anything else needs PostgreSQL."""
    shard_count: int = Field(default=0, ge=0, le=16_000, validate_default=True)
    """Number of shards of all processes together; with 0 Discord chooses it."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much the bot's own log says. Libraries never log below INFO, because their logs would quote hands."""
    log_format: Literal["text", "json"] = "text"
    """The format of the log: readable lines, or one JSON object per line."""

    @property
    def share(self) -> Share:
        """The servers of this process."""
        count = self.shard_count or 1
        return Share(shards_in(self.shard_ids) or tuple(range(count)), count)

    @field_validator("*", mode="before")
    @classmethod
    def _bare(cls, value: object) -> object:
        """The value without surrounding spaces and line breaks. Quotes around it stay if Docker reads the file."""
        if not isinstance(value, str):
            return value
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES:
            raise PydanticCustomError(
                "quotes", "Take away the quotes around it: `docker run --env-file` passes them on"
            )
        return value

    @field_validator("shard_ids")
    @classmethod
    def _with_numbers(cls, text: str) -> str:
        text = text.replace(" ", "")
        ranges = [part.split("-") for part in text.split(",") if "-" in part]
        if not re.fullmatch(r"\d+(-\d+)?(,\d+(-\d+)?)*|", text) or any(int(one[0]) > int(one[-1]) for one in ranges):
            raise PydanticCustomError("shard_ids", "Shards are numbers with commas between them, or ranges such as 0-3")
        return text

    @field_validator("shard_count")
    @classmethod
    def _above_every_shard(cls, count: int, info: ValidationInfo) -> int:
        shards = shards_in(info.data.get("shard_ids", ""))
        if shards and max(shards) >= count:
            raise PydanticCustomError("shard_count", "It must be greater than every number in SHARD_IDS")
        if count and len(shards or range(count)) < count and "sqlite" in info.data.get("database_url", ""):
            raise PydanticCustomError("shard_count", "Only PostgreSQL can be shared by several processes, not SQLite")
        return count

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - see values_of
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - there are none
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Lets environment variables win over `.env`."""
        return init_settings, env_settings, InitSettingsSource(settings_cls, init_kwargs=values_of(Path(".env")))

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, url: str) -> str:
        """The address with the driver that the bot uses; hosting providers hand out `postgres://`."""
        scheme, colon, rest = url.partition(":")
        url = DRIVERS.get(scheme, scheme) + colon + rest
        try:
            address = make_url(url)
            is_file = address.get_backend_name() == "sqlite"  # and sqlite://data/finte.sqlite3 lacks a slash
            is_known = address.drivername in DRIVERS.values() and not (is_file and address.host)
        except (ArgumentError, ValueError):
            is_known = False
        if not is_known:  # not quoted: it may contain a password
            raise PydanticCustomError(
                "database_url",
                "This is no address of a database: it begins with sqlite:/// or postgresql://, "
                "and what is special in a password is written like %2F",
            )
        if is_file and ("uri" in address.query or (address.database or "").startswith("file:")):
            raise PydanticCustomError(
                "database_url", "Write the path of the SQLite file after sqlite:///, without file: and without uri=true"
            )
        return url


class Settings(ChoreSettings):
    """Settings of the bot, by environment variable or in `.env`."""

    discord_token: SecretStr
    """The bot's token, from the developer portal."""
    discord_api_url: str = DISCORD_API_URL
    """The address of Discord's REST API."""
    discord_gateway_url: str = DISCORD_GATEWAY_URL
    """The address of Discord's gateway."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """The port that serves /healthz and /metrics; with 0 none is opened."""
    metrics_host: str = "127.0.0.1"
    """The address on which the port is opened. The pages have no password, and say nothing about a person."""
    lobby_minutes: float = Field(default=30, gt=0)
    """A table that has not started closes after this many minutes without anyone joining or leaving."""
    idle_minutes: float = Field(default=1440, gt=0)
    """A match closes as deserted after this many minutes in which nobody plays and no clock runs."""
    keep_days: int = Field(default=0, ge=0)
    """Finished matches are deleted after this many days, though not what they count for; with 0 they are kept."""
    emojis: bool = True
    """Whether to upload cards and dice as application emojis; without them, they are shown as text."""
    picture_processes: int = Field(default=1, ge=0, le=8)
    """How many processes draw pictures; with 0 the bot draws them itself, with less memory and slower answers."""
    reveal_seconds: float = Field(default=3, ge=0, le=60)
    """How long the result of a round stands before anyone is asked to move, unless everyone wants to go on sooner."""
    computer_seconds: float = Field(default=1.5, ge=0)
    """How long a computer player seems to think on average; how long about one move depends on what everyone sees."""
    search_processes: int = Field(default=1, ge=0, le=8)
    """How many processes search moves for the hard computer players; with 0 they play like the medium ones."""
    search_seconds: float = Field(default=0.2, gt=0, le=10)
    """How long a hard computer player may search for a move on one core; less if it looks plain or others wait."""
    daily_secret: SecretStr = SecretStr("")
    """Secret that the deals of /daily follow from; bots that share it deal the same. Without it, the bot makes one."""
    review_seconds: float = Field(default=30, ge=0, le=600)
    """How long a review of a match takes at most, on one core at a low priority; with 0 nobody can ask for one."""
    requests_per_second: int = Field(default=50, ge=1)
    """Discord's global rate limit for this bot, in requests per second; it's higher for large bots."""
    board_seconds: float = Field(default=1.1, ge=0)
    """The least time between two edits of the boards in one channel, or of one message."""

    @property
    def has_malformed_token(self) -> bool:
        """Whether Discord can't have issued the token. A stand-in for Discord may issue any."""
        parts = filter(None, self.discord_token.get_secret_value().split("."))
        return self.discord_api_url == DISCORD_API_URL and len(tuple(parts)) < TOKEN_PARTS

    @field_validator("discord_token")
    @classmethod
    def _in_one_word(cls, token: SecretStr) -> SecretStr:
        """The token, unless it can't be one. A line break inside it would break Discord's header."""
        word = token.get_secret_value()
        if not word or not word.isascii() or not word.isprintable() or {*word} & {" ", *QUOTES}:
            raise PydanticCustomError(
                "discord_token",
                "A token is one word, without quotes, spaces, line breaks or `Bot` before it: copy it again",
            )
        return token
