"""Refuses the payloads that Discord refuses, in the same way. Knows nothing of servers, stores or who is asking.

For any JSON at all, a check either raises `Refused` or returns nothing.
"""

from localcord.limits.answers import check_answer
from localcord.limits.commands import check_commands
from localcord.limits.emojis import check_emoji, check_renaming
from localcord.limits.errors import Refused
from localcord.limits.messages import check_message
from localcord.limits.modals import check_modal

__all__ = ["Refused", "check_answer", "check_commands", "check_emoji", "check_message", "check_modal", "check_renaming"]
