"""Refuses what Discord refuses in a payload, as Discord does it. Knows nothing of servers, stores or who is asking.

Each check raises `Refused` or returns nothing; whatever JSON comes in, nothing else is raised.
"""

from localcord.limits.answers import check_answer
from localcord.limits.commands import check_commands
from localcord.limits.emojis import check_emoji, check_renaming
from localcord.limits.errors import Refused
from localcord.limits.messages import check_message
from localcord.limits.modals import check_modal

__all__ = ["Refused", "check_answer", "check_commands", "check_emoji", "check_message", "check_modal", "check_renaming"]
