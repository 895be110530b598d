"""`python -m bot doctor`: checks an installation and its account at Discord, and says what to do. Changes neither."""
