"""Vocabularies of WordPiece and of byte-level BPE for differential_fuzz.py, each with a text to take apart."""
import json

from differential_mutations import any_text


def make_tokenizer(chance):
    """A vocabulary with some of the pieces of the text, and the text."""
    text = " ".join(any_text(chance, 6) for _ in range(chance.randint(0, 6)))
    pieces = ["[UNK]"] if chance.random() < 0.97 else []
    for word in text.lower().split() + ["a", "b", "z"]:
        cut = chance.randint(0, len(word))
        pieces += [word[:cut], "##" + word[cut:]] if chance.random() < 0.7 else [word]
        pieces += chance.choice([[], list(word), ["##" + letter for letter in word]])
    pieces = [piece for piece in pieces if piece.strip() == piece and piece and "----" not in piece and len(piece.splitlines()) == 1]
    chance.shuffle(pieces)
    return ("\n".join(dict.fromkeys(pieces)) + "\n----\n" + text).encode()


def read_tokenizer(content, _):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    vocabulary, text = content.decode().split("\n----\n", 1)
    names = {piece: i for i, piece in enumerate(vocabulary.split("\n"))}
    if "[UNK]" not in names:
        raise ValueError("no [UNK]")
    tokenizer = Tokenizer(models.WordPiece(names, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer.encode(text, add_special_tokens=False).ids


def byte_letters():
    """How GPT-2 writes bytes as letters."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = (chr(256 + place) for place in range(256))
    return [chr(byte) if byte in printable else next(others) for byte in range(256)]


letters = byte_letters()


def make_bpe(chance):
    """All bytes, some merges of the text's own letters, and the text."""
    text = chance.choice(["", " "]).join(any_text(chance, 6) for _ in range(chance.randint(0, 8))) + chance.choice(["", "'s", "\n", "  "])
    symbols, merges = [letters[byte] for byte in text.encode()], []
    for _ in range(chance.randint(0, 12)):
        if len(symbols) < 2:
            break
        place = chance.randrange(len(symbols) - 1)
        merges.append((symbols[place], symbols[place + 1]))
        symbols[place:place + 2] = ["".join(merges[-1])]
    merges = list(dict.fromkeys(merges))
    vocabulary = {letter: number for number, letter in enumerate(letters)}
    for left, right in merges:
        vocabulary.setdefault(left + right, len(vocabulary))
    if chance.random() < 0.1:
        del vocabulary[chance.choice(list(vocabulary))]
    lines = chance.choice([["#version: 0.2"], []]) + [" ".join(merge) for merge in merges]
    return (json.dumps(vocabulary, ensure_ascii=chance.random() < 0.5) + "\n----\n" + "\n".join(lines) + "\n----\n" + text).encode()


def read_bpe(content, _):
    from tokenizers import Tokenizer, models, pre_tokenizers
    vocabulary, merges, text = content.decode().split("\n----\n", 2)
    names = json.loads(vocabulary)
    if any(letter not in names for letter in letters):
        raise ValueError("a byte has no token")  # the reference leaves such bytes out
    pairs = [tuple(line.split(" ")) for line in merges.split("\n") if line and not line.startswith("#version")]
    tokenizer = Tokenizer(models.BPE(names, pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return tokenizer.encode(text, add_special_tokens=False).ids
