"""An event from the desk, on a laptop and on a phone."""
