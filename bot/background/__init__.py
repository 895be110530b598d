"""What happens by itself: clocks that run out, pings, computer players, and the work after a start."""
