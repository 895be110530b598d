"""The web page on which people use the stand-in, and its socket."""
