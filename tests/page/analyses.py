"""Panels computed with numpy from the weights of a real run: what analyses write, made independently of them."""
import json
import struct

import numpy


def read_safetensors(path):
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + length])
    kinds = {"F32": numpy.float32, "F64": numpy.float64, "I64": numpy.int64}
    return {name: numpy.frombuffer(content[8 + length :][slice(*entry["data_offsets"])], kinds[entry["dtype"]])
            .reshape(entry["shape"]).astype(float)
            for name, entry in header.items() if name != "__metadata__"}


def write_safetensors(path, tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, tensor in tensors.items():
        piece = tensor.astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(piece)]}
        data += piece
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def weights_of(run):
    return read_safetensors(run / "checkpoint.safetensors")


def position_tables(weights):
    return {name: value for name, value in weights.items() if name.endswith("position.table") and not name.startswith("optimizer")}


def film_of_positions(path, stages):
    frames = {f"{step:09d}/{name.removesuffix('.table')}": table
              for step, run in stages.items() for name, table in position_tables(weights_of(run)).items()}
    write_safetensors(path, frames, {"steps": ",".join(map(str, stages))})


def rounded(array):
    return [rounded(row) for row in array] if getattr(array, "ndim", 0) else float(f"{float(array):.5g}")


def principal(table):
    centred = table - table.mean(0)
    u, s, _ = numpy.linalg.svd(centred, full_matrices=False)
    return u[:, :2] * s[:2], (s[:2] ** 2).sum() / (s**2).sum()


def onto(points, target):
    """Procrustes with scale: points turned and stretched onto target."""
    points, target = points - points.mean(0), target - target.mean(0)
    u, s, v = numpy.linalg.svd(points.T @ target)
    return points @ u @ v * s.sum() / (points**2).sum()


def attention(weights, block, stream, heads):
    """softmax(q k' / sqrt(d)) of one sample, per head: (heads, tokens, tokens)."""
    prefix = f"blocks.{block}.attention."
    query, key = (stream @ weights[f"{prefix}{name}.weight"].T + weights[f"{prefix}{name}.bias"] for name in ("query", "key"))
    width = query.shape[1] // heads
    maps = []
    for head in range(heads):
        part = slice(head * width, (head + 1) * width)
        scores = query[:, part] @ key[:, part].T / numpy.sqrt(width)
        scores = numpy.exp(scores - scores.max(1, keepdims=True))
        maps.append(scores / scores.sum(1, keepdims=True))
    return numpy.array(maps)


def stress_parts(table, places):
    """Relative squared error of distances: what the best factor leaves (shape), and what it removes (scale)."""
    distance = lambda points: numpy.linalg.norm(points[:, None] - points[None], axis=-1)
    given, wanted = distance(table), distance(places)
    factor = (given * wanted).sum() / (given**2).sum()
    total, shape = (((f * given - wanted) ** 2).sum() / (wanted**2).sum() for f in (1, factor))
    return float(shape), float(total - shape)


def panel(kind, title, caption, **data):
    return {"kind": kind, "title": title, "caption": caption, "data": data}


def analysis_panels(run, first_stage):
    weights, start = weights_of(run), weights_of(first_stage)
    name, table = next(iter(position_tables(weights).items()))
    tokens = len(table)
    places = numpy.array([[i % 3, -(i // 3)] for i in range(tokens)], float)
    labels = [f"{i // 3 + 1}{'abc'[i % 3]}" for i in range(tokens)]
    edges = [[i, j] for i in range(tokens) for j in range(i) if abs(places[i] - places[j]).sum() == 1]
    words = numpy.arange(tokens) % len(weights["token.weight"])
    maps = attention(weights, 0, weights["token.weight"][words] + table, heads=2)
    unit = table / numpy.linalg.norm(table, axis=1, keepdims=True)
    drawn, share = principal(table)
    stress = {"learned": table, "at the start": start[name], "rows alone": places[:, 1:], "random": numpy.random.default_rng(1).normal(size=table.shape) / 8}
    return {
        "attention": panel("attention_maps", "Attention of the first block", "Softmax of queries and keys for one sample.", tokens=[f"w{word}" for word in words],
                           maps=[{"layer": 0, "head": head, "weights": rounded(maps[head])} for head in range(len(maps))]),
        "flow": panel("information_flow", "Information flow", "Links are as thick as attention; two heads, two colours.", tokens=[f"w{word}" for word in words],
                      layers=1, read=[tokens - 1], links=[{"layer": 0, "head": head, "from": j, "to": i, "weight": float(f"{maps[head, i, j]:.4g}")}
                                                          for head in range(len(maps)) for i in range(tokens) for j in range(tokens) if maps[head, i, j] > 0.12]),
        "map": panel("positions_map", "Learned positions over the true grid", "Filled points are where the model puts tokens, hollow ones where they truly stand.", labels=labels,
                     colours=[{"label": "row", "values": [f"row {i // 3 + 1}" for i in range(tokens)]}, {"label": "column", "values": [i % 3 for i in range(tokens)]}],
                     maps=[{"name": "PCA", "points": rounded(onto(drawn, places)), "note": f"{100 * share:.0f} % of the variance"},
                           {"name": "PCA at the start", "points": rounded(onto(principal(start[name])[0], places))}],
                     truth={"points": rounded(places - places.mean(0)), "edges": edges}),
        "similarity": panel("similarity_matrix", "Similarity of positions", "Cosine of every pair of position vectors; lines separate rows of the grid.", labels=labels, range=[-1, 1],
                            borders=[3, 6], groups=["row 1", "row 2", "row 3"], matrices=[{"name": "cosine", "values": rounded(unit @ unit.T)},
                                                                                          {"name": "inner product", "values": rounded(table @ table.T)}]),
        "spectrum": panel("spectrum", "Spectrum of the position table", "Singular values before and after training.", y={"label": "singular value"},
                          series=[{"label": label, "values": rounded(s), "rank": {"effective rank": round(float(numpy.exp(-(s / s.sum() * numpy.log(s / s.sum())).sum())), 3)}}
                                  for label, s in (("start", numpy.linalg.svd(start[name])[1]), ("end", numpy.linalg.svd(table)[1]))]),
        "stress": panel("stress_bars", "Stress against the true grid", "Share of the squared distances that an encoding gets wrong.",
                        bars=[{"label": label, "shape": parts[0], "scale": parts[1]} for label, parts in ((label, stress_parts(points, places)) for label, points in stress.items())],
                        y={"label": "stress"}),
        "norms": panel("table", "Norms of the tensors", "Euclidean norm of each weight at the end.", columns=[{"label": "tensor"}, {"label": "entries"}, {"label": "norm", "digits": 3}],
                       rows=[[key, value.size, float(numpy.linalg.norm(value))] for key, value in weights.items() if not key.startswith("optimizer")][:20]),
    }
