"""Every error chaff raises on purpose, each with a next step and an exit status.

ChaffError                 2   base: bad input or bad use
├── UsageError             2   the command line asks for something that does not exist
├── BadInputError          2   a file's content cannot be taken as it is
├── TooLarge               2   a file is larger than it may be; it is skipped
├── SpecError              2   a spec does not evaluate or lacks something
│   └── CompileRefusal     2   a spec evaluates, but the experiment it describes is not sound
├── HistoryError           2   git history cannot answer (shallow clone, no repository)
└── RunStopped             3   a run stopped before its matrix was complete; it resumes
    ├── NotRegistered      3   the config is not on the main branch: nothing was spent
    ├── NoControl          3   no control edit matches the fix on a model: nothing was spent
    ├── OverCap            3   the next call can never fit under a cap
    ├── NoConsent          3   nobody said yes
    └── EndpointError      3   the model's server cannot be used as asked
        └── NoCredentials  3   no key for an endpoint that needs one
"""

from __future__ import annotations

from typing import ClassVar


class ChaffError(Exception):
    """Base of all deliberate errors.

    `where` names file, rule, item, field or line; `remedy` says what to do next.
    """

    exit_status: ClassVar[int] = 2

    def __init__(self, problem: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        """One line: where, what, what next."""
        line = f"{self.where}: {self.problem}" if self.where else self.problem
        return f"{line} ({self.remedy})" if self.remedy else line


class UsageError(ChaffError):
    """The command line asks for something that does not exist."""


class BadInputError(ChaffError):
    """A file's content cannot be taken as it is."""


class TooLarge(ChaffError):
    """A file is larger than it may be: whoever reads many skips it and says so."""


class SpecError(ChaffError):
    """A spec does not evaluate, or lacks something."""


class CompileRefusal(SpecError):
    """A spec evaluates, but the experiment it describes would not be sound.

    `code` is stable: tests and docs name it.
    """

    def __init__(self, code: str, problem: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(problem, where=where, remedy=remedy)
        self.code = code

    def __str__(self) -> str:
        """Append the stable code, so that it can be looked up."""
        return f"{super().__str__()} [{self.code}]"


class HistoryError(ChaffError):
    """Git history cannot answer the question."""


class RunStopped(ChaffError):
    """A run stopped before its matrix was complete; nothing paid is lost."""

    exit_status = 3


class NotRegistered(RunStopped):
    """The config is not on the main branch, so nothing was spent."""


class NoControl(RunStopped):
    """No control edit matches the fix on a model, so nothing was spent."""


class OverCap(RunStopped):
    """The next call can never fit under a cap."""


class NoConsent(RunStopped):
    """Nobody said yes."""


class EndpointError(RunStopped):
    """The model's server cannot be used as asked."""


class NoCredentials(EndpointError):
    """No key for an endpoint that needs one."""
