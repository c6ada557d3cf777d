"""Which tables are kept, who may open them, and what changed when?"""
