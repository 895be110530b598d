"""The choices that a command offers, fixed or by autocomplete. Knows nothing of the command.

Source: https://discord.com/developers/docs/interactions/application-commands#application-command-object
"""

from localcord.limits.errors import Spot
from localcord.limits.fields import INT53, Form, dictionary, items, number, one_of, record, text, whole
from localcord.locales import LOCALES


def in_every_locale(form: Form) -> Form:
    """Translations of a text, by locale."""
    return dictionary(one_of(*LOCALES), form)


TEXT_VALUE = text(0, 100)
WHOLE_VALUE = whole(-INT53, INT53)

CHOICE_NAME = text(1, 100)


def choices_of(value: Form) -> Form:
    """A list of choices, each with a value of the given form."""
    return items(
        0,
        25,
        record(
            required={"name": CHOICE_NAME, "value": value},
            optional={"name_localizations": in_every_locale(CHOICE_NAME)},
        ),
    )


def _any_value(value: object, spot: Spot) -> object:
    """A value for an option of any type; only the command knows which."""
    return (TEXT_VALUE if isinstance(value, str) else number)(value, spot)


CHOICES = choices_of(_any_value)
