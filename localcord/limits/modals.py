"""Modals. Knows nothing of the interaction they answer.

Source: https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
"""

from localcord.limits.components import CUSTOM_ID
from localcord.limits.errors import Spot
from localcord.limits.fields import record, text
from localcord.limits.layouts import MODAL_LAYOUT, told_apart

MODAL = record(told_apart, required={"custom_id": CUSTOM_ID, "title": text(1, 45), "components": MODAL_LAYOUT})


def check_modal(data: object) -> None:
    """Checks the data of a modal.

    Raises: Refused, when Discord would refuse it.
    """
    spot = Spot()
    MODAL(data, spot)
    spot.refuse_if_marked()
