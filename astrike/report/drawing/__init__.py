"""With what is drawn: outlines, frames, places for labels? Knows no table."""
