"""Which units does another tool's roster name, and with which cards?"""
