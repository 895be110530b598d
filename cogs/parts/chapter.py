"""Parts of pages of the rules. Pure; knows no game."""

from bot.pages.faces import MARKS
from bot.pages.page import Text
from bot.words import Words
from games.cards import Card, parse_card

_STOP_AFTER_FACE = f"{MARKS[1]}."


def bullets(*sentences: str) -> Text:
    """A list of sentences, one bullet each."""
    return Text("\n".join(f"- {_without_lone_stop(sentence)}" for sentence in sentences))


def example(say: Words, *sentences: str) -> Text:
    """An example of the rule with real cards or dice, set apart as a quotation."""
    return Text("\n".join(f"> {_without_lone_stop(line)}" for line in (say("**Example**"), *sentences)))


def example_cards(names: str) -> tuple[Card, ...]:
    """The cards of an example, such as `r7 y10`, in this order."""
    return tuple(map(parse_card, names.split(" ")))


def _without_lone_stop(sentence: str) -> str:
    """The sentence without a full stop after a card or die: where these fill a line, it would stand on the next one."""
    return sentence.removesuffix(".") if sentence.endswith(_STOP_AFTER_FACE) else sentence
