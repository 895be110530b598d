"""`python -m bot doctor`: looks at an installation and at Discord, and says what to do. Changes neither."""
