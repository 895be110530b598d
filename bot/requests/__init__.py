"""One queue for all requests that count towards Discord's global rate limit."""
