#!/usr/bin/env python3
"""Compares our reading of tokenizer.json with Hugging Face's tokenizers: small ones of every kind are trained here (BERT's
WordPiece; byte-level BPE as GPT-2, Llama 3 and Qwen split it; BPE with byte fallback as Llama 2; Unigram as T5, with the
normalisers of `tokenizers` and with SentencePiece's own map where that package is there; WordLevel), with added tokens of
every flag and every post-processor, and their ids compared on hostile texts.

Usage: compare_tokenizer_json.py ANSWERS [--texts 10000] [--only NAME]      exit 1 at a difference, 77 without `tokenizers`
"""
import argparse
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unicodedata

from hostile_texts import hostile_texts

try:
    from tokenizers import (AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors,
                            trainers)
except ImportError:
    print("skipped: this Python has no package `tokenizers`")
    sys.exit(77)

LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")
GPT4O = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
         r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
         r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
WORDS = ("the of and to in a is that for it was on with as by at from his he be this are or an which not have had were but "
         "positional encoding transformers learn rotary frequencies don't we'll it's naïve Ångström 1,000.50 x² 中文 日本語 "
         "हिन्दी العربية 한국어 ﬁ ½ “quoted” a_b $5 ... Straße İstanbul Σίσυφος \t \n").split(" ")


def corpus(count=3000):
    random.seed(4)
    for _ in range(count):
        yield " ".join(random.choices(WORDS, k=random.randrange(3, 25)))


def extra_tokens():
    return [AddedToken("<mask>", lstrip=True, special=True), AddedToken("<right>", rstrip=True, special=True),
            AddedToken("whole", single_word=True), AddedToken("Naïve", normalized=True), AddedToken("raw", normalized=False),
            AddedToken("  "), AddedToken("[X]", special=True), AddedToken("[XY]", special=True, normalized=True)]


def train(model, normalizer, splitter, trainer, post=None, strips=False):
    """`strips`: the normaliser takes blanks off the ends; a token of blanks would be empty then, and the reference panics."""
    tokenizer = Tokenizer(model)
    if normalizer:
        tokenizer.normalizer = normalizer
    if splitter:
        tokenizer.pre_tokenizer = splitter
    tokenizer.train_from_iterator(corpus(), trainer)
    tokenizer.add_tokens([token for token in extra_tokens() if not (strips and token.content.isspace())])
    if post:
        tokenizer.post_processor = post(tokenizer)
    return tokenizer


def bpe(splitter, size=600, normalizer=None, post=None, special=("<s>", "</s>"), **options):
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return train(models.BPE(**options), normalizer, splitter,
                 trainers.BpeTrainer(vocab_size=size, special_tokens=list(special), initial_alphabet=alphabet,
                                     show_progress=False), post)


def split_by(pattern):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated", invert=False),
                                    pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def around(begin, end):
    def make(tokenizer):
        pairs = [(token, tokenizer.token_to_id(token)) for token in (begin, end) if token]
        return processors.TemplateProcessing(single=f"{begin} $A {end}".strip(), special_tokens=pairs)
    return make


def llama2(scheme):
    """BPE of characters; what is not in the vocabulary becomes bytes."""
    normalizer, splitter = None, None
    if scheme == "normalizer":
        normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    else:
        splitter = pre_tokenizers.Metaspace(prepend_scheme=scheme, split=False)
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = train(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True), normalizer,
                      splitter or pre_tokenizers.Metaspace(),
                      trainers.BpeTrainer(vocab_size=800, special_tokens=["<unk>", "<s>", "</s>"] + bytes_,
                                          limit_alphabet=60, show_progress=False), around("<s>", ""))
    saved = json.loads(tokenizer.to_str())
    saved["added_tokens"] = [token for token in saved["added_tokens"] if token["content"] not in bytes_]
    if splitter is None:
        saved["pre_tokenizer"] = None
    return Tokenizer.from_str(json.dumps(saved))


