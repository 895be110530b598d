"""Deals: their texts, what a deal may be, and unseen cards dealt again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import CARD_OF_NAME, JOKERS, OF_COLOUR, Cards, Colour, gather, listed, parse, to_text
from games.core import IllegalAction, Seat
from games.dealing import Deal, Distribution, Need, deal, distribute, parse_deal

SMALL = parse("r1 r2 y1 y2 J")


def names(*texts: str) -> list[int]:
    return [CARD_OF_NAME[text] for text in texts]


EVERY_CARD = "Every card of the deck is dealt once: r1 r2 y1 y2 J."


def test_a_deal_names_its_dealer_its_hands_and_what_is_left_over() -> None:
    dealt = Deal(Seat(1), (parse("r1 J"), parse("y1 y2")), CARD_OF_NAME["r2"])

    assert dealt.to_text() == "deal 1 / r1 J / y1 y2 / + r2"
    assert parse_deal(dealt.to_text()) == dealt


@pytest.mark.parametrize(
    "text",
    ["deal", "deal x / r1", "deal 01 / r1", "deal 0 / r1 / + r2 r3", "deal 0 / + r2 / r1", "deal 0 / r2 r1", "0 / r1"],
)
def test_another_text_is_no_deal(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - which of its parts is wrong does not matter
        parse_deal(text)


@given(st.integers())
def test_a_deal_from_a_shuffled_deck_is_in_order(seed: int) -> None:
    dealt = deal(Seat(1), 2, 2, SMALL, Random(seed))

    dealt.check(Seat(1), 2, 2, SMALL)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deal 1 / r1 r2 / y1 y2 / + J", "Player 2 does not deal."),
        ("deal 0 / r1 r2 y1 / y2 / + J", "Each of 2 players gets 2 cards, not 3, 1."),
        ("deal 0 / r1 r2 / - / + J", "Each of 2 players gets 2 cards, not 2, 0."),
        ("deal 0 / r1 r2 / y1 J", EVERY_CARD),
        ("deal 0 / r1 r2 / r2 y1 / + J", EVERY_CARD),
        ("deal 0 / r1 r2 / y1 J / + J", EVERY_CARD),
        ("deal 0 / r1 r2 / y1 y3 / + J", EVERY_CARD),
        ("deal 0 / r1 J / J J / + J", EVERY_CARD),
    ],
)
def test_the_dealer_deals_every_card_once_and_everyone_as_many(text: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as error:
        parse_deal(text).check(Seat(0), 2, 2, SMALL)
    assert str(error.value) == reason


def test_every_possible_deal_is_equally_likely_whoever_misses_what() -> None:
    cards, rng = parse("r1 r2 y1 y2 b1 b2"), Random(1)
    _, yellow, _, blue, *_ = OF_COLOUR
    needs = [Need(2, blue), Need(2, yellow), Need(2)]  # two groups of holders overlap, and neither is within the other

    deals = Counter(tuple(map(to_text, distribute(cards, needs, rng))) for _ in range(6000))

    assert len(deals) == len(list(every_deal(cards, needs))) == 19
    assert max(deals.values()) < 1.3 * 6000 / 19
    assert min(deals.values()) > 0.7 * 6000 / 19


def every_deal(cards: Cards, needs: Sequence[Need]) -> Iterator[tuple[Cards, ...]]:
    """All possible deals, found by trying."""
    if not needs:
        yield ()
        return
    for chosen in combinations(listed(cards), needs[0].size):
        hand = gather(chosen)
        if not hand & needs[0].barred:
            for rest in every_deal(cards ^ hand, needs[1:]):
                yield (hand, *rest)


@st.composite
def dealt_needs(draw: st.DrawFn) -> tuple[Cards, list[Need]]:
    """Possible hands, and how much of them is known."""
    stock = draw(st.permutations(names("r1", "r2", "y1", "y2", "g1", "g2", "b1", "b2", "J", "J")))
    cuts = [0, *sorted(draw(st.lists(st.integers(0, 10), min_size=3, max_size=3))), 10]
    hands = [gather(stock[start:end]) for start, end in pairwise(cuts)]
    suits = (*OF_COLOUR[:4], JOKERS)
    return gather(stock), [
        Need(hand.bit_count(), sum(suit for suit in suits if not suit & hand and draw(st.booleans()))) for hand in hands
    ]


@given(dealt_needs(), st.integers())
def test_cards_that_can_be_held_always_find_their_holders(dealt: tuple[Cards, list[Need]], seed: int) -> None:
    cards, needs = dealt

    hands = distribute(cards, needs, Random(seed))

    assert gather(card for hand in hands for card in listed(hand)) == cards
    assert [hand.bit_count() for hand in hands] == [need.size for need in needs]
    assert not any(hand & need.barred for hand, need in zip(hands, needs, strict=True))


@pytest.mark.parametrize("sizes", [(1, 1), (3, 1)])
def test_as_many_cards_are_held_as_there_are(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="as many"):
        distribute(parse("r1 r2 y1"), list(map(Need, sizes)), Random(1))


def test_what_nobody_may_hold_cannot_be_distributed() -> None:
    red, yellow, *_ = OF_COLOUR

    with pytest.raises(ValueError, match="nobody"):
        distribute(parse("r1 r2 y1"), [Need(1), Need(2, red)], Random(1))
    with pytest.raises(ValueError, match="nobody"):
        distribute(parse("r1"), [Need(1, red | yellow)], Random(1))


def test_many_deals_split_each_group_of_cards_as_often_as_single_deals_do() -> None:
    needs = [Need(3, OF_COLOUR[Colour.RED]), Need(3), Need(1, JOKERS)]
    cards = Distribution(parse("r1 r2 y1 y2 y3 J J"), needs)
    rng, times = Random(1), 4000

    singly: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        hands = cards.draw(rng)
        singly[tuple((hand & OF_COLOUR[Colour.YELLOW]).bit_count() for hand in hands)] += 1
    yellow = next(number for number, group in enumerate(cards.groups) if group.holders == (0, 1, 2))
    at_once: Counter[tuple[int, ...]] = Counter()
    for shares, count in cards.splits(rng, times):
        at_once[shares[yellow]] += count

    assert at_once.total() == times
    assert singly.keys() == at_once.keys()
    assert all(abs(singly[share] - at_once[share]) < 0.04 * times for share in singly)
