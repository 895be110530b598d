"""The messages that stand in Discord: boards, panels, and what keeps them up to date."""