def unigram(normalizer, splitter, byte_fallback=False, strips=False):
    tokenizer = train(models.Unigram(), normalizer, splitter,
                      trainers.UnigramTrainer(vocab_size=220, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>",
                                              show_progress=False), around("", "</s>"), strips)
    if byte_fallback:
        saved = json.loads(tokenizer.to_str())
        saved["model"]["vocab"] += [[f"<0x{byte:02X}>", -20.0] for byte in range(256)]
        saved["model"]["byte_fallback"] = True
        saved["added_tokens"] = saved["added_tokens"][:3]
        tokenizer = Tokenizer.from_str(json.dumps(saved))
    return tokenizer


def sentencepiece_map():
    """The map of characters that SentencePiece compiles for nmt_nfkc; None without the package."""
    try:
        import sentencepiece
        from sentencepiece import sentencepiece_model_pb2
    except ImportError:
        return None
    import base64
    import io
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=corpus(), model_writer=model, vocab_size=120,
                                             minloglevel=2, hard_vocab_limit=False)
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    return base64.b64encode(proto.normalizer_spec.precompiled_charsmap).decode()


def wordpiece(post, **normalizer):
    return train(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20),
                 normalizers.BertNormalizer(**normalizer), pre_tokenizers.BertPreTokenizer(),
                 trainers.WordPieceTrainer(vocab_size=400, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"],
                                           show_progress=False), post)


def bert_frame(kind):
    return lambda tokenizer: kind(("[SEP]", tokenizer.token_to_id("[SEP]")), ("[CLS]", tokenizer.token_to_id("[CLS]")))


def t5_normalizer():
    return normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])


def builders():
    byte_level = pre_tokenizers.ByteLevel
    found = {
        "bert": lambda: wordpiece(bert_frame(processors.BertProcessing)),
        "bert_cased": lambda: wordpiece(around("[CLS]", "[SEP]"), lowercase=False),
        "bert_accents": lambda: wordpiece(None, strip_accents=False, handle_chinese_chars=False, clean_text=False),
        "gpt2": lambda: bpe(byte_level(add_prefix_space=False), post=lambda t: processors.ByteLevel()),
        "roberta": lambda: bpe(byte_level(add_prefix_space=True), post=lambda t: processors.RobertaProcessing(
            ("</s>", t.token_to_id("</s>")), ("<s>", t.token_to_id("<s>")))),
        "llama3": lambda: bpe(split_by(LLAMA3), ignore_merges=True, post=lambda t: processors.Sequence(
            [processors.ByteLevel(), around("<s>", "")(t)])),
        "qwen": lambda: bpe(split_by(LLAMA3.replace("{1,3}", "")), normalizer=normalizers.NFC()),
        "gpt4o": lambda: bpe(split_by(GPT4O)),
        "clip": lambda: bpe(pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"), "removed", invert=True),
            byte_level(add_prefix_space=False)]), normalizer=normalizers.Sequence(
                [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]),
            unk_token="<s>", end_of_word_suffix="</w>"),
        "deepseek": lambda: bpe(pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex("[\r\n]"), "isolated"), pre_tokenizers.Split(Regex(r"\s?\p{L}+"), "isolated"),
            pre_tokenizers.Split(Regex(r"\s?\p{P}+"), "isolated"), pre_tokenizers.Split(Regex("[一-龥ࠀ-一가-퟿]+"), "isolated"),
            pre_tokenizers.Digits(individual_digits=True), byte_level(add_prefix_space=False, use_regex=False)])),
        "llama2": lambda: llama2("normalizer"),
        "llama2_first": lambda: llama2("first"),
        "gemma_like": lambda: llama2("never"),
        "t5": lambda: unigram(t5_normalizer(), pre_tokenizers.Metaspace()),
        "albert_like": lambda: unigram(normalizers.Sequence([
            normalizers.Replace("``", '"'), normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase(),
            normalizers.Strip()]), pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]), strips=True),
        "unigram_bytes": lambda: unigram(normalizers.NFD(), pre_tokenizers.Metaspace(prepend_scheme="first"), True),
        "words": lambda: train(models.WordLevel(unk_token="[UNK]"), normalizers.Lowercase(), pre_tokenizers.Sequence([
            pre_tokenizers.Whitespace(), pre_tokenizers.Digits(), pre_tokenizers.Punctuation("merged_with_previous")]),
            trainers.WordLevelTrainer(special_tokens=["[UNK]"], show_progress=False)),
        "delimited": lambda: train(models.WordLevel(unk_token="[UNK]"), None, pre_tokenizers.Sequence([
            pre_tokenizers.CharDelimiterSplit("e"), pre_tokenizers.Punctuation("contiguous"),
            pre_tokenizers.Split(" ", "merged_with_next")]),
            trainers.WordLevelTrainer(special_tokens=["[UNK]"], show_progress=False)),
    }
    found["t5_sentencepiece"] = None
    return found


