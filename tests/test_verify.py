"""docs/verify.py against the engine: it accepts what was dealt by the method, and nothing else."""

import copy
import hashlib
import hmac
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from docs.verify import Wrong, check
from games.bluff.actions import Opening, rolls
from games.catalogue import GAMES
from games.sealed import Seal, Terms, digest_of, fingerprint
from tests.verification import File, any_match, consistent, file_of, sealed_match

DOCS = Path(__file__).parents[1] / "docs"

EACH_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize("seed", range(12))
def test_what_the_engine_deals_is_accepted(seed: int) -> None:
    file = file_of(*any_match(seed))

    assert f"all {file['draws']} rolls and deals in {file['moves']} moves" in check(file)


def chance_moves(file: File) -> list[File]:
    return [move for move in file["log"] if move["seat"] == -1]


def change_the_key(file: File) -> None:
    file["key"] = f"{(int(file['key'][0], 16) + 1) % 16:x}{file['key'][1:]}"


def change_key_and_fingerprint(file: File) -> None:
    change_the_key(file)
    terms = Terms(file["match"], file["game"], file["rules_version"], file["options"])
    file["fingerprint"] = fingerprint(bytes.fromhex(file["key"]), terms)


def change_the_fingerprint(file: File) -> None:
    file["fingerprint"] = file["fingerprint"][::-1]


def change_a_word(file: File) -> None:
    file["words"][0]["words"] += "!"


def change_the_order_of_words(file: File) -> None:
    file["words"][0] = {"words": "a", "digest": digest_of("a")}
    file["words"].reverse()


def change_a_card(file: File) -> None:
    """Swaps the last two cards of the last draw, or turns one of its dice."""
    move = chance_moves(file)[-1]
    if file["game"] == "bluff":
        move["do"] = re.sub(r"[1-5*]", lambda die: "2" if die[0] == "3" else "3", move["do"], count=1)
    else:
        move["do"] = re.sub(r"(\S+)((?: / \+?)? ?)(\S+)$", r"\3\2\1", move["do"])


def add_a_draw(file: File) -> None:
    file["log"].append(copy.deepcopy(chance_moves(file)[-1]))


def cut_the_log_short(file: File) -> None:
    """Leaves nothing of the last round but its deal."""
    last = max(number for number, move in enumerate(file["log"]) if move["seat"] == -1)
    del file["log"][last + 1 :]


def change_an_option(file: File) -> None:
    name, value = next(iter(file["options"].items()))
    file["options"][name] = not value if isinstance(value, bool) else value + 1


CHANGES = (
    change_the_key,
    change_key_and_fingerprint,
    change_the_fingerprint,
    change_a_word,
    change_the_order_of_words,
    change_a_card,
    add_a_draw,
    cut_the_log_short,
    change_an_option,
)


def several_draws(game: str) -> File:
    """The file of a match with several rounds, and with everything switched on."""
    rules = GAMES[game].game
    seats = rules.seats[-1]
    options = {
        option.key: True if isinstance(option.default, bool) else 3
        for option in rules.options(seats)
        if not option.for_lessons
    }
    return file_of(*sealed_match(game, seats, options, Random(5)))


@EACH_GAME
def test_nothing_else_is_accepted_even_from_a_careful_forger(game: str) -> None:
    file = several_draws(game)
    assert check(file)

    for change in CHANGES:
        changed = copy.deepcopy(file)
        change(changed)
        with pytest.raises(Wrong):
            check(consistent(changed))


@pytest.mark.parametrize("game", ["faehrte", "tuecke"])
def test_a_card_is_played_from_a_hand_that_holds_it(game: str) -> None:
    file = several_draws(game)
    plays = [move for move in file["log"] if move["do"].startswith("play ")]
    plays[0]["do"] = plays[1]["do"]

    with pytest.raises(Wrong, match="does not hold"):
        check(consistent(file))


def test_deleted_words_leave_enough_to_check() -> None:
    table, log, seal = any_match(3)
    file = file_of(table, log, seal)
    for words in file["words"]:
        words["words"] = None

    assert check(file)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-I", str(DOCS / "verify.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_program_runs_alone_and_says_what_it_has_found(tmp_path: Path) -> None:
    file, path = file_of(*any_match(2)), tmp_path / "deals.json"
    path.write_text(json.dumps(file))
    right = run(str(path))
    change_the_key(file)
    path.write_text(json.dumps(file))
    wrong = run(str(path))

    assert (right.returncode, right.stderr) == (0, "")
    assert "follow from it" in right.stdout
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("WRONG: the fingerprint should be ")


@pytest.mark.parametrize("text", ["", "{}", "[" * 9999])
def test_any_other_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deals.json"
    path.write_text(text)
    answer = run(str(path))

    assert (answer.returncode, answer.stdout) == (1, "")
    assert "Traceback" not in answer.stderr


def test_the_example_on_paper_is_right() -> None:
    paper = (DOCS / "verify.md").read_text()
    key = bytes(range(32))
    seal = Seal(key, (digest_of("seven seas"), digest_of("")))
    block = f"finte draw 1\nnumber 0\nwords {seal.words[0]}\nwords -\nblock 0\n"

    assert f"`{key.hex()}`" in paper
    assert f"`{fingerprint(key, Terms(17, 'bluff', 1, {'reroll': False}))}`" in paper
    assert "\n".join(f"    {line}" for line in block.splitlines()) in paper
    assert f"`{hmac.new(key, block.encode(), hashlib.sha256).hexdigest()}`" in paper
    for number in range(2):
        assert f"    {Opening(rolls(seal.stream(number), (5, 5))).to_text()}\n" in paper
