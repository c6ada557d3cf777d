"""What all tables of this installation share: its cards, pieces and layouts, changed by the installation code."""
