"""One schedule for every request to Discord that counts towards its global limit."""
