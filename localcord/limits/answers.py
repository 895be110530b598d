"""First answers to an interaction. Knows nothing of the interaction or whether it's still open.

Source: https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
"""

from collections.abc import Mapping, Sequence
from functools import partial

from localcord.limits.choices import CHOICES
from localcord.limits.errors import Spot
from localcord.limits.fields import Record, one_of, record
from localcord.limits.messages import FLAGS, read_message, refuse_if_empty
from localcord.limits.modals import MODAL

PONG, MESSAGE, MESSAGE_LATER, UPDATE_LATER, UPDATE, CHOOSE, OPEN_MODAL = 1, 4, 5, 6, 7, 8, 9

ANSWER = record(required={"type": one_of(PONG, MESSAGE, MESSAGE_LATER, UPDATE_LATER, UPDATE, CHOOSE, OPEN_MODAL)})
BY_TYPE: dict[int, Record] = {
    PONG: record(),
    MESSAGE_LATER: record(optional={"data": record(optional={"flags": FLAGS})}),
    UPDATE_LATER: record(),
    CHOOSE: record(required={"data": record(optional={"choices": CHOICES})}),
    OPEN_MODAL: record(required={"data": MODAL}),
}


def check_answer(body: object, *, editing: Mapping[str, object] | None = None, file_names: Sequence[str] = ()) -> None:
    """Checks a whole first answer, `{"type": ..., "data": ...}`.

    Shape: `editing` is the stored message that type 7 edits; without it, the check can't tell if it'd become empty.
    Raises: Refused, when Discord would refuse it.
    """
    spot = Spot()
    kind = ANSWER(body, spot).get("type", PONG)
    spot.refuse_if_marked()
    before = {MESSAGE: None, UPDATE: editing or {}}
    if kind not in before:
        BY_TYPE[kind](body, spot)
        spot.refuse_if_marked()
        return
    message = partial(read_message, editing=before[kind], file_names=file_names)
    answer = record(optional={"data": message})(body, spot)
    spot.refuse_if_marked()
    if kind == MESSAGE or editing is not None:
        refuse_if_empty(answer.get("data", before[kind] or {}), file_names)
