#!/usr/bin/env python3
"""Several processes make one sweep together on a file system whose locks are broken: refused, granted without holding
anything, late, or of one machine only while two share the directory. Every run is trained once, and the sweep ends with
the same bytes as an undisturbed one.

Usage: attack_locks.py PROGRAM LIBRARY [--rounds N] [--processes P] [--hosts-only]
                       [--kill-host: one of two hosts dies half-way; takes more than a minute per round]
LIBRARY is tests/durability/fail_calls.c as a shared object (build/tests/libfail_calls.so), beside it network_disk.c's.
"""
import argparse
import errno
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/durability"))
import tiny_sweep  # noqa: E402
import two_hosts  # noqa: E402

WAYS = {"refused (ENOLCK)": str(errno.ENOLCK), "refused (ENOTSUP)": str(errno.ENOTSUP), "holding nothing": "none",
        "late": "late"}


def count_trained(processes):
    trained = 0
    for process in processes:
        out, said = process.communicate(timeout=600)
        assert process.returncode == 0, f"exit code {process.returncode}: {said}"
        trained += int(re.search(r"(\d+) trained now", out)[1])
    return trained


def attack(program, library, directory, locks, processes):
    environment = dict(os.environ, LD_PRELOAD=library, SEXTANT_LOCKS=locks)
    command = tiny_sweep.command(program, directory, "-j", "2")
    return count_trained([subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE) for _ in range(processes)])


def attack_hosts(program, library, scratch, directory, processes, kill_host):
    """Runs that were trained, and those that the killed host had made."""
    hosts = [two_hosts.Host(name, scratch, library) for name in ("north", "south")]
    begun = [[host.start(tiny_sweep.command(program, directory, "-j", "2")) for _ in range(max(1, processes // 2))]
             for host in hosts]
    if not kill_host:
        return count_trained(begun[0] + begun[1]), 0
    while len(list(directory.glob("runs/*/result.json"))) < tiny_sweep.RUNS // 3:
        time.sleep(0.01)
    for process in begun[0]:
        process.kill()
        process.communicate()
    by_the_dead = sum("north" in lock.read_text() for lock in directory.glob("runs/*/.lock"))
    return count_trained(begun[1]), by_the_dead


def check_end(undisturbed, directory, killed=False):
    """What a killed host was writing is removed when it is an hour old."""
    tiny_sweep.check_store(directory)
    tiny_sweep.check_same(undisturbed, directory)
    left = [str(path) for path in directory.rglob("*") if re.search(r"\.lock" if killed else r"\.tmp$|\.lock", path.name)]
    assert not left, left


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--hosts-only", action="store_true")
    parser.add_argument("--kill-host", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tiny_sweep.make_undisturbed(options.program, scratch / "undisturbed")
        disk = pathlib.Path(options.library).resolve().with_name("libnetwork_disk.so")
        no_hosts = two_hosts.why_not(scratch, disk)
        if no_hosts:
            print(f"two hosts: not here: {no_hosts}")
        for number in range(options.rounds):
            for name, locks in {} if options.hosts_only else WAYS.items():
                directory = scratch / f"sweep{number}{locks}"
                trained = attack(options.program, options.library, directory, locks, options.processes)
                check_end(scratch / "undisturbed", directory)
                assert trained == tiny_sweep.RUNS, f"locks {name}: {trained} runs were trained, not {tiny_sweep.RUNS}"
                print(f"locks {name}: {options.processes} processes, {trained} runs trained, {tiny_sweep.RUNS} rows, "
                      "the same bytes", flush=True)
            for kill_host in [] if no_hosts else [False, True] if options.kill_host else [False]:
                directory = scratch / f"hosts{number}{kill_host}"
                trained, held = attack_hosts(options.program, disk, scratch, directory, options.processes, kill_host)
                check_end(scratch / "undisturbed", directory, kill_host)
                assert kill_host or trained == tiny_sweep.RUNS, f"two hosts: {trained} runs were trained"
                print(f"two hosts: {trained} runs trained" + (f" after one was killed with {held} in hand" if kill_host
                      else "") + f", {tiny_sweep.RUNS} rows, the same bytes", flush=True)


if __name__ == "__main__":
    main()
