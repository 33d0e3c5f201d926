import nox


@nox.session(python=["3.11", "3.12"])
def tests(session):
    session.run("pytest")


@nox.session(name="type-check")
def type_check(session):
    session.run("mypy")
