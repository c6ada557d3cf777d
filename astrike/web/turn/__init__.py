"""Whose step is it, what comes next, and how does a turn go on?"""
