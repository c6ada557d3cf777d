"""Tables that are made without a code are limited by day and address; what an organizer makes for an event is not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.web.settings import EXTENSION, Settings
from tests.web.conftest import AT_ONCE, Clock, Kept, next_id
from tests.web.page import parse


@pytest.fixture(autouse=True)
def few(app: Flask, settings: Settings) -> None:
    """Let an address make two tables a day, and all together three."""
    limits = replace(AT_ONCE, tables_a_day_each=2, tables_a_day=3)
    app.extensions[EXTENSION] = replace(settings, limits=limits)


def new(client: FlaskClient, *, address: str = "192.168.1.7") -> TestResponse:
    form = {
        "name": "Mine", "width": "48", "depth": "48", "edition": "ce-5.01", "layout": "", "change_id": next_id()
    }  # fmt: skip
    return client.post("/new", data=form, environ_base={"REMOTE_ADDR": address})


def demo(client: FlaskClient, *, address: str = "192.168.1.7") -> TestResponse:
    return client.post("/demo", data={"name": "diagram"}, environ_base={"REMOTE_ADDR": address})


def event(client: FlaskClient, tables: int, *, address: str = "192.168.1.7") -> TestResponse:
    form = {"name": "Open", "preset": "default", "tables": str(tables), "change_id": next_id()}
    return client.post("/events/new", data=form, environ_base={"REMOTE_ADDR": address})


def test_the_third_table_of_a_day_is_refused_in_words(client: FlaskClient) -> None:
    assert [new(client).status_code, demo(client).status_code] == [303, 303]
    refused = new(client)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == str(int(5.5 * 3600))
    text = " ".join(parse(refused.text).text.split())
    assert "Limit reached" in text
    assert "2 tables were made today; the limit is 2 a day. Nothing was made." in text
    assert "in 5 h 30 min, at midnight UTC" in text
    assert demo(client).status_code == 429
    assert event(client, 1).status_code == 429


def test_another_address_makes_its_own_until_all_are_made(client: FlaskClient) -> None:
    assert [new(client).status_code for _ in range(2)] == [303, 303]
    assert new(client, address="192.168.1.8").status_code == 303
    assert new(client, address="192.168.1.8").status_code == 429


def test_a_network_of_ipv6_addresses_counts_as_one(client: FlaskClient) -> None:
    assert [new(client, address=f"2001:db8::{k}").status_code for k in (1, 2, 3)] == [303, 303, 429]


def test_the_next_day_it_goes_on(client: FlaskClient, clock: Clock) -> None:
    assert [new(client).status_code for _ in range(3)] == [303, 303, 429]
    clock.now += timedelta(hours=6)
    assert new(client).status_code == 303


def test_a_form_that_is_wrong_costs_nothing(client: FlaskClient) -> None:
    for _ in range(5):
        assert client.post("/new", data={"name": "x", "change_id": next_id()}).status_code == 422
    assert new(client, address="127.0.0.1").status_code == 303


def test_a_copy_counts_for_the_address_too(kept: Kept) -> None:
    assert [kept.send("/copy").status_code for _ in range(3)] == [303, 303, 429]


def test_an_event_counts_by_its_tables_and_more_of_them_by_the_organiser_do_not(client: FlaskClient) -> None:
    assert event(client, 3).status_code == 429
    made = event(client, 2)
    assert made.status_code == 303
    desk = made.headers["Location"]
    for number in (7, 8):
        form = {"number": str(number), "name": "", "layout": "", "change_id": next_id()}
        assert client.post(f"{desk}/tables/new", data=form).status_code == 303
    assert new(client).status_code == 429
