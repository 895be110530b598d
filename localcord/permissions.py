"""The permission bits of Discord that matter to this bot. Knows nothing of who has them."""

from enum import IntFlag


class Permission(IntFlag):
    """Permissions of a member in a channel, under Discord's own names."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
)
"""The permissions of the role @everyone in every guild."""

MANAGER = EVERYONE | Permission.MANAGE_GUILD | Permission.MANAGE_CHANNELS | Permission.MANAGE_MESSAGES
"""The permissions of somebody who runs a guild."""

BOT = EVERYONE | Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS | Permission.PIN_MESSAGES
"""The permissions of the bot's own role, unless a test takes some away."""

ALL = Permission(sum(Permission))
