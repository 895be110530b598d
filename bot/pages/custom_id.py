"""The one form of a custom_id, which says everything about a component."""

import re
from dataclasses import dataclass

MOST_CHARACTERS = 100
"""Discord's limit for a custom_id."""

_FORM = re.compile(r"f1\|(?P<verb>[a-z]{1,12})\|(?P<match_id>\d{1,9})\|(?P<decision>\d{1,6})\|(?P<text>[^|]{0,80})")


@dataclass(frozen=True, slots=True)
class CustomId:
    """Action of a component. `match_id` and `decision` are 0 if it belongs to none."""

    verb: str
    match_id: int = 0
    decision: int = 0
    text: str = ""

    def to_text(self) -> str:
        """The custom_id's text; `from_text` reads it."""
        return f"f1|{self.verb}|{self.match_id}|{self.decision}|{self.text}"

    @classmethod
    def from_text(cls, text: str) -> "CustomId | None":
        """Parses a custom_id; None if it does not have our form."""
        found = _FORM.fullmatch(text)
        if found is None:
            return None
        return cls(found["verb"], int(found["match_id"]), int(found["decision"]), found["text"])
