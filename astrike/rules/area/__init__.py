"""Whom does an attack on an area hit, where does it scatter, and what do artillery, bombs and mines do?"""
