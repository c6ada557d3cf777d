"""Which code opens what, and what may its holder do?"""
