"""Does a test turn red when one number of a rulebook is wrong? `make mutants` changes them one by one and looks."""
