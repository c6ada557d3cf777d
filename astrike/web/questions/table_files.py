"""Which table do these bytes hold, also where they are another tool's map?

Commands that take a table take what the front page takes: another tool's map is placed as its reader proposes.
"""

from astrike.formats.json_text import load_json
from astrike.model.imported_map import ImportChoices

_OURS = ("", "table", "geojson")
"""What is read as it is: a table file is GeoJSON, and a broken one is reported as a table file."""


def table_in(data: bytes, *, name: str = "") -> tuple[object, str]:
    r"""Give the document of a table and, for another tool's map, what that was.

    >>> table_in(b'{"astrike": {}}')
    ({'astrike': {}}, '')
    >>> table_in(b'size 9 9\nhex 0404 2 "" ""\nhex 0101 0 "" ""\nend\n')[1]
    'MegaMek board'
    """
    if b'"astrike"' in data:
        return load_json(data), ""
    # The readers of maps are not loaded for a table of ours: every question would wait for them.
    from astrike.formats.maps.placing import place
    from astrike.formats.maps.reading import read_map, seen_format

    seen = seen_format(data)
    if not seen:
        from astrike.web.questions.wrong_place import refuse_units

        refuse_units(data)
    if seen in _OURS:
        return load_json(data), ""
    drawing = read_map(data, name=name)
    return place(drawing, ImportChoices()).document, drawing.label
