"""What a page of the rules is made of. Pure, and knows no game."""

from bot.pages.page import Text
from bot.words import Words
from games.cards import Card, parse_card


def bullets(*sentences: str) -> Text:
    """Sentences of which each stands for itself."""
    return Text("\n".join(f"- {sentence}" for sentence in sentences))


def example(say: Words, *sentences: str) -> Text:
    """What the rule comes to with real cards or dice, set apart from it."""
    return Text("\n".join(f"> {line}" for line in (say("**Example**"), *sentences)))


def cards_named(names: str) -> tuple[Card, ...]:
    """The cards of an example: `r7 y10`, in this order."""
    return tuple(map(parse_card, names.split(" ")))
