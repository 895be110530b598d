"""The database: tables, logs, results, preferences, panel tokens, and the leases that say which process acts.

`database.py` runs units of work: plain functions of a connection, each one transaction. `schema.py` has the tables, and
one module each the rows of a subject. `privacy.py` says which rows are about a person.
"""
