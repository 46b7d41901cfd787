"""Separated values for differential_fuzz.py, as rows of texts and as tables of numbers, valid or slightly broken."""
import csv
import io
import struct

from differential_mutations import any_text, damage, numbers

bom = b"\xef\xbb\xbf"
csv_words = [b'"', b'""', b'","', b"\n", b",", b'"\n', b'a"b', b" ", b"\r\n"]


def make_csv(chance):
    rows = []
    for _ in range(chance.randint(0, 5)):
        fields = [chance.choice(["", "a", "1.5", "two words", 'say "x"', "a,b", "line\nbreak", "é", any_text(chance)])
                  for _ in range(chance.randint(1, 4))]
        rows.append(fields)
    file = io.StringIO()
    csv.writer(file, lineterminator=chance.choice(["\n", "\n", "\r\n"]),
               quoting=chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows(rows)
    content = (bom if chance.random() < 0.1 else b"") + file.getvalue().encode()
    return damage(chance, content, csv_words)


def read_csv(content, _):
    """Latin-1, so that every byte is a character; lines that hold only blanks are left out, as we do."""
    content = content.removeprefix(bom)
    text = content.decode("latin-1")
    lines = [line + "\n" for line in text.split("\n")]
    if lines and lines[-1] == "\n":
        lines.pop()
    elif lines:
        lines[-1] = lines[-1][:-1]
    csv.field_size_limit(1 << 30)
    rows = []
    for row in csv.reader(lines, strict=False):
        if row == [] or (len(row) == 1 and row[0] and not row[0].strip(" \t")):
            continue
        rows.append([field.encode("latin-1").hex() for field in row])
    return rows


def read_csv_by_pandas(content, _):
    """By the parser under pandas.read_csv, which takes 50 microseconds instead of 1,500. It fills rows up to 16 fields."""
    import numpy
    import pandas
    from pandas._libs.parsers import TextReader
    text = io.TextIOWrapper(io.BytesIO(content.removeprefix(bom)), encoding="latin-1", newline="")
    try:
        columns = TextReader(text, header=None, names=list(range(16)), dtype=numpy.dtype(object), keep_default_na=False,
                             na_values=set()).read()
    except (pandas.errors.EmptyDataError, StopIteration):
        return []
    return [[field.encode("latin-1").hex() for field in row] for row in zip(*(columns[place] for place in range(16)))]


def same_rows(ours, theirs):
    """Up to empty fields at the end of a row, which the others have been filled up with."""
    def cut(rows):
        return ["\t".join(row).rstrip("\t") for row in rows]
    return cut(ours) == cut(theirs)


numbers_as_text = ["0", "-0", "1", "-1.5", "+2", "1e3", "1E-3", ".5", "5.", "1e-320", "1e400", "-1e400", "inf", "nan", "NaN", "-inf",
                   "infinity", " 7 ", "0x10", "1_0", "1e", "e5", "--1", "", "9007199254740993", "0.1", "2.2250738585072011e-308",
                   "179769313486231580793e289", "1.7976931348623159e308", "4.9e-324", "2.5e-324", "123456789012345678901234567890"]


def any_number(chance):
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(numbers_as_text)
    if kind < 0.5:
        return repr(struct.unpack("<d", struct.pack("<Q", chance.getrandbits(64)))[0])
    return str(chance.choice(numbers)) if kind < 0.6 else f"{chance.uniform(-9, 9):.{chance.randint(0, 25)}g}"


def make_numbers(chance):
    columns = chance.randint(1, 4)
    rows = [",".join(any_number(chance) for _ in range(columns)) for _ in range(chance.randint(0, 5))]
    if chance.random() < 0.3:
        rows.insert(0, ",".join(any_text(chance).replace(",", "") or "x" for _ in range(columns)))
    content = (bom if chance.random() < 0.1 else b"") + chance.choice(["\n", "\r\n"]).join(rows).encode() + b"\n"
    return damage(chance, content, csv_words) if chance.random() < 0.5 else content


class BeyondDouble(ValueError):
    """A number, so that its row is no header."""


def number_of(text):
    """Python's float takes more than ours: digits of other scripts, underscores, line feeds."""
    text = text.strip(" \t\r")
    text = text[1:] if text.startswith("+") else text
    if not text or not text.isascii() or "_" in text or text[0] in "+ \t\n\v\f" or text[-1].isspace():
        raise ValueError(text)
    number = float(text)
    if number in (float("inf"), -float("inf")) and "n" not in text.lower():
        raise BeyondDouble(text)
    return number


def read_numbers(content, path):
    """Rows and numbers by Python; a first row that is not numeric is a header."""
    rows = [[bytes.fromhex(field).decode("latin-1") for field in row] for row in read_csv(content, path)]
    table = []
    for place, row in enumerate(rows):
        try:
            table.append([number_of(field) for field in row])
        except ValueError as error:
            if place > 0 or isinstance(error, BeyondDouble):
                raise
    if not table or len({len(row) for row in table}) > 1:
        raise ValueError("no table")
    values = [float("nan") if value != value else value for row in table for value in row]
    return {"shape": [len(table), len(table[0])], "numbers": struct.pack(f"<{len(values)}d", *values).hex()}
