"""JSON lines and TOML for differential_fuzz.py, valid or slightly broken."""
import gzip
import json
import struct

from differential_mutations import any_text, damage, numbers

bom = b"\xef\xbb\xbf"
json_words = [b'"text":', b"[" * 20, b"[" * 300, b"null", b"1e400", b"-0", b"1.", b"01", b"\\u00e9", b"\\ud83d\\ude00",
              b"\\ud83d", b"NaN", b"//", b'{"text":"x"}', b"\x01", b"\\x"]
toml_words = [b"[a]\n", b"[[a]]\n", b"a.b=1\n", b"'''", b'"""', b"#", b"0x1F", b"0b1", b"1_0", b"1__0", b"+1", b"inf",
              b"-nan", b"1e5", b"1.e5", b"{a=1}", b"[1,]", b"{a=1,}", b"\\u00e9", b"\\U0001F600", b"\\ud800", b"\\q",
              b"1979-05-27", b"07:32:00", b"true", b"a = 1\n", b"." * 70, b"[" * 70, b"9223372036854775808"]


def any_json(chance, depth=3):
    kind = chance.randrange(9 if depth else 6)
    if kind <= 1:
        return any_text(chance, 12)
    if kind == 2:
        return chance.choice([None, True, False])
    if kind == 3:
        return chance.choice([0.5, -1e300, 1e-320, 0.1])
    if kind <= 5:
        return chance.choice(numbers) * chance.choice([1, -1])
    if kind <= 7:
        return {any_text(chance): any_json(chance, depth - 1) for _ in range(chance.randint(0, 3))}
    return [any_json(chance, depth - 1) for _ in range(chance.randint(0, 3))]


def make_jsonl(chance):
    lines = []
    for _ in range(chance.randint(0, 4)):
        value = any_json(chance)
        row = {"text": any_text(chance, 20), "more": value} if chance.random() < 0.9 else value
        line = json.dumps(row, ensure_ascii=chance.random() < 0.5)
        if chance.random() < 0.02:
            depth = chance.choice([50, 190, 300, 900])
            line = '{"text": "x", "more": ' + "[" * depth + "]" * depth + "}"
        lines.append(line.encode("utf-8", "surrogatepass"))
    content = chance.choice([b"\n", b"\n", b"\r\n", b"\n\n"]).join(lines) + chance.choice([b"", b"\n"])
    content = damage(chance, (bom if chance.random() < 0.05 else b"") + content, json_words)
    return damage(chance, gzip.compress(content, 1, mtime=0)) if chance.random() < 0.1 else content


def read_jsonl(content, _):
    texts = []
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    for line in content.removeprefix(bom).split(b"\n"):
        line = line.removesuffix(b"\r")
        if not line.strip(b" \t\r"):
            continue
        text = json.loads(line.decode())["text"]
        if not isinstance(text, str):
            raise ValueError("not a text")
        text.encode()
        texts.append(text)
    return texts


def toml_text(chance):
    text = any_text(chance)
    kind = chance.randrange(3)
    if kind == 0 and "'" not in text and text.isprintable():
        return f"'{text}'"
    if kind == 1:
        return '"""' + chance.choice(["", "\n", "\\\n  "]) + text.replace("\x7f", "") + '"""'
    return json.dumps(text, ensure_ascii=chance.random() < 0.5).replace("\\ud", "x").replace("\x7f", "")


def toml_value(chance, depth=2):
    kind = chance.randrange(8 if depth else 6)
    if kind == 0:
        return chance.choice(["true", "false"])
    if kind <= 2:
        return chance.choice(["0", "-0", "+7", "1_000", "0x1f", "0o17", "0b101", "9223372036854775807", "-9223372036854775808"])
    if kind == 3:
        return chance.choice(["0.5", "-1e300", "1e-320", "6.02e23", "inf", "-inf", "nan", "1_0.5", "3.0", "1e06", "-0.0"])
    if kind <= 5:
        return toml_text(chance)
    if kind == 6:
        return "[" + ", ".join(toml_value(chance, depth - 1) for _ in range(chance.randint(0, 3))) + chance.choice(["]", "\n]"])
    return "{" + ", ".join(f"k{i} = {toml_value(chance, depth - 1)}" for i in range(chance.randint(0, 3))) + "}"


def make_toml(chance):
    lines = []
    for number in range(chance.randint(0, 6)):
        name = chance.choice(["a", "b", f"k{number}", f"a.x{number}", '"q k"', "'l'", "1", f"d{number}.e.f", "é"])
        if chance.random() < 0.25:
            lines.append(chance.choice(["[{}]", "[[{}]]", "[ {} ]"]).format(name))
        lines.append(f"k{number} = {toml_value(chance)}{chance.choice(['', ' # remark', '  '])}")
        if chance.random() < 0.2:
            lines.append(f"{name} = {toml_value(chance)}")
    if chance.random() < 0.02:
        lines.append("x" + ".x" * chance.choice([30, 62, 80, 400]) + " = 1")
    content = chance.choice(["\n", "\n", "\r\n"]).join(lines).encode() + chance.choice([b"", b"\n"])
    return damage(chance, content, toml_words)


def tagged(value):
    if isinstance(value, dict):
        return {key: tagged(one) for key, one in value.items()}
    if isinstance(value, list):
        return [tagged(one) for one in value]
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        return "float " + struct.pack("<d", float("nan") if value != value else value).hex()
    if isinstance(value, int):
        return f"integer {value}"
    if isinstance(value, str):
        return "text " + value
    raise ValueError("a date or time")


def read_toml(content, _):
    import tomllib
    return tagged(tomllib.loads(content.removeprefix(bom).decode()))
