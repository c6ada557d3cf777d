"""Tests of the turn: whose step it is, and what comes next."""
