from collections.abc import Iterator

import pytest

from tests.support.messages_server import MessagesServer, serving


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with serving() as made:
        yield made
