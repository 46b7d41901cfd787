"""Slight damage for files of any format, all of it decided by a random generator."""
import struct

numbers = [0, 1, 2, 3, 7, 8, 63, 64, 127, 128, 255, 256, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]


def damage(chance, content, words=()):
    """The content after no mutation (half of the time) or up to three."""
    if chance.random() < 0.5:
        return content
    for _ in range(chance.randint(1, 3)):
        content = mutate(chance, content, words)
    return content


def mutate(chance, content, words):
    if not content:
        return content
    place = chance.randrange(len(content))
    end = min(len(content), place + chance.randint(1, 12))
    kind = chance.randrange(9)
    if kind == 0:  # one byte
        return content[:place] + bytes([chance.randrange(256)]) + content[place + 1:]
    if kind == 1:  # one bit
        return content[:place] + bytes([content[place] ^ (1 << chance.randrange(8))]) + content[place + 1:]
    if kind == 2:  # cut off
        return content[:place]
    if kind == 3:  # a piece is missing
        return content[:place] + content[end:]
    if kind == 4:  # or stands twice
        return content[:end] + content[place:]
    if kind == 5:  # something behind the end
        return content + bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
    if kind == 6:  # another number, as text or in place of a length
        number = chance.choice(numbers)
        packed = chance.choice([str(number).encode(), struct.pack("<Q", number), struct.pack("<I", number % 2**32)])
        return content[:place] + packed + content[min(len(content), place + len(packed)):]
    if kind == 7 and words:  # a word of the format where it does not belong
        return content[:place] + chance.choice(words) + content[place:]
    return content[:place] + chance.choice([b"\0", b"\n", b"\r\n", b" ", b"\t", b"\xff", b"\xef\xbb\xbf", b"\xc3\xa9",
                                            b'"', b"'", b"\\", b",", b"[", b"]", b"{", b"}"]) + content[place:]


def any_text(chance, longest=8):
    letters = ["a", "b", "Z", "0", "9", "_", "-", " ", ".", "é", "ß", "日", "😀", "\u0301", "\u2028", "\x85", "'", ",",
               ";", "=", "#", "/", "~", "\x7f"]
    return "".join(chance.choice(letters) for _ in range(chance.randint(0, longest)))
