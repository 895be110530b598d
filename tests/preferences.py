"""Preferences of people who have chosen nothing."""

from sqlalchemy.ext.asyncio import create_async_engine

from bot.messages.preferences import Preferences
from bot.store import PreferenceStore


def nothing_chosen() -> Preferences:
    """Preferences as a new bot has them. Nothing can be kept: there is no table to keep it in."""
    return Preferences(PreferenceStore(create_async_engine("sqlite+aiosqlite:///:memory:")))
