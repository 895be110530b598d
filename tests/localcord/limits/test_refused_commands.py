"""Commands that Discord refuses, each for one reason."""

import pytest

from localcord.limits import check_commands
from tests.localcord.limits.bodies import Case, by_name, command, noted, parameter, refusal, with_parameter

CHOICES = "BASE_TYPE_CHOICES"
UNION = "UNION_TYPE_CHOICES"


COMMANDS = {
    "a space in a name": Case(check_commands, [command(name="my bluff")], "0.name", "STRING_TYPE_REGEX"),
    "a capital in a name": Case(check_commands, [command(name="Bluff")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a capital in a translation": Case(
        check_commands,
        [command(name_localizations={"de": "Bluff"})],
        "0.name_localizations.de",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a language Discord does not speak": Case(
        check_commands, [command(name_localizations={"de-AT": "bluff"})], "0.name_localizations.de-AT", CHOICES
    ),
    "a null for a translation": Case(
        check_commands,
        [command(description_localizations={"de": None})],
        "0.description_localizations.de",
        "STRING_TYPE_CONVERT",
    ),
    "one name twice": Case(check_commands, [command(), command()], "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "an unknown type": Case(check_commands, [command(type=9)], "0", UNION),
    "a menu command that is described": Case(
        check_commands, [command(type=2)], "0.description", "BASE_TYPE_MAX_LENGTH"
    ),
    "a menu command with options": Case(
        check_commands, [{"type": 3, "name": "Bluff", "options": [parameter()]}], "0.options", "BASE_TYPE_MAX_LENGTH"
    ),
    "an option of an unknown type": Case(check_commands, with_parameter(12), "0.options.0", UNION),
    "one option twice": Case(
        check_commands,
        [command(options=[parameter(), parameter()])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME",
    ),
    "a required option after another": Case(
        check_commands,
        [command(options=[parameter(), parameter(name="face", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a required option after another, in a subcommand": Case(
        check_commands,
        with_parameter(1, options=[parameter(), parameter(name="face", required=True)]),
        "0.options.0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a subcommand beside a value": Case(
        check_commands,
        [command(options=[parameter(1, "start"), parameter()])],
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": Case(
        check_commands, with_parameter(2, options=[parameter(2)]), "0.options.0.options.0", UNION
    ),
    "a value in a group": Case(
        check_commands, with_parameter(2, options=[parameter()]), "0.options.0.options.0", UNION
    ),
    "a subcommand in a subcommand": Case(
        check_commands, with_parameter(1, options=[parameter(1)]), "0.options.0.options.0", UNION
    ),
    "choices to complete": Case(
        check_commands,
        with_parameter(choices=[{"name": "a", "value": "a"}], autocomplete=True),
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTION_CHOICES_AND_AUTOCOMPLETE",
    ),
    "a choice of the wrong kind": Case(
        check_commands,
        with_parameter(4, choices=[{"name": "a", "value": "a"}]),
        "0.options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    "a place that is none": Case(check_commands, [command(contexts=[3])], "0.contexts.0", CHOICES),
    "no place at all": Case(check_commands, [command(contexts=[])], "0.contexts", "BASE_TYPE_BAD_LENGTH"),
    "an installation that is none": Case(
        check_commands, [command(integration_types=[2])], "0.integration_types.0", CHOICES
    ),
}


CASES = by_name(commands=COMMANDS)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_broken_rule_is_named_at_its_place(case: Case) -> None:
    refused = refusal(lambda: case.check(case.body))

    assert noted(refused) == {case.path: [case.code]}
