"""Work in processes beside the bot: pictures and searches. Knows no table and no Discord."""
