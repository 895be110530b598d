"""What a host can see of a running bot: counts, health, and what systemd is told. Knows no Discord, no game, no one."""
