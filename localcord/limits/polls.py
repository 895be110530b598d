"""Polls. Knows nothing of the message around them.

Source: https://discord.com/developers/docs/resources/poll
"""

from localcord.limits.emojis import COMPONENT_EMOJI
from localcord.limits.fields import items, one_of, record, text, truth, whole

POLL = record(
    required={
        "question": record(required={"text": text(1, 300)}),
        "answers": items(
            1,
            10,
            record(required={"poll_media": record(optional={"text": text(1, 55), "emoji": COMPONENT_EMOJI})}),
        ),
    },
    optional={"duration": whole(1, 32 * 24), "allow_multiselect": truth, "layout_type": one_of(1)},
)
