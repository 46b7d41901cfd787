"""Arrays, graphs and corpora as the files that the library reads. What only one call reads is written to a temporary
folder and removed with the call; what runs refer to is kept beside them under a name made of its bytes, so that the same
array is the same file and a finished run is found again."""

import contextlib
import csv
import hashlib
import io
import json
import os
import pathlib
import shutil
import tempfile

import numpy

from sextant.positions.arrangement import dense


def is_path(data):
    return isinstance(data, (str, os.PathLike))


def as_array(data, what="data"):
    """NumPy's view of an array of any framework, without a copy where it lies in this machine's memory (DLPack)."""
    if isinstance(data, numpy.ndarray) or not hasattr(data, "__dlpack__"):
        return numpy.asarray(data)
    try:
        return numpy.from_dlpack(data.detach() if hasattr(data, "detach") else data)
    except (BufferError, RuntimeError, TypeError) as error:  # on a GPU, or of a type that NumPy does not have
        raise ValueError(f"{what}: {type(data).__name__} of {getattr(data, 'dtype', 'unknown type')} is no array that "
                         f"NumPy can read: {error}") from error


def as_table(data, what="data"):
    """A two-dimensional array of finite float64 numbers: arrays (by DLPack too), data frames, SciPy's sparse matrices,
    and networkx's graphs as their weighted adjacency."""
    array = as_array(dense(data), what)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{what}: expected real numbers, not {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"{what}: expected a table with two axes, not shape {array.shape}")
    array = numpy.ascontiguousarray(array, dtype=numpy.float64)
    if not numpy.isfinite(array).all():
        raise ValueError(f"{what}: holds {numpy.count_nonzero(~numpy.isfinite(array))} numbers that are not finite")
    return array


def _npy_bytes(array):
    buffer = io.BytesIO()
    numpy.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


class Files:
    """Files made from data, in one folder. `kept`: their names are made of their bytes."""

    def __init__(self, folder, kept):
        self.folder = pathlib.Path(folder)
        self.kept = kept

    def array(self, array, name="array"):
        return self._write(_npy_bytes(numpy.ascontiguousarray(array)), name, ".npy")

    def table(self, data, name):
        """A path stays; anything else is written."""
        return os.fspath(data) if is_path(data) else self.array(as_table(data, name), name)

    def corpus(self, documents, name="corpus"):
        """Texts (jsonl), or lists of token ids (integers, one document per line): the path and its format."""
        if is_path(documents):
            return os.fspath(documents), None
        documents = list(documents)
        if not documents:
            raise ValueError(f"{name}: no documents")
        if all(isinstance(one, str) for one in documents):
            lines = "".join(json.dumps({"text": one}, ensure_ascii=False) + "\n" for one in documents)
            return self._write(lines.encode(), name, ".jsonl"), "jsonl"
        lines = []
        for place, one in enumerate(documents):
            ids = numpy.asarray(one)
            if ids.ndim != 1 or ids.dtype.kind not in "iu":
                raise ValueError(f"{name}: document {place}: expected a text or a list of token ids, not {type(one).__name__}")
            lines.append(" ".join(map(str, ids.tolist())))
        return self._write(("\n".join(lines) + "\n").encode(), name, ".ids"), "integers"

    def labelled_texts(self, texts, labels, name):
        """A csv file with the columns text and label."""
        texts, labels = list(texts), None if labels is None else list(labels)
        if labels is None or len(texts) != len(labels) or not texts:
            raise ValueError(f"{name}: {len(texts)} texts do not go with {len(labels or [])} labels")
        for place, one in enumerate(texts):
            if not isinstance(one, str):
                raise ValueError(f"{name}: text {place}: expected a text, not {type(one).__name__}")
        rows = io.StringIO(newline="")
        csv.writer(rows, lineterminator="\n").writerows([["text", "label"], *zip(texts, labels)])
        return self._write(rows.getvalue().encode(), name, ".csv")

    def lines(self, labels, name):
        """One label per line; a path stays."""
        if is_path(labels):
            return os.fspath(labels)
        texts = [str(one) for one in (labels.tolist() if hasattr(labels, "tolist") else labels)]
        if any("\n" in one for one in texts):
            raise ValueError(f"{name}: a label holds a line break")
        return self._write(("\n".join(texts) + "\n").encode(), name, ".txt")

    def _write(self, content, name, ending):
        digest = hashlib.sha256(content).hexdigest()[:16]
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}-{digest}{ending}"
        if not (self.kept and path.exists() and path.stat().st_size == len(content)):
            handle, temporary = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(temporary, path)
        return str(path)


@contextlib.contextmanager
def temporary_files():
    """Files that only one call reads."""
    folder = tempfile.mkdtemp(prefix="sextant-")
    try:
        yield Files(folder, kept=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def kept_files(folder):
    """Files that runs refer to; absolute, because a run may be opened from elsewhere."""
    return Files(pathlib.Path(folder).absolute(), kept=True)
