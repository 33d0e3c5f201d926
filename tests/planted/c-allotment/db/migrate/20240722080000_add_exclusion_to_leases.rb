# by hand
