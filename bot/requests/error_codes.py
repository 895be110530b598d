"""The codes with which Discord says why it refuses a request, as far as the bot tells them apart.

Source: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
"""

from typing import Final

UNKNOWN_CHANNEL: Final = 10003
"""A deleted channel or thread."""

UNKNOWN_MESSAGE: Final = 10008
"""A deleted message, such as a replaced panel, or the first post with a nonce."""

TOO_MANY_EMOJIS: Final = 30008
"""The application has as many emojis as allowed."""

ALREADY_ACKNOWLEDGED: Final = 40060
"""A second first answer to an interaction. The bot sends only one: it arrived, and discord.py sent it again."""

MISSING_PERMISSIONS: Final = 50013
"""The bot sees the channel, but may not do this in it."""

INVALID_WEBHOOK_TOKEN: Final = 50027
"""An interaction's token is no longer valid."""

INVALID_FORM_BODY: Final = 50035
"""A page or another body that Discord doesn't take."""

THREAD_EXISTS: Final = 160004
"""The message has a thread already. A thread has the id of the message that it was opened from."""

THREAD_IS_ARCHIVED: Final = 50083
"""An edit in an archived thread. A new message would wake the thread."""
