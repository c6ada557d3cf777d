"""Tests of what abilities, munitions and choices change about an attack."""
