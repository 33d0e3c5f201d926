"""What holds for all tests."""

from hypothesis import settings

# A busy machine is no fault: a time limit an example would make tests fail by chance.
settings.register_profile("chaff", deadline=None)
settings.load_profile("chaff")
