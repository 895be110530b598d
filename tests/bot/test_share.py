"""Which servers are a process's own."""

import pytest
from pydantic import SecretStr, ValidationError

from bot.settings import Settings
from bot.share import Share


def settings(*, shard_ids: str = "", shard_count: int = 0, url: str = "postgresql://localhost/finte") -> Settings:
    return Settings(
        discord_token=SecretStr("token"), database_url=url, shard_ids=shard_ids, shard_count=shard_count, _env_file=None
    )


def test_shards_are_numbers_and_ranges() -> None:
    assert settings(shard_ids="0-1, 3", shard_count=4).share == Share((0, 1, 3), 4)
    assert settings(shard_count=2).share == Share((0, 1), 2)
    assert settings().share == Share()


@pytest.mark.parametrize(("ids", "count"), [("one", 2), ("2", 2), ("0", 0), ("1-", 2)])
def test_shards_that_cannot_be_are_refused(ids: str, count: int) -> None:
    with pytest.raises(ValidationError, match="shard_"):
        settings(shard_ids=ids, shard_count=count)


def test_processes_cannot_share_sqlite() -> None:
    url = "sqlite:///finte.sqlite3"
    with pytest.raises(ValidationError, match="Only PostgreSQL can be shared"):
        settings(shard_ids="0", shard_count=2, url=url)
    assert settings(shard_count=2, url=url).share.is_everything


def test_every_server_belongs_to_one_share() -> None:
    shares = [Share((shard,), 4) for shard in range(4)]
    for guild_id in (0, 81384788765712384, 613425648685547541, 1 << 22, 3 << 22):
        assert [share.has(guild_id) for share in shares].count(True) == 1
    assert shares[0].has(0)
    assert shares[3].has(3 << 22)
