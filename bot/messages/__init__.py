"""The bot's messages in Discord, public boards and private panels, and everything that keeps them up to date."""
