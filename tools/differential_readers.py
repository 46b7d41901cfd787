"""The formats of differential_fuzz.py: how files are made, who reads them beside us, and where we differ on purpose.

`documented` is a list of (reason, holds(content, ours, theirs)); the first that holds explains a difference.
"""
import importlib.util

import differential_arrays
import differential_texts

READERS = {}


class Reader:
    def __init__(self, ending, reference, make, read, documented):
        self.ending = ending
        self.reference = reference
        self.make = make
        self.read = read
        self.documented = documented

    def installed(self):
        return importlib.util.find_spec(self.reference) is not None


def ours_refuses(*parts):
    """We refuse with one of these texts what the reference reads."""
    return lambda content, ours, theirs: "value" in theirs and any(part in ours.get("error", "") for part in parts)


def theirs_refuses(*parts):
    return lambda content, ours, theirs: "value" in ours and any(part in theirs.get("error", "") for part in parts)


def where(condition):
    return lambda content, ours, theirs: condition(content)


arrays, texts = differential_arrays, differential_texts

npy_differences = [
    ("dtype that we do not read", ours_refuses("unsupported dtype", "structured dtype")),
    ("bytes behind the array: NumPy ignores them", lambda content, ours, theirs: "value" in theirs and
     "bytes of data for shape" in ours.get("error", "")),
    ("Python that NumPy never writes in a header", ours_refuses("malformed .npy header")),
    ("a header of more than 10000 bytes", theirs_refuses("Header info length")),
]
READERS["npy"] = Reader("npy", "numpy", arrays.make_npy, arrays.read_npy, npy_differences)
READERS["npz"] = Reader("npz", "numpy", arrays.make_npz, arrays.read_npz, npy_differences + [
    ("a member that is no array: NumPy gives its bytes", ours_refuses("not an .npy file")),
    ("a name twice: NumPy reads the last", ours_refuses("appears twice")),
    ("headers of the zip file that contradict each other", ours_refuses("cannot read", "corrupt", "inconsistent")),
    ("a zip file that Python's zipfile cannot read", theirs_refuses("BadZipFile", "NotImplementedError", "EOFError")),
    ("names that are not UTF-8 are read as code page 437", where(lambda content: max(content, default=0) > 127)),
])
READERS["safetensors"] = Reader("safetensors", "safetensors", arrays.make_safetensors, arrays.read_safetensors, [
    ("a dtype newer than ours", ours_refuses("unknown dtype")),
    ("a name twice: an attack or a broken writer", ours_refuses("appears twice")),
])
READERS["csv"] = Reader("csv", "csv", texts.make_csv, texts.read_csv, [
    ("a carriage return is text, unless a line feed follows", where(lambda content: b"\r" in content)),
    ("blanks alone in quotes on a line, which Python cannot tell from an empty line",
     where(lambda content: b'" ' in content or b'"\t' in content or b' "' in content)),
    ("an open quote at the end: we refuse", ours_refuses("unterminated quote")),
])
READERS["jsonl"] = Reader("jsonl", "json", texts.make_jsonl, texts.read_jsonl, [
    ("nesting of more than 200", ours_refuses("200 deep")),
    ("NaN and Infinity are not JSON", where(lambda content: b"NaN" in content or b"Infinity" in content)),
    ("half of a surrogate pair is no character", where(lambda content: b"\\ud" in content.lower())),
    ("a number beyond double is refused", ours_refuses("number overflow")),
])
READERS["toml"] = Reader("toml", "tomllib", texts.make_toml, texts.read_toml, [
    ("dates and times", ours_refuses("dates and times")),
    ("integers beyond 64 bits", ours_refuses("64-bit", "integer")),
    ("nesting of more than 64", ours_refuses("64 deep")),
])
READERS["tokenizer"] = Reader("txt", "tokenizers", texts.make_tokenizer, texts.read_tokenizer, [])
