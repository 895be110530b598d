"""Components together: which may contain which, and limits for all of a message or modal.

Knows nothing of the rest of the body. Source: https://discord.com/developers/docs/components/reference
"""

from collections.abc import Collection, Iterator

from localcord.limits import problems
from localcord.limits.components import (
    BUTTON,
    BUTTON_FORM,
    CONTAINER,
    FILE,
    FILE_FORM,
    GALLERY,
    GALLERY_FORM,
    ID,
    LABEL,
    LABELLED_TEXT_INPUT,
    MESSAGE_SELECTS,
    MODAL_FIELDS,
    MOST_TEXT,
    ROW,
    SECTION,
    SECTION_FORM,
    SEPARATOR,
    SEPARATOR_FORM,
    TEXT_DISPLAY,
    TEXT_DISPLAY_FORM,
    TEXT_INPUT,
)
from localcord.limits.errors import Spot
from localcord.limits.fields import by_type, items, record, repeated, text, truth, whole
from localcord.wire import JsonObject

ROW_WIDTH = 5
MOST_COMPONENTS = 40
ATTACHMENT = "attachment://"


def _row_is_not_too_wide(row: JsonObject, spot: Spot) -> None:
    """A row has room for five buttons, or for one of anything else."""
    width = 0
    for index, component in enumerate(row["components"]):
        width += 1 if component["type"] == BUTTON else ROW_WIDTH
        if width > ROW_WIDTH:
            (spot / "components" / index).note(problems.ROW_TOO_WIDE)


ROW_FORM = record(
    _row_is_not_too_wide,
    required={"components": items(1, ROW_WIDTH, by_type({BUTTON: BUTTON_FORM, **MESSAGE_SELECTS}))},
    optional=ID,
)
CLASSIC_LAYOUT = items(0, 5, by_type({ROW: ROW_FORM}))

BLOCKS = {
    ROW: ROW_FORM,
    SECTION: SECTION_FORM,
    TEXT_DISPLAY: TEXT_DISPLAY_FORM,
    GALLERY: GALLERY_FORM,
    FILE: FILE_FORM,
    SEPARATOR: SEPARATOR_FORM,
}
CONTAINER_FORM = record(
    required={"components": items(1, MOST_COMPONENTS, by_type(BLOCKS))},
    optional={**ID, "accent_color": whole(0, 0xFFFFFF), "spoiler": truth},
)
V2_LAYOUT = items(0, MOST_COMPONENTS, by_type({**BLOCKS, CONTAINER: CONTAINER_FORM}))

MODAL_ROW = record(
    _row_is_not_too_wide,
    required={"components": items(1, ROW_WIDTH, by_type({TEXT_INPUT: LABELLED_TEXT_INPUT}))},
    optional=ID,
)
LABEL_FORM = record(
    required={"label": text(1, 45), "component": by_type(MODAL_FIELDS)},
    optional={**ID, "description": text(1, 100)},
)
MODAL_LAYOUT = items(1, 5, by_type({ROW: MODAL_ROW, TEXT_DISPLAY: TEXT_DISPLAY_FORM, LABEL: LABEL_FORM}))


def told_apart(body: JsonObject, spot: Spot) -> None:
    """No two components of a message or a modal have the same id or custom_id."""
    for field, problem in (("custom_id", problems.CUSTOM_ID_REPEATED), ("id", problems.COMPONENT_ID_REPEATED)):
        named = [(part[field], place) for part, place in _walk(body, spot) if part.get(field)]  # an id of 0 means none
        for index in repeated([name for name, _ in named]):
            (named[index][1] / field).note(problem)


def within_v2_totals(body: JsonObject, spot: Spot) -> None:
    """A message with V2 components isn't too large, counting nested components."""
    components = [component for component, _ in _walk(body, spot)]
    if len(components) > MOST_COMPONENTS:
        (spot / "components").note(problems.too_many_components(MOST_COMPONENTS))
    if sum(len(component.get("content", "")) for component in components) > MOST_TEXT:
        (spot / "components").note(problems.too_much_text(MOST_TEXT))


def media_are_attached(body: JsonObject, spot: Spot, file_names: Collection[str]) -> None:
    """Every file that a component shows is attached to the message."""
    for component, place in _walk(body, spot):
        for media, where in _media_of(component, place):
            url = media["url"]
            if url.startswith(ATTACHMENT) and url.removeprefix(ATTACHMENT) not in file_names:
                (where / "url").note(problems.unknown_attachment(url))


def _walk(parent: JsonObject, spot: Spot) -> Iterator[tuple[JsonObject, Spot]]:
    """Every component below with its place, in the order shown, parents first."""
    below = [(child, spot / "components" / index) for index, child in enumerate(parent.get("components", ()))]
    below += [(parent[name], spot / name) for name in ("accessory", "component") if name in parent]
    for component, place in below:
        yield component, place
        yield from _walk(component, place)


def _media_of(component: JsonObject, spot: Spot) -> Iterator[tuple[JsonObject, Spot]]:
    """The media of this component itself, not of those inside it."""
    for index, item in enumerate(component.get("items", ())):
        yield item["media"], spot / "items" / index / "media"
    for name in ("media", "file"):
        if name in component:
            yield component[name], spot / name
