"""Options with which a match of any game is short."""

from cogs.catalogue import GAME_UIS
from games.catalogue import GAMES


def short_options(game: str) -> dict[str, object]:
    """What to give `/play` for a match of one round, where the game has rounds: the options of a lesson that it has."""
    rules = GAMES[game].game
    return {
        option.key: GAME_UIS[game].lesson_options[option.key]
        for option in rules.options(rules.seats[0])
        if not option.for_lessons and option.key in GAME_UIS[game].lesson_options
    }


def all_options(game: str) -> dict[str, object]:
    """What to give `/play` for a match with everything that can be switched on, but only two rounds."""
    rules = GAMES[game].game
    found: dict[str, object] = dict.fromkeys(short_options(game), 2)
    found |= {option.key: True for option in rules.options(rules.seats[0]) if isinstance(option.default, bool)}
    return found | ({"last_card": False} if GAME_UIS[game].has_last_card else {})
