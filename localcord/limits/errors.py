"""Collects problems by their place in a body, and raises them as one refusal. Knows nothing of what a body may hold."""

from typing import NamedTuple

INVALID_FORM_BODY = 50035
EMPTY_MESSAGE = 50006
TOO_MANY_ATTACHMENTS = 30015
TOO_MANY_COMMANDS = 30032
ASSET_TOO_LARGE = 50138


class Refused(Exception):
    """Raised for a body that Discord wouldn't take.

    Shape: `errors` is nested by the path to each problem, or None if Discord gives no details.
    """

    def __init__(self, status: int, code: int, text: str, errors: dict[str, object] | None = None) -> None:
        super().__init__(f"{code}: {text} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.text = text
        self.errors = errors

    def to_json(self) -> dict[str, object]:
        """The body of Discord's answer."""
        answer: dict[str, object] = {"message": self.text, "code": self.code}
        return answer if self.errors is None else {**answer, "errors": self.errors}


class Problem(NamedTuple):
    """One entry of an `_errors` list."""

    code: str
    message: str


class Spot:
    """A place in a body, with the problems noted there and below."""

    def __init__(self, above: "Spot | None" = None) -> None:
        self.is_clean = True
        self.above = above
        self._problems: list[Problem] = []
        self._below: dict[str, Spot] = {}

    def __truediv__(self, key: str | int) -> "Spot":
        """The spot one step further into the body."""
        name = str(key)
        spot = self._below.get(name)
        if spot is None:
            spot = self._below[name] = Spot(self)
        return spot

    def note(self, problem: Problem) -> None:
        """Adds a problem, which all the places above now have too."""
        self._problems.append(problem)
        spot: Spot | None = self
        while spot is not None and spot.is_clean:
            spot.is_clean = False
            spot = spot.above

    def to_json(self) -> dict[str, object]:
        """The problems as Discord nests them.

        Shape: a spot's own problems hide those below it, since Discord nests either `_errors` or names, not both.
        """
        if self._problems:
            return {"_errors": [problem._asdict() for problem in self._problems]}
        return {key: spot.to_json() for key, spot in self._below.items() if not spot.is_clean}

    def refuse_if_marked(self) -> None:
        """Raises: Refused, if any problem was noted."""
        if not self.is_clean:
            raise Refused(400, INVALID_FORM_BODY, "Invalid Form Body", self.to_json())
