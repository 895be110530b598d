"""The bot: everything between Discord, the database and the games. Games come from `games`, their look from `cogs`.

`python -m bot` starts it (`__main__.py`), or does a chore. From the bottom up: `tables` are values, `store` keeps them,
`matches` changes them, `pages`, `pictures` and `messages` show them, `interactions` answers people, and `background`
does what nobody asks for.
"""

# `python -m bot` reads this file first, so the wrong Python gets one sentence. An old one must understand the file.
import sys

ADVICE = "Type `make run`, or `make install` and then `.venv/bin/python -m bot ...`."

if sys.version_info < (3, 11):  # noqa: UP036 - nothing has checked it
    sys.exit("Finte needs Python 3.11 or newer. " + ADVICE)

from importlib.util import find_spec  # noqa: E402 - Python 2 has none

NEEDED = (
    "discord", "sqlalchemy", "aiosqlite", "alembic", "pydantic", "pydantic_settings", "dotenv", "orjson", "numpy",
    "openskill", "PIL", "font_manrope", "prometheus_client", "pebble",
)  # fmt: skip
"""The packages without which the bot can't start or play. Shape: the names by which they're imported."""

missing = [name for name in NEEDED if find_spec(name) is None]
if missing:
    sys.exit("This Python lacks the package " + missing[0] + ". " + ADVICE)
