"""Tests of the editions' tables and of what reads them."""
