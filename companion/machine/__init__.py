"""What concerns the machine, not the match: doctor and checks, systemd, the log, the data folder's lock, addresses."""
