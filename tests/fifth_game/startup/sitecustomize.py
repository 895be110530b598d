"""With this folder on its path, a Python process knows the fifth game from its start, be it pytest or a bot."""

from tests.fifth_game.registered import registered

LASTING = registered()
LASTING.__enter__()
