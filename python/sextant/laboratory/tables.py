"""Tables of results: a pandas DataFrame where pandas is installed, else a dictionary of NumPy arrays."""

import numpy


def column_array(values):
    """Numbers as float64 with nan for what is missing, whole numbers as int64, anything else as objects."""
    numbers = [value for value in values if value is not None]
    if numbers and all(isinstance(value, bool) for value in numbers) and len(numbers) == len(values):
        return numpy.array(values, dtype=bool)
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in numbers):
        whole = len(numbers) == len(values) and all(isinstance(value, int) for value in numbers)
        if whole and numbers:
            return numpy.array(values, dtype=numpy.int64)
        return numpy.array([numpy.nan if value is None else value for value in values], dtype=float)
    objects = numpy.empty(len(values), dtype=object)  # tuples stay tuples
    objects[:] = values
    return objects


def make_table(columns):
    """columns: name -> list of values or array, all of one length."""
    arrays = {name: values if isinstance(values, numpy.ndarray) else column_array(values)
              for name, values in columns.items()}
    try:
        import pandas
    except ImportError:
        return arrays
    return pandas.DataFrame(arrays)


def table_of_rows(columns, rows):
    return make_table({name: [row[place] for row in rows] for place, name in enumerate(columns)})


def table_of_records(records):
    """Dictionaries with the same keys, one per row."""
    names = list(dict.fromkeys(name for record in records for name in record))
    return make_table({name: [record.get(name) for record in records] for name in names})
