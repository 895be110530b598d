"""Every problem that Discord names in a refusal, in Discord's words. Knows nothing of when one arises."""

from collections.abc import Iterable

from localcord.limits.errors import Problem

# Any field.
REQUIRED = Problem("BASE_TYPE_REQUIRED", "This field is required")
NOT_AN_OBJECT = Problem("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
NOT_A_DICTIONARY = Problem("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
NOT_A_LIST = Problem("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
NOT_A_TRUTH = Problem("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
ITEM_REQUIRED = Problem("LIST_ITEM_VALUE_REQUIRED", "List item values of ModelType are required")
REPEATED_IN_SET = Problem("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
UNMATCHED_PATTERN = Problem("STRING_TYPE_REGEX", "String value did not match validation regex.")
INVALID_URL = Problem("URL_TYPE_INVALID_URL", "Not a well formed URL.")

# Components.
CUSTOM_ID_REQUIRED = Problem("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
CUSTOM_ID_AND_URL = Problem(
    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified"
)
CUSTOM_ID_REPEATED = Problem("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
INVALID_EMOJI = Problem("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
ROW_TOO_WIDE = Problem("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
OPTION_VALUE_REPEATED = Problem(
    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
)
TOO_MANY_DEFAULTS = Problem(
    "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    "The specified number of default values exceeds the specified maximum values",
)

# Messages.
ATTACHMENT_NOT_FOUND = Problem("ATTACHMENT_NOT_FOUND", "Attachment data not found")

# Commands.
COMMAND_NAME_INVALID = Problem("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
COMMAND_NAME_REPEATED = Problem("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
OPTIONS_MIXED = Problem(
    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    "Sub-command and sub-command group option types are mutually exclusive to all other types",
)
REQUIRED_AFTER_OPTIONAL = Problem(
    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options"
)

# Discord refuses these too, but its codes for them aren't known: the ones here are ours.
SKU_ALONE = Problem("BUTTON_COMPONENT_SKU_EXCLUSIVE", "A premium button has a SKU and nothing else to show")
SKU_NOT_PREMIUM = Problem("BUTTON_COMPONENT_SKU_NOT_ALLOWED", "Only a premium button may have a SKU")
COMPONENT_ID_REPEATED = Problem("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
MAXIMUM_BELOW_MINIMUM = Problem("NUMBER_RANGE_INVALID", "The maximum is below the minimum")
MORE_THAN_THE_OPTIONS = Problem(
    "SELECT_COMPONENT_VALUES_EXCEED_OPTIONS", "There are fewer options than values to choose"
)
DISABLED_IN_MODAL = Problem("COMPONENT_DISABLED_IN_MODAL", "A component of a modal cannot be disabled")
V2_FLAG_REMOVED = Problem("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "IS_COMPONENTS_V2 cannot be removed once set")
FLAGS_NOT_SETTABLE = Problem("MESSAGE_FLAGS_NOT_SETTABLE", "These flags cannot be set here")
OPTION_NAME_REPEATED = Problem("APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME", "Option names must be unique")
CHOICES_AND_AUTOCOMPLETE = Problem(
    "APPLICATION_COMMAND_OPTION_CHOICES_AND_AUTOCOMPLETE", "Autocomplete and choices are mutually exclusive"
)
INVALID_IMAGE = Problem("IMAGE_INVALID", "Invalid image data")


def bad_length(least: int, most: int) -> Problem:
    """A text or a list is too short or too long."""
    if least == 0:
        return Problem("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    return Problem("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def not_a_number(value: object, kind: str) -> Problem:
    return Problem("NUMBER_TYPE_COERCE", f'Value "{_shown(value)}" is not {kind}.')


def not_a_text(value: object) -> Problem:
    return Problem("STRING_TYPE_CONVERT", f'Could not interpret "{_shown(value)}" as string.')


def too_small(least: float) -> Problem:
    return Problem("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")


def too_great(most: float) -> Problem:
    return Problem("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")


def not_a_choice(allowed: Iterable[object]) -> Problem:
    return Problem("BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(repr, allowed))}}}.")


def not_a_time(value: str) -> Problem:
    return Problem("DATE_TIME_TYPE_PARSE", f"Could not parse {_shown(value)}. Should be ISO8601.")


def bad_scheme(scheme: str, allowed: tuple[str, ...]) -> Problem:
    return Problem(
        "URL_TYPE_INVALID_SCHEME", f'Scheme "{_shown(scheme)}" is not supported. Scheme must be one of {allowed}.'
    )


def not_of_type(allowed: Iterable[int]) -> Problem:
    """A component or an option of a type that isn't allowed here."""
    return Problem("UNION_TYPE_CHOICES", f'Value of field "type" must be one of {tuple(allowed)}.')


def beside_components_v2(field: str) -> Problem:
    return Problem(
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    )


def too_many_components(most: int) -> Problem:
    return Problem(
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"The total number of components exceeds the maximum of {most}"
    )


def too_much_text(most: int) -> Problem:
    return Problem(
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"Components displayable text size exceeds maximum size of {most}"
    )


def embeds_too_large(most: int) -> Problem:
    return Problem("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {most}")


def parse_and_list(kind: str) -> Problem:
    return Problem(
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
    )


def unknown_attachment(url: str) -> Problem:
    return Problem(
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f'The referenced attachment ("{url}") was not found'
    )


def command_too_large(most: int) -> Problem:
    return Problem("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({most})")


def _shown(value: object) -> str:
    """The value, shortened for an error message."""
    return str(value)[:100]
