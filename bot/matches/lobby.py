"""Before a match: opening a table, taking and leaving seats, and the start."""

from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hmac import digest

from bot.errors import MatchOver, NotAllowed, NotYourSeat, VersionConflict
from bot.matches.match import Match, check_playable, own_seat
from bot.matches.service import Intents, LiveMatches, intent, without_invitation
from bot.store.invitations import InvitedEnough
from bot.store.store import Crowded
from bot.tables.clock import POSTING, Pace
from bot.tables.table import Invitation, Person, Place, Robot, Sitter, Table, name_robots, tidied
from bot.words import phrase
from games.catalogue import GAMES
from games.core import Options, Seat
from games.sealed import KEY_BYTES

KEPT_SECONDS = 10 * 60
"""How long a seat is kept for somebody who is invited."""

PRIVATE_TABLE = phrase("This table is private: only people whom its host invites can sit down.")

MOST_TABLES = 10
"""How many open tables one person may sit at: as many as `/table` can list in one message."""


class Lobby(Intents):
    """The intents before a match."""

    def __init__(self, live: LiveMatches, daily_secret: str) -> None:
        """`daily_secret` is what the keys to daily matches of several bots follow from; "" for one in the database."""
        super().__init__(live)
        self._daily_secret = daily_secret.encode()

    async def open(
        self,
        game: str,
        *,
        options: Options,
        capacity: int,
        place: Place,
        host: Person,
        robots: Sequence[Robot] = (),
        plays_forced: bool = True,
        rematch_of: int | None = None,
        opened_by: int | None = None,
        is_lesson: bool = False,
        day: int | None = None,
        pace: Pace = "live",
        locale: str | None = None,
        invited: Sequence[Person] = (),
        let_in: Sequence[Person] = (),
        is_invite_only: bool = False,
        in_thread: bool = False,
    ) -> Match:
        """Opens a table with its host and these computer players. If no seat is left, the match starts at once.

        With `in_thread`, its match gets a thread of its own.

        `opened_by` is the interaction's id. If it has opened a table already, that one is returned. A seat is kept for
        those `invited`, and they're mentioned; those `let_in` may sit down at a table that `is_invite_only`.
        Raises: NotAllowed at too many tables, or with too few seats; VersionConflict if there is one of its kind.
        """
        seated = name_robots(robots, [host], f"{host.user_id} {self._live.now}")
        draft = Table(
            id=0,
            game=game,
            rules_version=GAMES[game].game.rules_version,
            options=options,
            capacity=capacity,
            phase="lobby",
            place=place,
            host_id=host.user_id,
            changed_at=self._live.now,
            opened_at=self._live.now,
            full_at=self._live.now if len(seated) + 1 >= capacity else None,
            sitters=(host, *seated),
            plays_forced=plays_forced,
            rematch_of=rematch_of,
            opened_by=opened_by,
            is_lesson=is_lesson,
            day=day,
            pace=pace,
            locale=locale,
            parent_id=place.channel_id if in_thread else None,
            service_offset=self._live.service_clock.offset_in(place.guild_id),
            invited=(*map(self._invitation, invited), *(Invitation(one.user_id, one.name) for one in let_in)),
            is_invite_only=is_invite_only,
        )
        check_playable(draft)
        if len(draft.sitters) > draft.capacity:
            raise NotAllowed("{seats} seats are too few for you and {robots} computer players.",
                             seats=draft.capacity, robots=len(draft.sitters) - 1)  # fmt: skip
        if draft.free_seats < 0:
            raise NotAllowed("There are too few seats for everyone whom you invite.")
        with _refusals():
            key, most = await self._key_to(draft), None if draft.is_solo else MOST_TABLES
            try:
                stored = await self._store.open(draft, key=key, most=most)
            except (VersionConflict, Crowded):
                if (before := await self._store.opened_by(draft.opened_by)) is None:
                    raise
                return await self._live.get(before.id)
        match = self._live.keep(Match(stored))
        return await self.start(stored.id, stored.host_id) if stored.is_full else match

    async def _key_to(self, draft: Table) -> bytes:
        """Makes the key to a table's deals. That to a daily match follows from a secret, its day and its game."""
        if draft.day is None:
            return self._live.rng.randbytes(KEY_BYTES)
        if not self._daily_secret:
            self._daily_secret = await self._store.dailies.secret()
        message = f"finte daily\nday {draft.day}\ngame {draft.game}\n"
        return digest(self._daily_secret, message.encode("ascii"), "sha256")

    def _invitation(self, person: Person) -> Invitation:
        return Invitation(person.user_id, person.name, self._live.now + KEPT_SECONDS)

    @intent
    async def invite(self, match: Match, host_id: int, person: Person) -> Match:
        """Invites somebody, for the host: a seat is kept for them, and the table's next message mentions them.

        Raises: NotAllowed, also if they were invited before, or the host has invited too many lately.
        """
        table = _lobby(match, host_id)
        if table.seat_of(person.user_id) is not None:
            raise NotAllowed("They're already at this table.")
        if table.invites(person.user_id):
            raise NotAllowed("You've already invited them to this table.")
        if person.user_id in table.removed:
            raise NotAllowed("They were removed from this table.")
        _check_free_seat(table)
        with _refusals():
            return await self._live.invite(match, self._invitation(person))

    @intent
    async def decline(self, match: Match, user_id: int) -> Match:
        """Gives back the seat that is kept for this person. Raises: NotAllowed if none is."""
        table = _lobby(match)
        if all(invitation.user_id != user_id for invitation in table.kept):
            raise NotAllowed("No seat is kept for you at this table.")
        invited = (replace(one, until=0) if one.user_id == user_id else one for one in table.invited)
        return self._live.keep(await self._live.note(match, replace(table, invited=tuple(invited))))

    @intent
    async def join(self, match: Match, person: Person) -> Match:
        """Takes a seat. Does nothing if this person already has one.

        Raises: NotAllowed if the table is full, or this person may not sit down.
        """
        table = _lobby(match)
        if table.seat_of(person.user_id) is not None:
            return match
        if person.user_id in table.removed:
            raise NotAllowed("The host removed you from this table.")
        if table.is_invite_only and not table.invites(person.user_id):
            raise NotAllowed(PRIVATE_TABLE)
        _check_free_seat(table, person.user_id)
        with _refusals():
            return await self._live.seat(match, (*table.sitters, person), newcomer=person.user_id, most=MOST_TABLES)

    @intent
    async def add_words(self, match: Match, user_id: int, words: str) -> Match:
        """Adds a player's words to the deals, in place of earlier ones; "" takes them back."""
        table = _lobby(match)
        seat = own_seat(table, user_id)
        sitters = [
            replace(sitter, words=tidied(words)) if isinstance(sitter, Person) and place == seat else sitter
            for place, sitter in enumerate(table.sitters)
        ]
        return await self._live.seat(match, sitters)

    @intent
    async def leave(self, match: Match, user_id: int) -> Match:
        """Gives up a seat. After a host, the next person becomes host; the last one to leave closes the table."""
        return await self._unseat(match, own_seat(_lobby(match), user_id))

    @intent
    async def add_robot(self, match: Match, host_id: int, robot: Robot) -> Match:
        """Seats a computer player, for the host. Empty seats are dropped."""
        table = _check_free_seat(_lobby(match, host_id))
        seated = name_robots([robot], table.sitters, f"{table.id} {table.version}")
        return await self._live.seat(match, (*table.sitters, *seated))

    @intent
    async def check_host(self, match: Match, user_id: int) -> Match:
        """The match, if it has not started and this person is its host. Raises: NotAllowed."""
        _lobby(match, user_id)
        return match

    @intent
    async def remove(self, match: Match, host_id: int, sitter: Sitter) -> Match:
        """Empties a sitter's seat, for the host. Of nameless computer players of one level, the last one goes.

        A person can't sit down there again. An invitation that wasn't accepted is taken back.
        """
        table = _lobby(match, host_id)
        seats = [seat for seat, other in enumerate(table.sitters) if _is(other, sitter)]
        if not seats and isinstance(sitter, Person) and table.invites(sitter.user_id):
            return self._live.keep(await self._live.note(match, without_invitation(table, sitter.user_id)))
        if not seats:
            raise NotAllowed("That seat is already empty.")
        removed = sitter.user_id if isinstance(sitter, Person) and sitter.user_id != host_id else None
        return await self._unseat(match, Seat(seats[-1]), removed=removed)

    @intent
    async def show_rounds(self, match: Match, user_id: int, *, allows: bool) -> Match:
        """Lets people who watch step through rounds that are over, or no longer lets them.

        See `Table.may_show_rounds`. Any player can take it back.
        """
        table = match.table
        if not table.is_open:
            raise MatchOver
        if not table.holds(user_id):
            raise NotYourSeat
        if allows and not table.may_show_rounds(user_id):
            raise NotAllowed("Only the host can allow that, before anybody else sits down.")
        if table.shows_rounds == allows:
            return match
        return self._live.keep(await self._live.note(match, replace(table, shows_rounds=allows)))

    @intent
    async def start(self, match: Match, host_id: int) -> Match:
        """Starts the match with everyone who sits there, for the host. Empty seats are dropped."""
        table = _lobby(match, host_id, starts=True)
        game = GAMES[table.game].game
        if len(table.sitters) not in game.seats:
            raise NotAllowed("You need at least {least} players to start.", least=game.seats.start)
        return await self._live.begin(match)

    @intent
    async def call(self, match: Match, user_ids: Collection[int]) -> bool:
        """Stores, before it's posted, that a message calls these people to a lobby that lacks people.

        Shape: false, and nothing is stored, if it no longer lacks any, or has called others.
        """
        table = match.table
        if not table.lacks_people or table.call_id is not None:
            return False
        await self._live.note(match, replace(table, call_id=POSTING), called=user_ids)
        return True

    @intent
    async def note_call(self, match: Match, call_id: int) -> None:
        """Stores the message that calls people to the lobby, or TAKEN_BACK. No page shows it."""
        await self._live.note(match, replace(match.table, call_id=call_id))

    async def rematch(
        self,
        match_id: int,
        person: Person,
        place: Place,
        may_join: Callable[[Table], Awaitable[bool]] | None = None,
        may_invite: Callable[[Table], Awaitable[Sequence[Person]]] | None = None,
    ) -> tuple[Match, bool]:
        """Opens the next match at this table for the first of its players to ask; the others join it.

        Returns the match, and whether this call has opened it. Asked for in the table's own thread, it's opened in the
        channel, with a thread of its own. `may_join` is asked for those who have no seat there. `may_invite` chooses
        those of a table's other people whom a new one mentions.
        Raises: NotYourSeat, also if they may not join.
        """
        over = (await self._live.get(match_id)).table
        if not over.is_decided or over.is_solo:
            raise NotAllowed("You can ask for a rematch once the match is over.")
        own_seat(over, person.user_id)
        if again := await self._store.rematch_of(match_id):
            match = await self._live.get(again)
            if match.table.seat_of(person.user_id) is not None:
                return match, False
            if may_join and not await may_join(match.table):
                raise NotYourSeat
            return await self.join(again, person), False
        invited = await may_invite(over) if may_invite else ()
        known = {person.user_id, *(one.user_id for one in invited)}
        others = [one for seat in over.remaining if isinstance(one := over.sitters[seat], Person)]
        place = over.home if place == over.place else place
        try:
            match = await self.open(
                over.game,
                options=over.options,
                capacity=over.capacity,
                place=place,
                host=person,
                robots=[sitter for sitter in over.sitters if isinstance(sitter, Robot)],
                plays_forced=over.plays_forced,
                rematch_of=match_id,
                pace=over.pace,
                locale=over.locale,
                invited=invited,
                let_in=[one for one in others if one.user_id not in known] if over.is_invite_only else (),
                is_invite_only=over.is_invite_only,
                in_thread=over.parent_id is not None and place == over.home,
            )
        except VersionConflict:
            return await self.rematch(match_id, person, place, may_join, may_invite)
        return match, True

    async def _unseat(self, match: Match, seat: Seat, *, removed: int | None = None) -> Match:
        """Empties a seat, to whose person, if `removed`, it's closed for good. The first person left becomes host.

        If none is left, the table closes.
        """
        table = match.table
        sitters = (*table.sitters[:seat], *table.sitters[seat + 1 :])
        people = [sitter.user_id for sitter in sitters if isinstance(sitter, Person)]
        if not people:
            return await self._live.close(match, "cancelled")
        host_id = table.host_id if table.host_id in people else people[0]
        return await self._live.seat(match, sitters, host_id=host_id, removed=removed)


