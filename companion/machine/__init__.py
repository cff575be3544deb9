"""What concerns the machine and not the match: doctor and checks, systemd, the lock on the data folder, addresses."""
