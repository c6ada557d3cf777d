"""Who asks what over HTTP, and which page or JSON is the answer?

Parses, asks the rules, shows the report. What decides something belongs in ``rules``.
May import: every room but ``cli``, and Flask, Jinja2 and Flask-Babel.
"""
