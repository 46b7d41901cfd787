#!/usr/bin/env python3
"""Runs CTest, and fails where a test was skipped that is not expected to be: a skip proves nothing, and nobody reads it.

Usage: run_ctest.py EXPECTED ARGUMENT ...      the list of expected skips, then what CTest is given

A line of the list is the name of a test, or a pattern of names (*), and the reason why it may be skipped. It may also
run. CTest's summary is printed last where all is well. The exit code is CTest's, or 1 at an unexpected skip.
"""
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SUMMARY = re.compile(r"\d+% tests passed")


def read_expected(path):
    """The patterns of names, without their reasons."""
    patterns = []
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        pattern, _, reason = line.partition(" ")
        if not reason.strip():
            sys.exit(f"{path}:{number}: '{pattern}' has no reason")
        patterns.append(pattern)
    return patterns


def run_ctest(arguments):
    """Prints what CTest says up to its summary; CTest's exit code and the summary."""
    summary = []
    with subprocess.Popen(["ctest", *arguments], stdout=subprocess.PIPE, text=True, errors="replace") as ctest:
        for line in ctest.stdout:
            if summary or SUMMARY.match(line):
                summary.append(line)
            else:
                print(line, end="", flush=True)
    return ctest.returncode, "".join(summary)


def skipped_tests(report):
    """The tests that CTest itself calls skipped; a disabled one is among them."""
    if report.stat().st_size == 0:  # it was only asked for a list, or there are no tests
        return []
    return [test.get("name") for test in ElementTree.parse(report).iter("testcase") if test.find("skipped") is not None]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    expected = read_expected(sys.argv[1])
    handle, name = tempfile.mkstemp(prefix="sextant_ctest_", suffix=".xml")
    os.close(handle)
    report = pathlib.Path(name)
    try:
        code, summary = run_ctest([*sys.argv[2:], "--output-junit", str(report)])
        skipped = skipped_tests(report)
    finally:
        report.unlink()
    unexpected = [test for test in skipped if not any(fnmatch.fnmatchcase(test, pattern) for pattern in expected)]
    if summary:
        print(f"skipped tests: {len(skipped)}, unexpected: {len(unexpected)}\n\n{summary}", end="", flush=True)
    for test in unexpected:
        print(f"skipped, but not in {sys.argv[1]}: {test}", file=sys.stderr)
    return code or (1 if unexpected else 0)


if __name__ == "__main__":
    sys.exit(main())
