"""What a custom_id says, whatever comes back from a client."""

from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import CustomId

IDS = st.builds(
    CustomId,
    verb=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
    match_id=st.integers(0, 10**9 - 1),
    decision=st.integers(0, 10**6 - 1),
    text=st.text(st.characters(exclude_characters="|"), max_size=80),
)


@given(IDS)
def test_a_custom_id_says_what_was_written(custom_id: CustomId) -> None:
    assert CustomId.from_text(custom_id.to_text()) == custom_id


def test_a_custom_id_is_short() -> None:
    assert CustomId("play", 12345, 67, "bid 7x4").to_text() == "f1|play|12345|67|bid 7x4"


@given(st.text() | st.from_regex(r"f1\|[a-z]*\|\d*\|\d*\|.*", fullmatch=True))
def test_any_text_is_a_custom_id_or_none(text: str) -> None:
    read = CustomId.from_text(text)

    assert read is None or CustomId.from_text(read.to_text()) == read


def test_what_is_not_of_our_form_is_none() -> None:
    for text in (
        "",
        "play",
        "f1|play|1|2",
        "f0|play|1|2|lift",
        "f1|PLAY|1|2|lift",
        "f1|play|-1|2|lift",
        "f1|play|1|2|lift|",
        " f1|play|1|2|lift",
        f"f1|play|{10**9}|2|lift",
        f"f1|play|1|2|{'x' * 81}",
    ):
        assert CustomId.from_text(text) is None, text
