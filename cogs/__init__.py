"""What people see and type: commands and pages."""
