"""`python -m bot doctor`: checks an installation and its account at Discord, and says what to do. Changes neither.

`machine.py` checks this machine and the database, `account.py` what Discord says; each check returns a `Finding`.
"""
