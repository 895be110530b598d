"""Plays matches of all games for as long as wanted, among hostile people and under faults, and proves the outcome.

`make soak MINUTES=10`, or `python -m tests.soak --help`.
"""
