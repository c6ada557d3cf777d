"""What do all questions share, as JSON and as forms: the table, its settings, fields, files?"""
