"""Tests of Discord's limits."""
