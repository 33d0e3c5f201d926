"""`python -m chaff` is the command `chaff`."""

from chaff.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
