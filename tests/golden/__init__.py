"""Does the program still answer what it answered? See README.md here."""
