"""Checks that nobody was shown what another seat holds: every version of every message, against the stored matches."""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from games.cards import NAMES
from games.catalogue import GAMES
from games.core import IllegalAction, MalformedAction, Seat, State, View
from games.volltreffer.view import VolltrefferView
from localcord import Localcord
from localcord.world import Event
from tests.end_to_end.dice import cups_of, own_dice
from tests.end_to_end.ledger import StoredMatch
from tests.end_to_end.recorder import Version
from tests.end_to_end.tables import verb_of

Offer = tuple[int, str, int, str]
"""A match, a person, the number of a decision, and an action that was offered to them there."""

NOT_ASKED = 0
"""The decision that a panel names while somebody else is to act: what it shows may then belong to any."""

OPEN = re.compile(r"f1\|[a-z]+\|\d+\|0\|[a-z0-9 .]*")
"""What the custom_ids of public buttons look like: they belong to no decision."""


class Secrets:
    """Listens to Discord from now on. Shape: `tokens` are those of every interaction."""

    def __init__(self, discord: Localcord) -> None:
        self._bot_id = discord.application_id
        self._offers: set[Offer] = set()
        self._dice: set[tuple[int, str, str]] = set()
        self._public: set[str] = set()
        self.tokens: list[str] = []
        discord.world.watch(self._heard)

    def _heard(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self.tokens.append(event.payload["token"])
        message = event.message
        if not message or event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or message.author_id != self._bot_id:
            return
        version = Version(message.id, message.owner_id, message.body)
        if message.owner_id is None:
            self._public.update(found for found in version.custom_ids if not OPEN.fullmatch(found))
            return
        for custom_id in version.custom_ids:
            if verb_of(custom_id) == "play":
                _, _, match_id, decision, text = custom_id.split("|")
                self._offers.add((int(match_id), message.owner_id, int(decision), text.split(";")[0]))
        dice = own_dice(version)
        if dice is not None and version.match_id is not None:
            self._dice.add((version.match_id, message.owner_id, dice))

    def shown(self, matches: list[StoredMatch]) -> Iterator[str]:
        """Every secret that was shown to somebody, in a sentence each."""
        yield from (f"a public button says {custom_id}" for custom_id in sorted(self._public))
        known = {match.id: match for match in matches}
        states = {match.id: _states(match) for match in matches}
        for match_id, owner_id, decision, text in sorted(self._offers):
            match = known.get(match_id)
            seat = _seat(match, owner_id)
            if match is None or seat is None or decision not in states[match_id]:
                continue  # of a lesson, a table that was cancelled, or somebody who has deleted their data
            asked = states[match_id].items()
            possible = (state for number, there in asked if decision in (number, NOT_ASKED) for state in there)
            if not any(_may_know(match, state, seat, text) for state in possible):
                yield f"match {match_id} offered {owner_id} what isn't theirs: {text} at decision {decision}"
        for match_id, owner_id, dice in sorted(self._dice):
            match = known.get(match_id)
            if match is None or match.game != "bluff" or _seat(match, owner_id) is None:
                continue
            if dice not in cups_of(match)[int(owner_id)]:
                yield f"match {match_id} showed {owner_id} dice that aren't theirs"


def _seat(match: StoredMatch | None, owner_id: str) -> int | None:
    return match.people.index(int(owner_id)) if match is not None and int(owner_id) in match.people else None


def _may_know(match: StoredMatch, state: State[Any, Any], seat: int, text: str) -> bool:
    """Whether this seat's panel may offer this action: it's legal, or names only cards of its own hand."""
    view = state.view(Seat(seat))
    with suppress(IllegalAction, MalformedAction):
        view.check(GAMES[match.game].game.parse_action(text))
        return True
    cards = set(text.split()[1:])
    return bool(cards) and cards <= {*view.held.split(), *_on_sale(view)}


def _on_sale(view: View[Any]) -> Iterator[str]:
    """The cards in the row that everyone sees, some of which cost this seat too much."""
    if isinstance(view, VolltrefferView):
        yield from (NAMES[card] for card in view.table.row)


def _states(match: StoredMatch) -> dict[int, list[State[Any, Any]]]:
    """The positions of each decision: several while people choose at the same time."""
    found: defaultdict[int, list[State[Any, Any]]] = defaultdict(list)
    for state in match.undecided():
        found[state.decision].append(state)
    return found
