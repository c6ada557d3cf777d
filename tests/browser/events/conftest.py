"""The laptop of the desk and a second phone, put away before the server is; what they complain of fails the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import Complaints, Server, watched


@pytest.fixture
def laptop_context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True) as context:
        yield context


@pytest.fixture
def laptop(laptop_context: BrowserContext, server: Server, complaints: Complaints) -> Iterator[Page]:
    yield watched(laptop_context, complaints)
    assert complaints.found == []


@pytest.fixture
def other_context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True
    ) as context:
        yield context


@pytest.fixture
def other_phone(other_context: BrowserContext, server: Server, complaints: Complaints) -> Page:
    return watched(other_context, complaints)
