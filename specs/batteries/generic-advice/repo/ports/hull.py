def sheet(day):
    lines = ["HULL", str(day.date)]
    for tide in day.tides:
        lines.append("%s  %4.1f m" % (tide.time, tide.height))
    return "\n".join(lines)
