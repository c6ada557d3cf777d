"""A test that does not run is a failure: skips and expected failures are reported as failures.

Loaded by ``addopts`` in pyproject.toml. What a machine needs is brought by ``make test``; a test
that can do without it has nothing to say.
"""

from collections.abc import Generator

import pytest

_Wrapper = Generator[None, pytest.TestReport, pytest.TestReport]
_CollectWrapper = Generator[None, pytest.CollectReport, pytest.CollectReport]


# First means outermost: what pytest itself makes of a skip or an xfail is already in the report.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> _Wrapper:
    report = yield
    expected_failure = hasattr(report, "wasxfail")
    if report.skipped or expected_failure:
        what = f"xfail: {report.wasxfail}" if expected_failure else f"skip: {_reason(report)}"
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} did not run to an honest end ({what})"
        if expected_failure:
            del report.wasxfail
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> _CollectWrapper:
    report = yield
    if report.skipped:
        report.longrepr = f"{report.nodeid} was skipped as a whole ({_reason(report)})"
        report.outcome = "failed"
    return report


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    where = report.longrepr
    return where[2] if isinstance(where, tuple) else str(where)
