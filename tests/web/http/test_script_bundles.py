"""Scripts of a page as one file: every module once, after what it needs, and nothing of its neighbors in sight."""

import re

import pytest

from astrike.web.http.assets import static_dir
from astrike.web.http.script_bundles import BASE, bundles_of

WORD = "export const word = () => 1;\n"


def test_a_module_stands_once_and_after_what_it_imports() -> None:
    found = bundles_of(
        {
            BASE: "",
            "page.js": 'import { a } from "./a.js";\nimport { b } from "./b.js";\na(b);\n',
            "a.js": 'import { b } from "./b.js";\nexport function a() {\n  return b;\n}\n',
            "b.js": "export const b = 2;\n",
        }
    )
    assert re.findall(r"const \$(\w+)=\(", found["page.js"]) == ["b", "a", "page"]


def test_what_is_on_every_page_is_taken_from_there() -> None:
    found = bundles_of(
        {
            BASE: 'import { word } from "./notice.js";\nword();\n',
            "notice.js": WORD,
            "page.js": 'import { word as say } from "./notice.js";\nsay();\n',
        }
    )
    assert set(found) == {BASE, "page.js"}
    assert found["page.js"].startswith(
        'import{$notice}from"./base.js";const $page=(()=>{const{word:say}=$notice;'
    )
    assert found[BASE].endswith("export{$notice,$base};")


def test_what_comes_later_shares_the_modules_of_the_page_that_asks_for_it() -> None:
    found = bundles_of(
        {
            BASE: "",
            "map.js": "export const places = [];\n",
            "page.js": 'import { places } from "./map.js";\nimport("./late.js").then(({ go }) => go(places));\n',
            "late.js": 'import { places } from "./map.js";\nexport async function go() {\n  places.push(1);\n}\n',
        }
    )
    assert found["late.js"].startswith('import{$map}from"./page.js";')
    assert "[]" not in found["late.js"]
    assert found["late.js"].endswith("export const{go}=$late;")


def test_a_name_may_be_exported_by_another_one() -> None:
    found = bundles_of({BASE: "function name() {}\nexport { name as nameSheet, };\n"})[BASE]
    assert "return{nameSheet:name};" in found
    assert found.endswith("export const{nameSheet}=$base;")


def test_quoted_text_and_templates_stay_as_they_are() -> None:
    found = bundles_of({BASE: "export const said = `a  // ${1 + 1}\n  b`; // why\n/* never */\n"})[BASE]
    assert "`a  // ${1 + 1}\n  b`" in found
    assert "why" not in found
    assert "never" not in found


@pytest.mark.parametrize(
    "script",
    [
        "export let changed = 1;\n",
        "export default 1;\n",
        'import all from "./base.js";\n',
        'import * as all from "./base.js";\n',
    ],
)
def test_what_a_bundle_could_not_keep_true_is_refused(script: str) -> None:
    with pytest.raises(ValueError, match=r"page\.js: .* cannot be bundled"):
        bundles_of({BASE: "", "page.js": script})


def test_a_circle_of_imports_is_refused() -> None:
    circle = {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'}
    with pytest.raises(ValueError, match=r"in a circle: a\.js b\.js a\.js"):
        bundles_of({BASE: "", **circle})


def test_a_script_that_two_pages_ask_for_is_refused() -> None:
    ask = 'import("./late.js");\n'
    with pytest.raises(ValueError, match=r"late\.js is asked for by a\.js and b\.js"):
        bundles_of({BASE: "", "late.js": "", "a.js": ask, "b.js": ask})


def test_a_script_that_a_shared_module_asks_for_is_refused() -> None:
    with pytest.raises(ValueError, match=r"late\.js is asked for by map\.js, which page\.js imports"):
        bundles_of(
            {BASE: "", "late.js": "", "map.js": 'import("./late.js");\n', "page.js": 'import "./map.js";\n'}
        )


def test_the_banner_of_an_event_shares_no_module_with_the_script_of_a_page_with_a_banner() -> None:
    scripts = {
        path.name: path.read_text(encoding="utf-8") for path in static_dir().joinpath("js").glob("*.js")
    }
    own = {name: set(re.findall(r"const (\$\w+)=\(\(", text)) for name, text in bundles_of(scripts).items()}
    shared = {name for name, found in own.items() if found & own["events-banner.js"]}
    assert shared - {"events-banner.js", "events-clock.js"} == {"events-desk.js"}, "the desk has no banner"
