"""Parts of pages that several games share. Pure; knows no game by name."""
