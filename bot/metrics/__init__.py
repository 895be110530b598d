"""The operator's view of a running bot: counts for Prometheus, its health, and what systemd is told."""
