"""What can go wrong."""


class CarrierError(Exception):
    """A carrier refused."""
