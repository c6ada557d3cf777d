"""Tests in a real Chromium, as a phone on plain http sees the pages."""
