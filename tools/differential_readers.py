"""The formats of differential_fuzz.py: how files are made, who reads them beside us, and where we differ on purpose.

`documented` is a list of (reason, holds(content, ours, theirs)); the first that holds explains a difference.
"""
import importlib.metadata
import importlib.util
import operator
import re

import differential_arrays
import differential_runs
import differential_tables
import differential_texts
import differential_tokenizers

READERS = {}


def write_file(content, path):
    path.write_bytes(content)


class Reader:
    def __init__(self, ending, reference, make, read, documented, ours=None, write=write_file, same=operator.eq):
        self.ending = ending
        self.reference = reference
        self.make = make
        self.read = read
        self.documented = documented
        self.ours = ours  # the name of our reader, where one is compared with two others
        self.write = write
        self.same = same

    def installed(self):
        if importlib.util.find_spec(self.reference) is None:
            return False
        # The parser of pandas 1 does not fill rows up.
        return self.reference != "pandas" or int(importlib.metadata.version("pandas").split(".")[0]) >= 2


def ours_refuses(*parts):
    """We refuse with one of these texts, or with any, what the reference reads."""
    return lambda content, ours, theirs: "value" in theirs and "error" in ours and (
        not parts or any(part in ours["error"] for part in parts))


def theirs_refuses(*parts):
    return lambda content, ours, theirs: "value" in ours and any(part in theirs.get("error", "") for part in parts)


def lone_return(content):
    return b"\r" in content.replace(b"\r\n", b"")


def where(condition):
    return lambda content, ours, theirs: condition(content)


arrays, runs, tables, texts = differential_arrays, differential_runs, differential_tables, differential_texts
tokenizers = differential_tokenizers

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
READERS["csv"] = Reader("csv", "csv", tables.make_csv, tables.read_csv, [
    ("a carriage return is text, unless a line feed follows", where(lone_return)),
    ("blanks alone in quotes on a line, which Python cannot tell from an empty line",
     where(lambda content: b'" ' in content or b'"\t' in content or b' "' in content)),
    ("an open quote at the end: we refuse", ours_refuses("unterminated quote")),
])
READERS["jsonl"] = Reader("jsonl", "json", texts.make_jsonl, texts.read_jsonl, [
    ("nesting of more than 200", ours_refuses("200 deep")),
    ("reserved flags of gzip are refused, as zlib does", ours_refuses("unknown header flags set")),
    ("bytes behind compressed data are ignored, as gzip does", theirs_refuses("BadGzipFile: Not a gzipped file")),
    ("NaN and Infinity are not JSON", where(lambda content: b"NaN" in content or b"Infinity" in content)),
    ("half of a surrogate pair is no character", ours_refuses("surrogate U+")),
    ("a byte order mark before a later line is skipped", theirs_refuses("Unexpected UTF-8 BOM")),
    ("a number beyond double is refused", ours_refuses("number overflow")),
])
READERS["toml"] = Reader("toml", "tomllib", texts.make_toml, texts.read_toml, [
    ("dates and times", ours_refuses("dates and times")),
    ("integers beyond 64 bits", ours_refuses("64-bit", "integer")),
    ("a number beyond double is refused, not infinite", ours_refuses("parsing floating-point")),
    ("behind a backslash that joins two lines, toml++ skips white space of Unicode too", where(
        lambda content: re.search(rb"\\[ \t]*\r?\n\s*[\x80-\xff]", content))),
    ("nesting of more than 64", ours_refuses("64 deep")),
])
READERS["tokenizer"] = Reader("txt", "tokenizers", tokenizers.make_tokenizer, tokenizers.read_tokenizer, [])
READERS["bpe"] = Reader("txt", "tokenizers", tokenizers.make_bpe, tokenizers.read_bpe, [])
READERS["csv_by_pandas"] = Reader("csv", "pandas", tables.make_csv, tables.read_csv_by_pandas, [
    ("a carriage return is text, unless a line feed follows", where(lone_return)),
    ("pandas ends fields at a zero byte", where(lambda content: b"\0" in content)),
    ("an open quote at the end: we refuse", ours_refuses("unterminated quote")),
], ours="csv", same=tables.same_rows)
READERS["numbers"] = Reader("csv", "csv", tables.make_numbers, tables.read_numbers, [
    ("a carriage return is text, unless a line feed follows", where(lone_return)),
    ("an open quote at the end: we refuse", ours_refuses("unterminated quote")),
    ("a number below the smallest double is refused, not zero", lambda content, ours, theirs: re.search(
        rb"e-\d*[3-9]\d\d", content) and "is not a number" in ours.get("error", "")),
])
READERS["experiment"] = Reader("toml", "tomllib", runs.make_experiment, runs.read_experiment, [
    ("an experiment that is refused", ours_refuses()),
])
READERS["run"] = Reader("run", "tomllib", runs.make_run, runs.read_run, [
    ("damage that is found", ours_refuses()),
    ("without timing.json the time is unknown", lambda content, ours, theirs: "value" in ours and ours["value"] ==
     {**theirs["value"], "seconds": None} and b'"timing.json"' not in content.split(b'"found"')[1]),
    ("without a result, a run has not come to an end", lambda content, ours, theirs: ours.get("value", 0) is None),
    ("without checksums: what the files say", where(lambda content: content.startswith(b'{"signed": false'))),
], write=runs.unpack_run)
