"""What files say, and every way in which they can be wrong."""
