"""The pages of an event, one module each; none imports another."""