def _lobby(match: Match, host_id: int | None = None, *, starts: bool = False) -> Table:
    """The table, if its match has not started; with `host_id`, only for its host.

    A lesson or a daily match has no lobby: if a crash has left it unstarted, it can only be started as it is.
    """
    table = match.table
    if not table.is_open:
        raise MatchOver
    if table.phase != "lobby" or (table.is_solo and not starts):
        raise NotAllowed("This match has already started.")
    if host_id is not None and host_id != table.host_id:
        raise NotAllowed("Only the table's host can do that.")
    return table


@contextmanager
def _refusals() -> Iterator[None]:
    """Turns Crowded and InvitedEnough into refusals that tell the person their limit."""
    try:
        yield
    except Crowded as error:
        raise NotAllowed(
            "You're already at {count} open tables (see /table). Finish or leave one, or ask its host to cancel it.",
            count=MOST_TABLES,
        ) from error
    except InvitedEnough as error:
        raise NotAllowed("You can invite five people an hour. Try again <t:{moment}:R>.",
                         moment=error.again_at) from error  # fmt: skip


def _check_free_seat(table: Table, user_id: int = 0) -> Table:
    """Raises: NotAllowed unless a seat is neither taken nor kept for somebody else than this person."""
    if table.is_full:
        taken = len(table.sitters)
        raise NotAllowed("The table is full: {taken}/{seats} seats taken.", taken=taken, seats=table.capacity)
    if table.free_seats < 1 and all(invitation.user_id != user_id for invitation in table.kept):
        until = min(invitation.until for invitation in table.kept)
        raise NotAllowed("The free seats are kept for people who are invited, until <t:{until}:t>.", until=until)
    return table


def _is(sitter: Sitter, asked: Sitter) -> bool:
    """Whether this is the sitter asked for: a person by id, a computer player by name, or by level if it has none."""
    if isinstance(sitter, Person) and isinstance(asked, Person):
        return sitter.user_id == asked.user_id
    if isinstance(sitter, Robot) and isinstance(asked, Robot):
        return sitter == asked if asked.name else sitter.level == asked.level
    return False
