"""What is printed for a table or an event? Set-up sheets, code cards, reports: words in, the bytes of a PDF out.

The only room that knows fpdf2, and it is loaded when the first sheet is asked for. No clock: dates come in as text,
and the same input gives the same bytes.
"""
