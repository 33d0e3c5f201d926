def lag(minutes):
    pass


def lift(lw):
    return lw + 0.31
