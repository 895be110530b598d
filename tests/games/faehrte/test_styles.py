"""The habits that `hard` reckons with at Auf falscher Fährte."""

from games.cards import Card, parse_card
from games.faehrte.policies import HIGHEST, LOWEST, habit_chances


def names(text: str) -> list[Card]:
    return list(map(parse_card, text.split()))


def test_where_low_cards_are_turned_others_are_held_to_have_hidden_low_ones() -> None:
    low, high = (habit_chances(4, cards) for cards in (names("r0 y1"), names("r12 y11")))

    assert low[0][LOWEST] > 100 * low[0][HIGHEST]
    assert high[0][HIGHEST] > 100 * high[0][LOWEST]
    assert low[1] > habit_chances(4, [])[1] > habit_chances(4, names("r0 y12"))[1]
