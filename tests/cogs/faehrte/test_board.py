"""The public page of Auf falscher Fährte, read by hand: beside its pictures, and in words alone."""

import pytest

from bot.pages import Part
from bot.table import Person
from bot.words import ENGLISH
from cogs.faehrte.board import board
from games.faehrte import FaehrteState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.faehrte.tables import FOUR, JOKERS, SECOND_DEAL, THREE, act, play, playing, start
from tests.pages import as_text, beside_pictures

DORA = Person(4, "Dora")


def parts(state: FaehrteState) -> tuple[Part, ...]:
    return board(seated(ANA, BEN, CLEO, DORA), state.view(None), ENGLISH)


def lines(state: FaehrteState) -> list[str]:
    """What stands beside the pictures."""
    return beside_pictures(parts(state)).splitlines()


def four_left(tricks: tuple[int, ...]) -> FaehrteState:
    """The eighth trick is complete, in a Plus round."""
    before = tuple(taken - (seat == 0) for seat, taken in enumerate(tricks))
    hands = "r1 r2 r3 r4 r9 / y1 y2 y3 y4 y9 / g1 g2 g3 g4 g9 / b1 b2 b3 b4 b9"
    state = playing(hands, turned="r12 y12 g12 b12", tricks=before)
    return play(state, "r9 y9 g9 b9")


def over() -> FaehrteState:
    state = playing("r9 / y9 / g9 / b9", turned="r1 y2 g3 b4", tricks=(4, 3, 2, 2))
    return play(state, "r9 y9 g9 b9")


def test_the_result_shows_the_last_trick() -> None:
    assert "-# Last trick: ① **Ana** led ❤️ 9 · ☀️ 9 · 🍀 9 · 💧 9; ① **Ana** took it" in lines(over())


def test_the_result_tells_what_was_hidden_and_how_many_tricks_everyone_took() -> None:
    shown = lines(over())
    at = shown.index("----")

    assert shown[at + 1 :] == [
        "**Round 1** · Hidden cards: ❤️ 1 + ☀️ 2 + 🍀 3 + 💧 4 = **10** · **Minus**: fewest are best",
        "① **Ana** · 5 tricks · **+0**",
        "② **Ben** · 3 tricks · **+2**",
        "③ **Cleo** · 2 tricks · **+4**",
        "④ **Dora** · 2 tricks · **+4**",
    ]


def next_round() -> FaehrteState:
    state = playing("r9 / y9 / g9 / b9", turned="r1 y2 g3 b4", tricks=(4, 3, 2, 2), leader=1, rounds=2)
    return act(play(state, "y9 g9 b9 r9"), SECOND_DEAL)


def test_a_new_round_tells_how_the_one_before_ended() -> None:
    shown = lines(next_round())

    assert "**Round 1** · Hidden cards: **10** · **Minus**: fewest are best" in shown
    assert "② **Ben** · 3 tricks · **+2**" in shown


def test_a_round_under_way_does_not_tell_of_the_one_before() -> None:
    state = act(next_round(), "hide r1", "hide y1", "hide g1", "hide b1", "pile r1 y1 g1 b1")

    assert not any("**Round 1**" in line for line in lines(play(state, "g2 b2 r2 y2")))


def test_it_is_told_who_decided_on_trump() -> None:
    state = four_left((4, 2, 2, 0))

    assert not any(line.startswith("-# ") and "trump" in line for line in lines(state))
    assert "-# ④ **Dora** has changed trump to ☀️ yellow." in lines(act(state, "trump yellow"))
    assert "-# ④ **Dora** has left trump as it was: ❤️ red." in lines(act(state, "trump keep"))


def test_a_decision_on_trump_is_told_until_the_next_trick_is_complete() -> None:
    state = play(act(four_left((4, 2, 2, 0)), "trump yellow"), "r1 y1 g1")

    assert any("has changed trump" in line for line in lines(state))
    assert not any("has changed trump" in line for line in lines(act(state, "play b1")))


def test_it_is_told_that_a_tie_bars_a_change_of_trump() -> None:
    state = four_left((4, 2, 1, 1))
    sentence = "-# Trump stays: ③ **Cleo** · ④ **Dora** are doing equally badly, so nobody may change it."

    assert sentence in lines(state)
    assert sentence not in lines(play(state, "r1 y1 g1 b1"))


def test_jokers_let_decide_on_trump_one_after_the_other() -> None:
    state = play(playing("r1 r9 / y9 J / g1 g9", tricks=(5, 3, 3), jokers_gone=0), "r9 J g9")

    assert not any(line.startswith("-# ") and "trump" in line for line in lines(state))
    assert "-# ② **Ben** has changed trump to 🍀 green." in lines(act(state, "trump green"))


def test_two_jokers_in_one_trick_are_told_of_in_turn() -> None:
    state = play(playing("r9 / J / J", tricks=(6, 3, 3), jokers_gone=0), "r9 J J")
    first = act(state, "trump green")

    assert "-# ② **Ben** has changed trump to 🍀 green." in lines(first)
    assert "-# ③ **Cleo** has changed trump to 💧 blue." in lines(act(first, "trump blue"))
    assert "-# ② **Ben** has changed trump to 🍀 green." in lines(act(first, "trump blue"))


def test_a_third_joker_decides_nothing() -> None:
    state = play(playing("r1 r9 / y9 J / g1 g9", tricks=(5, 3, 3), jokers_gone=2), "r9 J g9")

    assert not any("trump to" in line for line in lines(state))


@pytest.mark.parametrize(("deal", "jokers"), [(THREE, False), (JOKERS, True)], ids=["plain", "jokers"])
def test_the_card_left_over_is_shown_all_round_long(deal: str, jokers: bool) -> None:
    state = start(deal, jokers=jokers)
    playing_on = start(deal, "r0", "y3", "b0", jokers=jokers)

    for moment in (state, playing_on, play(playing_on, "g1", "g6", "y1")):
        assert "-# 🍀 9 is out of this round." in lines(moment)
        assert as_text(parts(moment)).count("is out of this round") == 1


def test_with_four_no_card_is_left_over() -> None:
    assert "out of this round" not in as_text(parts(start(FOUR)))
