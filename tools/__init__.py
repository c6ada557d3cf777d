"""What developing astrike needs and running it does not."""
