"""Tests of `astrike.web.openapi`."""
