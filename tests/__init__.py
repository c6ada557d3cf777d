"""The tests of astrike; ``make test`` runs all of them."""
