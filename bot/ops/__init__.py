"""The operator's side: metrics for Prometheus, health, the doctor, and chores at the command line."""
