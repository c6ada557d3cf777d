"""How is a picture of the classic desk written as SVG, for those who draw no pages?"""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from astrike.report.battletech.pictures import ClassicPicture


def svg_of(picture: ClassicPicture) -> str:
    """Write a picture; its classes get their colors from whoever shows it.

    >>> svg_of(ClassicPicture(20, "Nothing", (), ()))
    '<svg class="classic-picture" viewBox="0 0 390 20" role="img" aria-label="Nothing"></svg>'
    """
    return "".join(_parts(picture))


def _parts(picture: ClassicPicture) -> Iterator[str]:
    box = f"0 0 {picture.width:g} {picture.height:g}"
    yield f'<svg class="classic-picture" viewBox="{box}" role="img" aria-label={quoteattr(picture.said)}>'
    for outline in picture.outlines:
        yield f'<path class="{outline.css}" d="{outline.d}"/>'
    for each in picture.letters:
        anchor = {"middle": " cp-middle", "end": " to"}.get(each.anchor, "")
        at = f'x="{each.x:g}" y="{each.y:g}" dy=".36em"'
        yield f'<text class="{each.css}{anchor}" {at}>{escape(each.text)}</text>'
    yield "</svg>"
