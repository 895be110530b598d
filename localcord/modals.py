"""Turns a filled-in modal into the data of a submission, as Discord's client does. Knows nothing of who fills it in."""

from collections.abc import Mapping

from localcord import components
from localcord.commands import ClientRefuses
from localcord.wire import JsonObject, picked

CHECKBOX = 23
RADIO_GROUP = 21


def submission(modal: JsonObject, values: Mapping[str, object]) -> JsonObject:
    """The `data` of a modal submission.

    Raises: ClientRefuses when a field is unknown, or a required one is empty.
    """
    fields = [component for component in components.walk(modal["components"]) if "custom_id" in component]
    unknown = values.keys() - {field["custom_id"] for field in fields}
    if unknown:
        raise ClientRefuses(f"the modal has no field {', '.join(sorted(unknown))}")
    numbered = components.stored(modal["components"], [])
    return {"custom_id": modal["custom_id"], "components": [_sent(component, values) for component in numbered]}


def _sent(component: JsonObject, values: Mapping[str, object]) -> JsonObject:
    """One component of a submission, with the value filled in."""
    kind = component["type"]
    shown: JsonObject = picked(component, ("type", "id"))
    if kind == components.ACTION_ROW:
        return shown | {"components": [_sent(child, values) for child in component["components"]]}
    if kind == components.LABEL:
        return shown | {"component": _sent(component["component"], values)}
    if kind == components.TEXT_DISPLAY:
        return shown
    custom_id = component["custom_id"]
    shown["custom_id"] = custom_id
    if kind == components.TEXT_INPUT:
        return shown | {"value": _text(component, values.get(custom_id, component.get("value") or ""))}
    if kind in (CHECKBOX, RADIO_GROUP):
        return shown | {"value": values.get(custom_id, False if kind == CHECKBOX else None)}
    chosen = values.get(custom_id, [])
    if not isinstance(chosen, list | tuple):
        raise ClientRefuses(f"{custom_id} takes a list of values")
    if component.get("required", True) and not chosen:
        raise ClientRefuses(f"{custom_id} is required")
    return shown | {"values": list(chosen)}


def _text(component: JsonObject, value: object) -> str:
    text, custom_id = str(value), component["custom_id"]
    if component.get("required", True) and not text:
        raise ClientRefuses(f"{custom_id} is required")
    if text and not (component.get("min_length") or 0) <= len(text) <= (component.get("max_length") or 4000):
        raise ClientRefuses(f"{custom_id} is too short or too long")
    return text
