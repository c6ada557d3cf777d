"""What is printed: set-up sheets, QR sheets, reports. Table and words in, the bytes of a PDF out.

The only room that knows fpdf2, and it is loaded when the first sheet is asked for. No clock: dates come in as text,
and the same input gives the same bytes.
"""
