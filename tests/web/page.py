"""What stands on a page? A small tree of a page's HTML, to look for ids and texts in, strict about nesting."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from astrike.model.explain import Citation

_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)


@dataclass
class Element:
    """A tag with its attributes and what is in it."""

    tag: str
    attributes: dict[str, str]
    children: "list[Element | str]" = field(default_factory=list)

    def __iter__(self) -> "Iterator[Element]":
        """Go through the elements inside, in the order of the page."""
        waiting = self.children[::-1]
        while waiting:
            child = waiting.pop()
            if isinstance(child, Element):
                yield child
                waiting += child.children[::-1]

    @property
    def text(self) -> str:
        """Everything that can be read, blanks put together."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        waiting = self.children[::-1]
        while waiting:
            child = waiting.pop()
            if isinstance(child, str):
                yield child
            else:
                waiting += child.children[::-1]

    def all(self, tag: str, **attributes: str) -> "list[Element]":
        """Find elements by tag and attributes (`class_` for class, as one of its words)."""
        word = attributes.pop("class_", None)
        return [
            each
            for each in self
            if each.tag == tag
            and all(each.attributes.get(name) == value for name, value in attributes.items())
            and (word is None or word in each.attributes.get("class", "").split())
        ]

    def one(self, tag: str, **attributes: str) -> "Element":
        """Find the only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of <{tag} {attributes}>"
        return found[0]

    def by_id(self, name: str) -> "Element":
        """Find an element by its id."""
        found = [each for each in self if each.attributes.get("id") == name]
        assert len(found) == 1, f"{len(found)} elements have the id {name!r}"
        return found[0]

    def has_id(self, name: str) -> bool:
        """Tell whether an element has this id."""
        return any(each.attributes.get("id") == name for each in self)

    def fields(self) -> dict[str, str]:
        """What a form would send as it stands."""
        found: dict[str, str] = {}
        for each in self:
            name = each.attributes.get("name")
            if name is None or "disabled" in each.attributes:
                continue
            if each.tag == "select":
                chosen = [option for option in each.all("option") if "selected" in option.attributes]
                found[name] = (chosen or each.all("option"))[0].attributes["value"]
            elif each.tag == "textarea":
                found[name] = "".join(child for child in each.children if isinstance(child, str)).lstrip("\n")
            elif each.tag == "input" and each.attributes.get("type") not in ("file", "checkbox", "radio"):
                found[name] = each.attributes.get("value", "")
        return found


def parse(html: str) -> Element:
    """Read a page or a fragment; wrong nesting and attributes that stand twice are errors."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], f"never closed: {[each.tag for each in reader.open[1:]]}"
    return reader.root


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"an attribute of <{tag}> stands twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def shown_page(cite: Citation, edition: str) -> str:
    """Say how a page is read on a screen about an edition: one of another printing has a mark with its words."""
    is_lent = cite.page_of not in (None, edition)
    return f"{cite.page} † (page of another printing)" if is_lent else cite.page
