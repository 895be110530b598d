"""Preferences for tests in which nobody has chosen anything."""

from sqlalchemy.ext.asyncio import create_async_engine

from bot.messages.preferences import Preferences
from bot.store.preferences import PreferenceStore


def nothing_chosen() -> Preferences:
    """The preferences of a new bot. They can't be stored, because there is no database table."""
    return Preferences(PreferenceStore(create_async_engine("sqlite+aiosqlite:///:memory:")))
