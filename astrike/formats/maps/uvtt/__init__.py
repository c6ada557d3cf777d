"""Which walls does a UniversalVTT map hold, and how is a table written as one?"""
