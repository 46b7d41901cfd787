"""Texts that tokenisers get wrong: bytes, not always UTF-8. The same ones every time."""
import random

SPACES = " \t\n\r\x0b\x0c\x85\xa0\u1680\u2000\u2009\u2028\u2029\u202f\u205f\u3000\u200b\ufeff"
MARKS = "\u0300\u0301\u0308\u0327\u0323\u0345\u034f\u20dd\u3099\u302e\U0001d165\u05b0\u0e48\u200d\ufe0f"
WORDS = ["don't", "we'll", "I'VE", "it's", "'re", "''s", "naïve", "Ångström", "İstanbul", "ß", "ﬁ", "ǅ", "Σίσυφος",
         "中文", "日本語テキスト", "한국어", "हिन्दी", "العربية", "עברית", "ไทย", "e\u0301\u0327", "👩‍👩‍👧", "🇩🇪", "🤣", "[CLS]", "[UNK]",
         "<|endoftext|>", "##ing", "a" * 99, "b" * 100, "c" * 101, "é" * 100, "é" * 101, "1,000.50", "x²", "½", "①",
         "٣٤", "--", "...", "…", "“quoted”", "`", "$5", "a_b", "\u0000", "\ufffd", "\x7f", "\x1b[0m", "<br />", "  "]
BROKEN = [b"\x80", b"\xff", b"\xc0\xaf", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe0\x80\x80"]


def one_text(rng):
    kind = rng.randrange(6)
    if kind == 0:  # any code points
        return "".join(chr(c) for c in (rng.randrange(0x110000) for _ in range(rng.randrange(40)))
                       if not 0xd800 <= c < 0xe000).encode()
    if kind == 1:  # of the first plane's lower half, where scripts are
        return "".join(chr(rng.randrange(0x3100)) for _ in range(rng.randrange(60))).encode()
    if kind == 2:  # words and white space of every kind
        return "".join(rng.choice(WORDS) + rng.choice(SPACES) * rng.randrange(4) for _ in range(rng.randrange(12))).encode()
    if kind == 3:  # letters under heaps of marks
        return "".join(rng.choice("aeiouAEIOUñçäŠ한가が") + "".join(rng.choice(MARKS) for _ in range(rng.randrange(5)))
                       for _ in range(rng.randrange(20))).encode()
    if kind == 4:  # ASCII of every kind
        return "".join(chr(rng.randrange(128)) for _ in range(rng.randrange(80))).encode()
    return b"".join(rng.choice([rng.choice(BROKEN), rng.choice(WORDS).encode(), b" ", bytes([rng.randrange(256)])])
                    for _ in range(rng.randrange(12)))  # not UTF-8


def hostile_texts(count):
    rng = random.Random(20260411)
    return [b"", b" ", b"\n", b"'", b"a", b"  a", b"a  ", b"\xef\xbb\xbfa", b"x" * 5000, b" " * 300, "中".encode() * 300,
            b"ab" * 2000] + [one_text(rng) for _ in range(count - 12)]


def every_code_point():
    """Each between letters, so that it is seen whether it splits, joins, goes or stays."""
    points = [c for c in range(0x110000) if not 0xd800 <= c < 0xe000]
    for first in range(0, len(points), 50):
        yield " ".join(f"x{chr(c)}y" for c in points[first:first + 50]).encode()
