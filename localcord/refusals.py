"""Discord's refusals with their status and code, except those for bad payloads. Knows nothing of when they apply.

The numbers: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from localcord.limits import Refused


def unauthorized() -> Refused:
    """The bot's token is missing or wrong."""
    return Refused(401, 0, "401: Unauthorized", None)


def unknown_route() -> Refused:
    """No such path."""
    return Refused(404, 0, "404: Not Found", None)


def wrong_method() -> Refused:
    """The path exists, but not for this method."""
    return Refused(405, 0, "405: Method Not Allowed", None)


def unreadable_body() -> Refused:
    """The body isn't the JSON object that it claims to be."""
    return Refused(400, 50109, "The request body contains invalid JSON.", None)


def file_too_large() -> Refused:
    """A file beyond 10 MiB."""
    return Refused(413, 40005, "Request entity too large", None)


def unknown_channel() -> Refused:
    """No such channel."""
    return Refused(404, 10003, "Unknown Channel", None)


def unknown_guild() -> Refused:
    """No such guild."""
    return Refused(404, 10004, "Unknown Guild", None)


def unknown_member() -> Refused:
    """Not a member of this guild."""
    return Refused(404, 10007, "Unknown Member", None)


def unknown_message() -> Refused:
    """No such message in this channel, or one that this route can't see."""
    return Refused(404, 10008, "Unknown Message", None)


def unknown_user() -> Refused:
    """No such user."""
    return Refused(404, 10013, "Unknown User", None)


def unknown_emoji() -> Refused:
    """No such emoji of this application."""
    return Refused(404, 10014, "Unknown Emoji", None)


def unknown_webhook() -> Refused:
    """No such webhook. An interaction has none before its first answer."""
    return Refused(404, 10015, "Unknown Webhook", None)


def unknown_application() -> Refused:
    """Not the application of this bot."""
    return Refused(404, 10002, "Unknown Application", None)


def unknown_interaction() -> Refused:
    """No such interaction, or one older than 3 seconds."""
    return Refused(404, 10062, "Unknown interaction", None)


def unknown_command() -> Refused:
    """No such application command."""
    return Refused(404, 10063, "Unknown application command", None)


def too_many_emojis(most: int) -> Refused:
    """The application has as many emojis as it may."""
    return Refused(400, 30008, f"Maximum number of emojis reached ({most})", None)


def already_answered() -> Refused:
    """The interaction has already had its first answer."""
    return Refused(400, 40060, "Interaction has already been acknowledged.", None)


def thread_exists() -> Refused:
    """The message already has a thread."""
    return Refused(400, 160004, "A thread has already been created for this message", None)


def missing_access() -> Refused:
    """The bot can't see this channel."""
    return Refused(403, 50001, "Missing Access", None)


def not_own_message() -> Refused:
    """The message to edit was written by someone else."""
    return Refused(403, 50005, "Cannot edit a message authored by another user", None)


def dms_closed() -> Refused:
    """This person doesn't accept direct messages from the bot."""
    return Refused(403, 50007, "Cannot send messages to this user", None)


def missing_permissions() -> Refused:
    """The bot sees this channel, but may not do this in it."""
    return Refused(403, 50013, "Missing Permissions", None)


def dead_token() -> Refused:
    """The interaction's token is older than 15 minutes, or unknown."""
    return Refused(401, 50027, "Invalid Webhook Token", None)


def thread_archived() -> Refused:
    """The thread to change is archived."""
    return Refused(400, 50083, "Thread is archived", None)


def bad_field(field: str, code: str, text: str) -> Refused:
    """One field of the body is wrong, given what the server knows."""
    return Refused(400, 50035, "Invalid Form Body", {field: {"_errors": [{"code": code, "message": text}]}})


def too_old_to_bulk_delete() -> Refused:
    """A bulk delete includes a message older than two weeks."""
    return Refused(400, 50034, "You can only bulk delete messages that are under 14 days old.", None)
