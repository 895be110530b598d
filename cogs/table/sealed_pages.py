"""Pages about sealed deals: the fingerprint before and in a match, players' words, the result of a check. Pure."""

from bot.interactions.text_modal import TextModal
from bot.matches.history import Verified
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Document, Page, Part, Row, Text
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


def sealed_parts(table: Table, screens: Screens, user_id: int, say: Words) -> tuple[Part, ...]:
    """The private page about a table's fingerprint: what it's for, what players have mixed in, and how to."""
    why = say("All rolls and deals follow from a secret key that is already fixed. This is its fingerprint. You'll see "
              "the key after the match, and can check everything.")  # fmt: skip
    lines = [
        say("-# {name} mixes in: {added}", name=name(table, seat, say), added=escape_text(person.words))
        for seat, person in zip(table.seats_of_people, table.people, strict=True)
        if person.words
    ]
    title = say("## 🔒 {title} · match {match}", title=say(screens.title), match=table.id)
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


def verified_page(found: Verified, screens: Screens, say: Words) -> Page:
    """The result of a check, with the file for those who want to check by themselves."""
    title = say("## {title} · rolls and deals of match {match}", title=say(screens.title), match=found.table.id)
    if not found.is_sealed:
        lines = [say.many(
            "This match began before rolls and deals were sealed: its {n} roll or deal came from the system's "
            "randomness and can't be checked.",
            "This match began before rolls and deals were sealed: its {n} rolls and deals came from the system's "
            "randomness and can't be checked.",
            found.draws,
        )]  # fmt: skip
    else:
        lines = [*_verdict(found, say), *_rest(found, say)]
    parts: tuple[Part, ...] = (Text("\n".join((title, *lines))),)
    if found.file is not None:
        parts = (*parts, Document(f"finte-deals-{found.table.id}.json", found.file))
    return Page(parts, screens.accent)


def _verdict(found: Verified, say: Words) -> list[str]:
    if found.is_right:
        follows = say.many("✅ The {n} roll or deal follows from the key.",
                           "✅ All {n} rolls and deals follow from the key.",
                           found.draws)  # fmt: skip
        kept = say("✅ The key has the fingerprint that was shown before the match: {fingerprint}",
                   fingerprint=short(found.table.fingerprint or ""))  # fmt: skip
        return [follows, kept]
    lines = [say("❌ Something is wrong with the rolls or deals of this match. Please tell whoever runs this bot.")]
    if found.fitting < found.draws:
        lines.append(say.many("❌ {n} roll or deal doesn't follow from the key.",
                              "❌ {n} rolls and deals don't follow from the key.",
                              found.draws - found.fitting))  # fmt: skip
    if not found.has_kept_promise:
        lines.append(say("❌ The key or the players' words aren't those from before the match."))
    return lines


def _rest(found: Verified, say: Words) -> list[str]:
    """Sentences about the file: how to use it, or why there is none."""
    if found.file is None:
        return [say("The match ended early, and hands that nobody has shown stay hidden. So the key stays hidden too, "
                    "and you have to take the bot's word for it.")]  # fmt: skip
    lines = [say("The file has the key, the players' words and every move. With docs/verify.py from the bot's source "
                 "code, you can check it on any computer: `python verify.py FILE`")]  # fmt: skip
    if found.lacks_words:
        lines.append(say("A player's words were deleted with their data. Only a hash is kept, which is enough to "
                         "check the rolls and deals."))  # fmt: skip
    return lines
