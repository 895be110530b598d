"""What a host sees of a running bot: counts, health, what systemd is told. Knows no Discord, no game and no person."""
