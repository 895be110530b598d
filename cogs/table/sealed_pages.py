"""The fingerprint of sealed deals before and in a match, and the words that players mix in. Pure."""

from bot.interactions.interactions import TextModal
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text
from bot.tables.table import MOST_CHARACTERS, Table
from bot.words import Words, phrase
from cogs.parts.names import escape_text, name
from games.core import Seat

SHOWN_DIGITS = 16
"""How much of a fingerprint is for eyes: nobody finds another key that fits so much of it."""

ADD_WORDS = phrase("Mix in a word…")


def short(fingerprint: str) -> str:
    """A fingerprint for eyes. Shape: four groups of four digits."""
    return " ".join(fingerprint[start : start + 4] for start in range(0, SHOWN_DIGITS, 4))


def sealed_line(table: Table, say: Words) -> tuple[str, ...]:
    """The line with the whole fingerprint. Shape: empty for a table without."""
    if table.fingerprint is None:
        return ()
    return (say("🔒 Rolls and deals sealed: {fingerprint}", fingerprint=f"`{table.fingerprint}`"),)


def seal_button(table: Table) -> tuple[Button, ...]:
    """The button with the fingerprint, so that it's public before the start. Shape: empty for a table without."""
    if table.fingerprint is None:
        return ()
    return (Button(f"🔒 {short(table.fingerprint)}", CustomId("seal", table.id).to_text()),)


def sealed_parts(table: Table, ui: GameUI, user_id: int, say: Words) -> tuple[Part, ...]:
    """The private page about a table's fingerprint: what it's for, what players have mixed in, and how to."""
    why = say("All rolls and deals follow from a secret key that is already fixed. This is its fingerprint. You'll see "
              "the key after the match, and can check everything.")  # fmt: skip
    lines = [
        say("-# {name} mixes in: {added}", name=name(table, seat, say), added=escape_text(person.words))
        for seat, person in zip(table.seats_of_people, table.people, strict=True)
        if person.words
    ]
    title = say("## 🔒 {title} · match {match}", title=say(ui.title), match=table.id)
    text = Text("\n".join((title, why, f"`{table.fingerprint}`", *lines)))
    if table.phase != "lobby" or table.seat_of(user_id) is None:
        return (text,)
    return (text, Row((Button(say(ADD_WORDS), CustomId("word", table.id).to_text()),)))


def words_form(table: Table, seat: Seat, say: Words) -> TextModal:
    """The window for a player's words."""
    own = table.people[table.seats_of_people.index(seat)].words
    return TextModal(say("Mix in a word"), say("Changes all rolls and deals"), CustomId("words", table.id).to_text(),
                MOST_CHARACTERS, own)  # fmt: skip


def check_button(table: Table, say: Words) -> Button:
    """The button that checks the deals of a match."""
    return Button(say("Check rolls and deals"), CustomId("verify", table.id).to_text())
