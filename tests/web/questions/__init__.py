"""Tests of `astrike.web.questions`."""
