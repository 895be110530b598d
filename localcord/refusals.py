"""Discord's refusals with their status and code, and the problems in a body that one of them names.

The numbers: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from localcord.wire import JsonObject

UNAUTHORIZED = 401, 0, "401: Unauthorized"
UNKNOWN_ROUTE = 404, 0, "404: Not Found"
UNREADABLE_BODY = 400, 50109, "The request body contains invalid JSON."
FILE_TOO_LARGE = 413, 40005, "Request entity too large"
UNKNOWN_CHANNEL = 404, 10003, "Unknown Channel"
UNKNOWN_GUILD = 404, 10004, "Unknown Guild"
UNKNOWN_MEMBER = 404, 10007, "Unknown Member"
UNKNOWN_MESSAGE = 404, 10008, "Unknown Message"
UNKNOWN_EMOJI = 404, 10014, "Unknown Emoji"
UNKNOWN_WEBHOOK = 404, 10015, "Unknown Webhook"
UNKNOWN_INTERACTION = 404, 10062, "Unknown interaction"
TOO_MANY_ATTACHMENTS = 400, 30015, "Maximum number of attachments in a message reached (10)"
TOO_MANY_COMMANDS = 400, 30032, "Maximum number of application commands reached (100)"
ALREADY_ANSWERED = 400, 40060, "Interaction has already been acknowledged."
MISSING_ACCESS = 403, 50001, "Missing Access"
NOT_OWN_MESSAGE = 403, 50005, "Cannot edit a message authored by another user"
EMPTY_MESSAGE = 400, 50006, "Cannot send an empty message"
MISSING_PERMISSIONS = 403, 50013, "Missing Permissions"
WRONG_CHANNEL_TYPE = 400, 50024, "Cannot execute action on this channel type"
DEAD_TOKEN = 401, 50027, "Invalid Webhook Token"
THREAD_ARCHIVED = 400, 50083, "Thread is archived"
THREAD_EXISTS = 400, 160004, "A thread has already been created for this message"
TOO_MANY_THREADS = 400, 160006, "Maximum number of active threads reached"
IMAGE_TOO_LARGE = 400, 50138, "Failed to resize asset below the maximum size: 262144"


class Refused(Exception):
    """A request that Discord wouldn't carry out; `errors` is nested by the path to each problem."""

    def __init__(self, status: int, code: int, text: str, errors: JsonObject | None = None) -> None:
        super().__init__(f"{code}: {text} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.text = text
        self.errors = errors

    def to_json(self) -> JsonObject:
        """The body of Discord's answer."""
        answer: JsonObject = {"message": self.text, "code": self.code}
        return answer if self.errors is None else answer | {"errors": self.errors}


class Spot:
    """A place in a body, with the problems noted there and below."""

    def __init__(self, above: "Spot | None" = None) -> None:
        self.is_clean = True
        self.above = above
        self._problems: list[JsonObject] = []
        self._below: dict[str, Spot] = {}

    def __truediv__(self, key: str | int) -> "Spot":
        """The spot one step further into the body."""
        return self._below.setdefault(str(key), Spot(self))

    def note(self, code: str, message: str) -> None:
        """Adds a problem, which all the places above now have too."""
        self._problems.append({"code": code, "message": message})
        spot: Spot | None = self
        while spot is not None and spot.is_clean:
            spot.is_clean = False
            spot = spot.above

    def to_json(self) -> JsonObject:
        """The problems as Discord nests them: a spot's own ones hide those below it."""
        if self._problems:
            return {"_errors": self._problems}
        return {key: spot.to_json() for key, spot in self._below.items() if not spot.is_clean}

    def refuse_if_marked(self) -> None:
        """Raises: Refused (50035), if any problem was noted."""
        if not self.is_clean:
            raise Refused(400, 50035, "Invalid Form Body", self.to_json())


def bad_field(field: str, code: str, text: str) -> Refused:
    """The refusal of one field of the body, given what the server knows."""
    spot = Spot()
    (spot / field).note(code, text)
    return Refused(400, 50035, "Invalid Form Body", spot.to_json())
