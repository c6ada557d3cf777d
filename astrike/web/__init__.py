"""Who asks what over HTTP, and which page or JSON is the answer?

The web parses a question, asks the rules and shows the report. Decisions belong in ``rules``.
May import: every package but ``cli``, and Flask, Jinja2 and Flask-Babel.
"""
