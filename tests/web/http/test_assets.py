"""The app finds its templates and static files in a checkout and in an installed package."""

from pathlib import Path

import pytest

from astrike.web.http import assets


def test_a_checkout_has_the_folders_beside_the_package() -> None:
    assert (assets.static_dir() / "vendor" / "SHA256SUMS").is_file()
    assert assets.template_dir().is_dir()
    assert assets.locale_dir().is_dir()


def test_an_installed_package_has_them_inside_whatever_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "astrike"
    for folder in (package / "static", package / "templates", tmp_path / "static", tmp_path / "templates"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(assets, "_PACKAGE", package)
    assert assets.static_dir() == package / "static"
    assert assets.template_dir() == package / "templates"


def test_a_package_without_them_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path / "astrike")
    with pytest.raises(FileNotFoundError, match="not fully installed"):
        assets.template_dir()
