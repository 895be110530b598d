"""The cheap players of many worlds at once, beside `medium` and the examples of what a greedy player does."""

from random import Random

import numpy as np
import pytest

from games.cards import JOKER, NAMES, Cards, Colour, gather, jokers, listed, parse_card
from games.faehrte import policies
from games.faehrte.actions import DECKS, PLAYERS
from games.faehrte.bitsets import SUITS, Sets, packed, unpacked_card
from games.faehrte.computer import BEATING, STEPS, to_hide, to_name, to_play
from games.faehrte.policies import BY_HAND, HIGHEST, LOWEST
from tests.games.faehrte.worlds import sets_of

EXAMPLES = 400


def drawn(seats: int, rng: Random) -> tuple[Cards, Cards, list[int]]:
    """A hand, cards that others hold, and the rest of the deck."""
    deck = listed(DECKS[seats, False])
    rng.shuffle(deck)
    held = rng.randint(1, 12)
    out = held + rng.randint(0, 25)
    return gather(deck[:held]), gather(deck[held:out]), deck[out:]


def sets(found: list[Cards]) -> Sets:
    return np.array([packed(cards) for cards in found], np.uint64)


@pytest.mark.parametrize("seats", PLAYERS)
def test_in_many_worlds_medium_plays_what_it_plays_in_one(seats: int) -> None:
    rng = Random(seats)
    hands, outs, beats, trumps, to_come, plus, joking, expected = [], [], [], [], [], [], [], []
    for _ in range(EXAMPLES):
        hand, out, rest = drawn(seats, rng)
        trump, after, likely, joker = rng.randrange(4), rng.randrange(seats), rng.randint(0, STEPS), rng.random() < 0.3
        best = JOKER if after == seats - 1 or not rest else rng.choice([*rest, JOKER])
        played = to_play(hand | jokers(joker), out, seats=seats, best=best, trump=trump, to_come=after, plus=likely)
        hands.append(hand)
        outs.append(out)
        beats.append(BEATING[trump][best])
        trumps.append(trump)
        to_come.append(after)
        plus.append(likely)
        joking.append(joker)
        expected.append(NAMES[played])
    choice = policies.Choices(
        sets(hands), sets(outs), sets(beats), SUITS[trumps], np.array(to_come), np.array(plus), np.array(joking)
    )

    assert [NAMES[unpacked_card(card)] for card in policies.as_medium(choice, seats).tolist()] == expected


@pytest.mark.parametrize("seats", PLAYERS)
def test_in_many_worlds_medium_names_and_hides_what_it_does_in_one(seats: int) -> None:
    rng = Random(seats)
    hands = [drawn(seats, rng)[0] for _ in range(EXAMPLES)]
    plus = [rng.randint(0, STEPS) for _ in hands]
    for trump in range(4):
        named = policies.to_name(sets(hands), np.repeat(SUITS[trump], EXAMPLES), np.array(plus))
        hidden = policies.to_hide(sets(hands), trump, np.full(EXAMPLES, BY_HAND), seats)

        assert named.tolist() == [
            int(SUITS[to_name(hand, trump, each)]) for hand, each in zip(hands, plus, strict=True)
        ]
        assert [unpacked_card(card) for card in hidden.tolist()] == [to_hide(seats, hand, trump) for hand in hands]


def test_players_hide_their_highest_or_their_lowest_card_by_habit() -> None:
    hands = sets_of("r0 r3 y2 y9 g12", "r0 r3 y2 y9 g12")
    hidden = policies.to_hide(hands, Colour.RED, np.array([HIGHEST, LOWEST]), 4)

    assert [NAMES[unpacked_card(card)] for card in hidden.tolist()] == ["g12", "r0"]


def played(cards: str, best: str = "J", unseen: str = "r5 y4 y6 y8 g6 g7 g8", **how: bool) -> str:
    """What is played where red is trump and `best` takes the trick so far."""
    wants, gentle, last = (np.array([how.get(name, False)]) for name in ("wants", "gentle", "last"))
    beating = np.array([packed(BEATING[Colour.RED][parse_card(best)])], np.uint64)
    chosen = policies.greedy(
        sets_of(cards), sets_of(unseen), beating, SUITS[[Colour.RED]], wants=wants, gentle=gentle, last=last
    )
    return NAMES[unpacked_card(int(chosen[0]))]


@pytest.mark.parametrize(
    ("cards", "best", "wants", "last", "card"),
    [
        ("y3 y7 y9", "y5", True, False, "y9"),  # as surely as can be, because others are to come
        ("y3 y7 y9", "y5", True, True, "y7"),  # as cheaply as can be
        ("y3 y4", "y5", True, False, "y3"),  # nothing to win
        ("y3 y4 y9", "y5", False, False, "y4"),  # the strongest that loses
        ("y7 y9", "y5", False, False, "y7"),  # may still be beaten
        ("y7 y9", "y5", False, True, "y9"),  # taken anyway
        ("r2 r6 g1", "y5", True, False, "r6"),
        ("r2 r6 g1", "y5", True, True, "r2"),
        ("g1 g9 b2", "y5", False, False, "b2"),  # nobody else has blue cards
        ("y3 g9", "J", True, False, "g9"),  # leads what fewest can beat
        ("y3 g9", "J", False, False, "y3"),  # leads what most can beat
        ("g2 b2", "y5", True, True, "g2"),  # unlike blue, green is out
    ],
)
def test_a_greedy_player_looks_at_this_trick_alone(
    cards: str, best: str, *, wants: bool, last: bool, card: str
) -> None:
    assert played(cards, best, wants=wants, last=last) == card


def test_a_gentle_player_takes_a_trick_as_cheaply_as_they_can() -> None:
    assert played("y3 y7 y9", "y5", wants=True, gentle=True) == "y7"
    assert played("y3 g9", wants=True, gentle=True) == "y3"
    assert played("y3 y4 y9", "y5", gentle=True) == "y4"
