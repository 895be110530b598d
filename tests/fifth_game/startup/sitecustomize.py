"""With this folder on its path, any Python process, pytest or a bot, knows the fifth game from its start."""

from tests.fifth_game.registered import registered

LASTING = registered()
LASTING.__enter__()
