"""A request is held against the row of its own route."""

from flask import Flask

from tests.web.conftest import Kept, next_id


def test_requests_under_one_context_are_each_asked_for_their_own_right(app: Flask, kept: Kept) -> None:
    watching = f"/t/{kept.codes.view}"
    with app.app_context():
        assert kept.client.get("/").status_code == 200  # open to everybody
        assert kept.client.get(watching).status_code == 200
        assert kept.client.post(f"{watching}/dice", data={"change_id": next_id()}).status_code == 403
        assert kept.client.get(watching).status_code == 200
