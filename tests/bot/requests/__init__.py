"""Tests of the schedule of requests."""
