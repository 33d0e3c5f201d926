"""Tasks of this rule library; see chaff/tasks.py."""

from chaff.tasks import *  # noqa: F403
