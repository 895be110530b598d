"""Draws the pictures of a round's result while it is being stored, so that answers wait for both at once.

A picture may be drawn for nothing: if storing fails, nobody sees it.
"""

from bot.matches.match import Match
from bot.messages.panels import DrawPanel, Panels
from bot.messages.preferences import Preferences
from bot.messages.studio import Studio


class EarlyPictures:
    """Begins to draw what panels will show."""

    def __init__(self, studio: Studio, preferences: Preferences, panels: Panels, draw_page: DrawPanel) -> None:
        self._studio = studio
        self._preferences = preferences
        self._panels = panels
        self._draw_page = draw_page

    def begin(self, match: Match) -> None:
        """Begins the pictures of one panel in each language, since they show a result in the same way to all seats.

        Those of somebody whose click is being answered come first.
        """
        begun = set[str]()
        for is_awaited, user_id, language in sorted(self._panels.readers(match.table.id), reverse=True):
            if language not in begun and self._preferences.likes_pictures(user_id):
                begun.add(language)
                self._studio.begin(self._draw_page(match, user_id, language, ""), is_urgent=is_awaited)
