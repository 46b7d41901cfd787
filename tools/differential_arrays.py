"""Arrays for differential_fuzz.py: .npy, .npz and safetensors, valid or slightly broken."""
import io
import json
import struct
import zipfile

from differential_mutations import any_text, damage

dtypes = ["<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "|b1"]
others = [">f8", "<c8", "|S3", "<U2", ">i4", "=f4", "<f16", "|O"]
words = [b"'descr'", b"'shape'", b"True", b"(3,)", b"L", b"<f8", b"\x93NUMPY", b"PK\x03\x04", b"PK\x01\x02", b'"dtype"',
         b'"shape":[', b"__metadata__", b'"F32"', b"1e3", b"-1", b"[[[[[[[[", b'{"a":' * 20]
bits = {"F64": 64, "F32": 32, "F16": 16, "BF16": 16, "I64": 64, "I32": 32, "I16": 16, "I8": 8, "U64": 64, "U32": 32,
        "U16": 16, "U8": 8, "BOOL": 8, "F8_E4M3": 8, "F8_E5M2": 8}


def any_bytes(chance, count):
    return bytes(chance.choice([0, 1, 63, 127, 128, 255, chance.randrange(256)]) for _ in range(count))


def any_shape(chance):
    return tuple(chance.choice([0, 1, 1, 2, 3, 5]) for _ in range(chance.choice([0, 1, 1, 2, 2, 3])))


def whole_npy(chance):
    kind = chance.choice(dtypes if chance.random() < 0.9 else others)
    shape, count = any_shape(chance), 1
    for extent in shape:
        count *= extent
    size = int("".join(c for c in kind if c.isdigit()) or 8) * (4 if "U" in kind else 1)
    data = bytes(chance.randrange(2) for _ in range(count)) if kind == "|b1" else any_bytes(chance, count * size)
    header = f"{{'descr': '{kind}', 'fortran_order': {chance.random() < 0.3}, 'shape': {shape}, }}"
    version = chance.choice([1, 1, 1, 2, 3])
    before = 10 if version == 1 else 12
    header = header + " " * (-(before + len(header) + 1) % 64) + "\n"
    if chance.random() < 0.02:
        header = " " * chance.randint(1, 12000) + header
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header.encode() + data


def make_npy(chance):
    return damage(chance, whole_npy(chance), words)


def canonical(array):
    import numpy
    if array.dtype.kind not in "fiub":
        raise ValueError(f"dtype {array.dtype}")
    numbers = numpy.ascontiguousarray(array).astype("<f8")
    numbers = numpy.where(numpy.isnan(numbers), numpy.float64("nan"), numbers)
    return {"shape": list(array.shape), "numbers": numbers.astype("<f8").tobytes().hex()}


def read_npy(content, _):
    import numpy
    with numpy.errstate(all="ignore"):
        return canonical(numpy.lib.format.read_array(io.BytesIO(content), allow_pickle=False))


def make_npz(chance):
    """Members are damaged before they are packed, so that their checksums hold; sometimes the zip file is damaged."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        names = chance.sample(["a", "b", "arr_0", "folder/x", "é", "x.npy"], chance.randint(0, 3))
        for name in names:
            method = chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            archive.writestr(name + ".npy", make_npy(chance), method)
    content = file.getvalue()
    if chance.random() < 0.2 and content.count(b"PK\x01\x02"):  # another size in the directory alone
        place = content.index(b"PK\x01\x02") + chance.choice([20, 24])
        return content[:place] + struct.pack("<I", chance.choice([0, 1, 2**31, 2**32 - 2])) + content[place + 4:]
    return damage(chance, content, words) if chance.random() < 0.3 else content


def read_npz(content, _):
    import numpy
    with numpy.errstate(all="ignore"), zipfile.ZipFile(io.BytesIO(content)) as archive:
        arrays = {}
        for info in archive.infolist():
            name = info.filename[:-4] if info.filename.endswith(".npy") else info.filename
            arrays[name] = canonical(numpy.lib.format.read_array(io.BytesIO(archive.read(info)), allow_pickle=False))
        return arrays


def make_safetensors(chance):
    header, data = {}, b""
    for _ in range(chance.randint(0, 3)):
        dtype, shape = chance.choice(list(bits)), any_shape(chance)
        count = bits[dtype] // 8
        for extent in shape:
            count *= extent
        header[any_text(chance)] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + count]}
        data += any_bytes(chance, count)
    if chance.random() < 0.3:
        header["__metadata__"] = {any_text(chance): chance.choice([any_text(chance), "x"]) for _ in range(2)}
    if chance.random() < 0.1:
        header["more"] = chance.choice([1, None, [], {"dtype": "F32"}, {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}])
    text = json.dumps(header, ensure_ascii=chance.random() < 0.5).encode()
    text = damage(chance, text, words) if chance.random() < 0.6 else text
    text += b" " * chance.choice([0, 0, -len(text) % 8])
    content = struct.pack("<Q", len(text)) + text + data
    return damage(chance, content, words) if chance.random() < 0.2 else content


def read_safetensors(content, _):
    import safetensors
    return {name: {"dtype": info["dtype"], "shape": list(info["shape"]), "bytes": bytes(info["data"]).hex()}
            for name, info in safetensors.deserialize(content)}
