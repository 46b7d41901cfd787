"""Tasks from arrays: the section [task] of a configuration, with the arrays written where runs can read them."""

import numpy

from sextant.laboratory.arrays import as_array, is_path, kept_files


def _whole(array, what, axes):
    array = as_array(array, what)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{what}: expected whole numbers, not {array.dtype}")
    if array.ndim not in axes:
        raise ValueError(f"{what}: expected {' or '.join(map(str, axes))} axes, not shape {array.shape}")
    return array.astype(numpy.int64)


def _numbers(array, what, axes):
    array = as_array(array, what)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{what}: expected real numbers, not {array.dtype}")
    if array.ndim not in axes:
        raise ValueError(f"{what}: expected {' or '.join(map(str, axes))} axes, not shape {array.shape}")
    return array.astype(numpy.float64)


class Task:
    """What is learned, from data in memory. `sextant.train(task, overrides)` and `sextant.Sweep(task, grid)` take it in
    the place of a configuration; `configuration` is what it stands for."""

    def __init__(self, configuration):
        self.configuration = configuration

    def __repr__(self):
        return f"Task({self.configuration['task']})"

    @classmethod
    def from_arrays(cls, inputs, labels=None, targets=None, test_inputs=None, test_labels=None, test_targets=None,
                    row_lengths=None, test_row_lengths=None, groups=None, readout="last", test_share=0.2,
                    folder="sextant_data", **options):
        """Sequences with a class or numbers each.

        inputs: token ids (rows, length), -1 is a blank; or numbers (rows, length, features).
        labels: classes (rows) or, at every token, (rows, length), where -1 is not scored.
        targets: in place of labels, numbers (rows), (rows, outputs) or (rows, length, outputs).
        row_lengths: how many tokens each row has (rows), where they differ; the rest of the row is padding.
        groups: a number for each row (rows): rows of one group are held out together.
        test_*: the held-out rows; without them `test_share` of the rows is held out.
        readout: "last", "pooled" or "cls", where there is one answer per row.
        folder: where the arrays are kept as npy files, named by their bytes. options: others of the task `arrays`.
        """
        files = kept_files(folder)
        task = {"kind": "arrays", "readout": readout, **options}
        if test_inputs is None:
            task["test_share"] = test_share
        given = {"inputs": inputs, "labels": labels, "targets": targets, "row_lengths": row_lengths, "groups": groups,
                 "test_inputs": test_inputs, "test_labels": test_labels, "test_targets": test_targets,
                 "test_row_lengths": test_row_lengths}
        for name, array in given.items():
            if array is None:
                continue
            if is_path(array):
                task[name] = str(array)
            elif name.endswith("inputs"):
                read = _whole if as_array(array, name).ndim == 2 else _numbers
                task[name] = files.array(read(array, name, (2, 3)), name)
            elif name.endswith("targets"):
                task[name] = files.array(_numbers(array, name, (1, 2, 3)), name)
            else:
                task[name] = files.array(_whole(array, name, (1, 2) if name.endswith("labels") else (1,)), name)
        return cls({"task": task})

    @classmethod
    def from_series(cls, series, labels=None, coordinates=None, folder="sextant_data", **options):
        """Masked prediction on a multivariate time series (time, variables)."""
        files = kept_files(folder)
        task = {"kind": "series", "file": files.table(series, "series"), **options}
        if not is_path(series):
            task["time"] = "rows"
        if labels is not None:
            task["labels"] = files.lines(labels, "labels")
        if coordinates is not None:
            task["coordinates"] = files.table(coordinates, "coordinates")
        return cls({"task": task})

    @classmethod
    def from_corpus(cls, documents, length, kind="masked_words", test_documents=None, folder="sextant_data", **options):
        """Language modelling on texts or lists of token ids: any iterable, such as a column of a Hugging Face dataset; or
        a path.

        kind: "masked_words" (masked language modelling) or "next_word" (causal, with model.causal on).
        test_documents: the held-out ones; without them test_share of the documents is held out.
        """
        files = kept_files(folder)
        path, format = files.corpus(documents)
        task = {"kind": kind, "file": path, "length": length, **options}
        if test_documents is not None:
            task["test_file"], _ = files.corpus(test_documents)
        if format is not None:
            task["format"] = format
        return cls({"task": task, "model": {"causal": True}} if kind == "next_word" else {"task": task})

    @classmethod
    def from_texts(cls, texts, labels, length, test_texts=None, test_labels=None, folder="sextant_data", **options):
        """Text classification: texts with a class each, any iterables, such as two columns of a Hugging Face dataset.

        test_*: the held-out ones; without them test_share of the texts is held out. options: others of the task
        `text_classes`, such as tokenizer="wordpiece", vocabulary="vocab.txt".
        """
        files = kept_files(folder)
        task = {"kind": "text_classes", "file": files.labelled_texts(texts, labels, "texts"), "length": length,
                "format": "csv", "column": "text", "label": "label", **options}
        if test_texts is not None:
            task["test_file"] = files.labelled_texts(test_texts, test_labels, "test_texts")
        return cls({"task": task})

    @staticmethod
    def arrangement(data, form="distances", folder="sextant_data"):
        """The value of `position.arrangement` for coordinates (n, axes), distances (n, n) or a graph (n, n; networkx and
        SciPy's sparse matrices too) in memory."""
        if form not in ("coordinates", "distances", "graph"):
            raise ValueError(f"arrangement: expected coordinates, distances or graph, not {form}")
        return f"{form}:{kept_files(folder).table(data, form)}"
