"""What does a ruling carry, and what of it is shown?"""
