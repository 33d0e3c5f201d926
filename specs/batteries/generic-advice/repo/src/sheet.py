w=60
h = w*2
def rule(): return "-"*w
