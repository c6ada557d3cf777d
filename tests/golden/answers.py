"""What the API answers to the questions that are kept."""

from tests.golden.door import api
from tests.golden.files import read_questions, topics_asked


def topics() -> list[str]:
    """Name all topics."""
    return topics_asked()


def answers(topic: str, *, is_all: bool) -> dict[str, object]:
    """Ask the questions of a topic, those that take long only when all are wanted."""
    return {
        name: api().ask(question.to, body)
        for question in read_questions(topic)
        if is_all or not question.is_long
        for name, body in question.bodies()
    }