def nasty_texts(count):
    """Hostile ones, and ones with the added tokens in them."""
    rng = random.Random(11)
    tokens = ["<mask>", " <mask>", "<right> ", "whole", "wholesome", "Naïve", "naive", "raw", "[X]", "[XY]", "[xy]", "  ",
              "<s>", "</s>", "[CLS]", "▁", "\u2581a", "<0x41>", "'ſ", "'S", "\u212a", "don't", "1234567", "ﬁ", "ǅ"]
    texts = [text.decode(errors="replace") for text in hostile_texts(count // 2)]
    words = WORDS + [" ", "\n", "\r\n", "\u3000", "é", "e\u0301", "中", "👩‍👩‍👧"]
    while len(texts) < count:
        texts.append("".join(rng.choice(tokens if rng.random() < 0.4 else words) + rng.choice(["", " ", " ", "  ", "."])
                             for _ in range(rng.randrange(1, 14))))
    return texts


def known_to(text):
    """Unicode grows: characters that this Python's table does not have are not compared."""
    return all(unicodedata.category(c) != "Cn" for c in text)


def our_ids(answers, path, texts):
    request = b"".join(struct.pack("<I", len(text)) + text for text in (one.encode() for one in texts))
    reply = subprocess.run([answers, path], input=request, stdout=subprocess.PIPE, check=True).stdout
    place = 0
    for _ in texts:
        count, = struct.unpack_from("<I", reply, place)
        yield list(struct.unpack_from(f"<{count}i", reply, place + 4))
        place += 4 + 4 * count


def write_goldens(path):
    """Some of the tokenizers with the ids of some short texts."""
    texts = [text for text in nasty_texts(3000) if known_to(text) and len(text.encode()) < 70][::41]
    kept = {}
    for name in ("bert", "roberta", "llama3", "llama2_first", "t5", "delimited"):
        tokenizer = builders()[name]()
        kept[name] = {"tokenizer": json.loads(tokenizer.to_str()), "ids": [one.ids for one in tokenizer.encode_batch(texts)]}
    pathlib.Path(path).write_text(json.dumps({"texts": texts, "tokenizers": kept}, separators=(",", ":")) + "\n")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("answers")
    parser.add_argument("--texts", type=int, default=10000)
    parser.add_argument("--only")
    parser.add_argument("--write-goldens", help="a file for tests/data/tokenizers/tokenizer_json_test.cpp; nothing is compared")
    arguments = parser.parse_args()
    if arguments.write_goldens:
        return write_goldens(arguments.write_goldens)
    texts = [text for text in nasty_texts(arguments.texts + arguments.texts // 3) if known_to(text)][:arguments.texts]
    failed = 0
    for name, build in builders().items():
        if arguments.only and name not in arguments.only.split(","):
            continue
        if name == "t5_sentencepiece":
            charsmap = sentencepiece_map()
            if charsmap is None:
                print(f"{name}: left out, no package `sentencepiece`")
                continue
            saved = json.loads(unigram(t5_normalizer(), pre_tokenizers.Metaspace()).to_str())
            saved["normalizer"] = {"type": "Sequence", "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": charsmap},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]}
            tokenizer = Tokenizer.from_str(json.dumps(saved))
        else:
            tokenizer = build()
        with tempfile.TemporaryDirectory() as directory:
            path = str(pathlib.Path(directory) / "tokenizer.json")
            tokenizer.save(path)
            theirs = [one.ids for one in tokenizer.encode_batch(texts)]
            wrong = [(text, a, b) for text, a, b in zip(texts, our_ids(arguments.answers, path, texts), theirs) if a != b]
        print(f"{name}: {len(texts)} texts, {sum(map(len, theirs))} ids, {len(wrong)} differ", flush=True)
        for text, a, b in wrong[:3]:
            print(f"  {text!r}\n    ours   {a}\n    theirs {b}")
        failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
