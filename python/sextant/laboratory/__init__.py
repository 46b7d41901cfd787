"""The laboratory in Python: each module calls functions of the library and makes their results into Python's objects."""
