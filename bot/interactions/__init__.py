"""The edge to Discord: the client, and the way from a command or a click to its answer."""
