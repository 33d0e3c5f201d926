"""The frozen shape of every file and spec; an unknown field is an error everywhere."""
