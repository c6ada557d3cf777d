"""The classic desk."""
