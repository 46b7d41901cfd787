"""What a disk may hold after a power cut, from the trace of a program (trace_calls.c).

Content is safe once its file was synced, a name once its directory was. Of everything else any part may be there: of a
write any of its sectors (512 or 4,096 bytes), zeros or garbage in their place, the new length without the content; of
names any subset, or those up to some moment, as a journal would have it. A rename is there as a whole or not at all.
"""
import os
import pathlib
import struct

RECORD = struct.Struct("<c7xQqIIII")


class Operation:
    def __init__(self, kind, inode, offset, path, other, data, truncates):
        self.kind, self.inode, self.offset = kind, inode, offset
        self.path, self.other, self.data, self.truncates = path, other, data, truncates


def read_trace(log):
    text, at, operations = log.read_bytes(), 0, []
    while at < len(text):
        kind, inode, offset, path, other, count, truncates = RECORD.unpack_from(text, at)
        parts = []
        at += RECORD.size
        for length in (path, other, count):
            parts.append(text[at:at + length])
            at += length
        operations.append(Operation(kind.decode(), inode, offset, parts[0].decode(), parts[1].decode(), parts[2],
                                    truncates))
    return operations


class File:
    """Its content on the disk, and what was written since its last sync."""

    def __init__(self, content=b""):
        self.safe, self.waiting = content, []

    def copy(self):
        twin = File(self.safe)
        twin.waiting = list(self.waiting)
        return twin


def apply(content, kind, offset, data):
    """A write or a truncation of a whole content, in place."""
    if kind == "t":
        del content[offset:]
        content.extend(bytes(offset - len(content)))
    else:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset:offset + len(data)] = data


class Disk:
    """`root` and everything below it is safe at the start."""

    def __init__(self, root):
        self.root = str(root)
        self.files = {}       # by number of the file or directory; None: a directory
        self.safe_names = {}  # path -> number
        self.names = {}       # the same, as the program sees it
        self.waiting = []     # changes of names that are not safe: ({path: number or None})
        for path in [pathlib.Path(root), *sorted(pathlib.Path(root).rglob("*"))]:
            number = path.stat().st_ino
            self.files[number] = None if path.is_dir() else File(path.read_bytes())
            self.safe_names[str(path)] = number
        self.names = dict(self.safe_names)

    def copy(self):
        twin = object.__new__(Disk)
        twin.root, twin.safe_names, twin.names = self.root, dict(self.safe_names), dict(self.names)
        twin.waiting = list(self.waiting)
        twin.files = {number: file and file.copy() for number, file in self.files.items()}
        return twin

    def change_names(self, change):
        for path, number in change.items():
            if number is None:
                self.names.pop(path, None)
            else:
                self.names[path] = number
        self.waiting.append(change)

    def do(self, operation):
        kind, number = operation.kind, operation.inode
        if kind == "o":
            if operation.path not in self.names:
                self.files[number] = File()
                self.change_names({operation.path: number})
            elif operation.truncates:
                self.files[number].waiting.append(("t", 0, b""))
        elif kind in "wt":
            self.files[number].waiting.append((kind, operation.offset, operation.data))
        elif kind == "m":
            self.files[number] = None
            self.change_names({operation.path: number})
        elif kind == "u":
            self.change_names({operation.path: None})
        elif kind == "l":
            self.change_names({operation.other: self.names[operation.path]})
        elif kind == "r":
            self.change_names({operation.path: None, operation.other: self.names[operation.path]})
        elif kind == "s":
            self.sync(number)

    def sync(self, number):
        file = self.files[number]
        if file:
            file.safe, file.waiting = self.content(file), []
            return
        synced = next(path for path, other in self.names.items() if other == number)
        left = []
        for change in self.waiting:
            if any(os.path.dirname(path) == synced for path in change):
                apply_names(self.safe_names, change)
            else:
                left.append(change)
        self.waiting = left

    @staticmethod
    def content(file):
        content = bytearray(file.safe)
        for change in file.waiting:
            apply(content, *change)
        return bytes(content)

    def image(self, chance=None):
        """{path below the root: bytes, or None of a directory}: what is left, or, without chance, all there is."""
        names = dict(self.names)
        if chance:
            names = dict(self.safe_names)
            for change in choose_names(self.waiting, chance):
                apply_names(names, change)
        image, contents = {}, {}
        for path in sorted(names):
            number = names[path]
            if path != self.root and image.get(os.path.dirname(path), b"") is not None:
                continue  # its directory has gone, or never came
            if number not in contents:  # one file under two names has one content
                file = self.files[number]
                contents[number] = file and (choose_content(file, chance) if chance else self.content(file))
            image[path] = contents[number]
        return {path[len(self.root) + 1:]: content for path, content in image.items() if path != self.root}


def apply_names(names, change):
    for path, number in change.items():
        if number is None:
            names.pop(path, None)
        else:
            names[path] = number


def choose_names(waiting, chance):
    way = chance.choice(("prefix", "prefix", "subset", "subset", "all", "none"))
    if way == "prefix":
        return waiting[:chance.randint(0, len(waiting))]
    share = {"all": 1, "none": 0}.get(way, chance.choice((0.1, 0.5, 0.9)))
    return [change for change in waiting if chance.random() < share]


def choose_content(file, chance):
    if not file.waiting:
        return file.safe
    way = chance.choice(("all", "none", "prefix", "sectors", "sectors", "sectors"))
    waiting = file.waiting[:chance.randint(0, len(file.waiting))] if way == "prefix" else file.waiting
    if way == "none":
        return file.safe
    sector, share = chance.choice((512, 4096)), chance.choice((0.1, 0.5, 0.9)) if way == "sectors" else 1
    garbage = chance.random() < 0.2
    content = bytearray(file.safe)
    for kind, offset, data in waiting:
        if kind == "t":
            if chance.random() < share:
                apply(content, kind, offset, data)
            continue
        start = offset
        while start < offset + len(data):
            end = min(offset + len(data), start - start % sector + sector)
            if chance.random() < share:
                apply(content, "w", start, data[start - offset:end - offset])
            elif garbage and start >= len(file.safe):
                apply(content, "w", start, chance.randbytes(end - start))
            start = end
    length = len(Disk.content(file))
    if way == "sectors" and chance.random() < 0.3 and len(content) < length:
        content.extend(bytes(length - len(content)))
    return bytes(content)
