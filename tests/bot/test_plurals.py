"""Numbers and their nouns agree: every sentence with a number is tried with 0, 1, 2 and 5 in every language."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.words import Words, words
from tests.bot.test_translations import FACT, LANGUAGES, catalogue, forms
from tests.sentences import POT

NUMBERS = (0, 1, 2, 5)

NOUNS = {
    "en": {
        "round": "rounds", "trick": "tricks", "die": "dice", "card": "cards", "point": "points", "square": "squares",
        "seat": "seats", "player": "players", "place": "places", "match": "matches", "minute": "minutes",
        "second": "seconds", "hour": "hours", "table": "tables", "joker": "jokers", "meld": "melds", "pile": "piles",
        "person": "people", "colour": "colours", "message": "messages",
    },
    "de": {
        "Runde": "Runden", "Stich": "Stiche", "Karte": "Karten", "Punkt": "Punkte", "Feld": "Felder", "Platz": "Plätze",
        "Partie": "Partien", "Minute": "Minuten", "Sekunde": "Sekunden", "Stunde": "Stunden", "Tisch": "Tische",
        "Kombination": "Kombinationen", "Person": "Personen", "Farbe": "Farben",
    },
    "fr": {
        "manche": "manches", "pli": "plis", "dé": "dés", "carte": "cartes", "point": "points", "case": "cases",
        "place": "places", "joueur": "joueurs", "partie": "parties", "minute": "minutes", "seconde": "secondes",
        "heure": "heures", "table": "tables", "joker": "jokers", "combinaison": "combinaisons", "pile": "piles",
        "personne": "personnes", "couleur": "couleurs",
    },
}  # fmt: skip
"""The nouns that pages count: singular and plural, by language."""

ALONE = {"en": {1}, "de": {1}, "fr": {0, 1}}
"""The numbers that take the singular."""

FIXED: dict[str, int | str] = {
    "least": 3, "needed": 5, "seats": 4, "hours": 16, "count": 10, "robots": 2,
    "dice": 10, "unseen": 12, "size": 14, "cards": 8, "tricks": 12, "of": 12, "most": 3,
    "gain": 5, "points": 15, "three": 5, "four": 10, "five": 15, "formula": "7 × 8 ÷ 4 = 14",
}  # fmt: skip
"""Values of placeholders that are always more than one, because of the rules or the bot's limits."""


def wrong(text: str, number: int, language: str) -> str:
    """The first noun that doesn't agree with the number before it, or ""."""
    singular, plural = NOUNS[language].keys(), NOUNS[language].values()
    misfits = plural if number in ALONE[language] else set(singular) - set(plural)
    found = re.search(rf"(?<![\w.,{{-]){number}\*{{0,2}}[ \u00a0](?:{'|'.join(misfits)})(?!\w)", text)
    return found[0] if found else ""


def sentences() -> Iterator[str | tuple[str, ...]]:
    with POT.open("rb") as file:
        for message in read_po(file):
            if message.id:
                yield message.id if isinstance(message.id, str) else tuple(message.id)


def rendered(say: Words, sentence: str | tuple[str, ...], number: int) -> str:
    """The sentence with this number in place of every placeholder."""
    every = {fact for form in forms(sentence) for fact in FACT.findall(form)}
    facts = dict.fromkeys(every, number) | {fact: fixed for fact, fixed in FIXED.items() if fact in every}
    if isinstance(sentence, str):
        return say(sentence, **facts)
    facts.pop("n", None)
    return say.many(sentence[0], sentence[1], number, **facts)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
def test_every_noun_agrees_with_its_number(locale: str, number: int) -> None:
    say, language = words(locale), locale[:2]
    faults = {
        sentence: fault
        for sentence in sentences()
        if (fault := wrong(rendered(say, sentence, number), number, language))
    }

    assert faults == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_all_its_forms(language: str) -> None:
    listing: Catalog = catalogue(language)
    for message in listing:
        if message.id and not isinstance(message.id, str):
            assert len(forms(message.string)) == listing.num_plurals
            assert all(forms(message.string))


def test_one_number_a_sentence() -> None:
    """A sentence with a singular and a plural form counts nothing else."""
    for sentence in sentences():
        if not isinstance(sentence, str):
            counted = {
                fact
                for form in sentence
                for fact in FACT.findall(form)
                for noun in (*NOUNS["en"], *NOUNS["en"].values())
                if f"{{{fact}}} {noun}" in form
            }
            assert counted - FIXED.keys() <= {"n"}, sentence
