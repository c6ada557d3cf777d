"""The catalogue of an installation on which nothing was imported yet."""

from astrike.model.roster import CatalogEntry


class EmptyCatalog:
    """Knows no unit."""

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find nothing."""
        return None

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find nothing."""
        return None
