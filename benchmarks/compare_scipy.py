#!/usr/bin/env python3
"""Times the stages of geometry against NumPy, SciPy and scikit-learn at their best on the same core, interleaved, by
the processor's clock.

Usage: compare_scipy.py --program build/benchmarks/geometry_speed [--ids IDS.npy] [--positions 512] [--rounds 3]
IDS.npy holds token ids with -1 behind each document. Run with OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
from scipy import linalg, sparse
from scipy.sparse.linalg import LinearOperator, eigsh
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata

try:
    from sklearn import manifold
except ImportError:
    manifold = None


def best(*ways):
    """The seconds of the fastest way, and its result."""
    results = []
    for way in ways:
        start = time.process_time()
        result = way()
        results.append((time.process_time() - start, result))
    return min(results, key=lambda one: one[0])


def pairs_of(ids, n):
    ends = np.flatnonzero(ids < 0)
    starts = np.concatenate([[0], ends[:-1] + 1])
    places = np.arange(len(ids)) - np.repeat(starts, ends - starts + 1)
    keep = (ids >= 0) & (places < n)
    return places[keep], ids[keep]


def sinusoid(n, width=768):
    angle = np.arange(n)[:, None] * 1e4 ** (-np.arange(0, width, 2) / width)
    return np.stack([np.sin(angle), np.cos(angle)], -1).reshape(n, width)


def misfit(roots, encoding, n):
    gram = roots @ roots.T
    gram = gram.toarray() if sparse.issparse(gram) else gram
    diagonal = np.diag(gram)
    wanted = np.sqrt(np.maximum(0, diagonal[:, None] + diagonal - 2 * gram))[np.triu_indices(n, 1)]
    return ((pdist(encoding) - wanted) ** 2).sum()


def mantel(wanted, given, permutations=99):
    n = len(wanted)
    rng, upper = np.random.default_rng(1), np.triu_indices(n, 1)
    a = rankdata(wanted[upper])
    b = squareform(rankdata(given[upper]))
    a = a - a.mean()
    b -= b[upper].mean()
    return sum((a @ b[order][:, order][upper]) >= 0 for order in (rng.permutation(n) for _ in range(permutations)))


def rivals(ids, n):
    vocabulary = int(ids.max()) + 1
    seconds = {}
    def dense():
        places, tokens = pairs_of(ids, n)
        return np.bincount(places * vocabulary + tokens, minlength=n * vocabulary).reshape(n, vocabulary)
    def csr():
        places, tokens = pairs_of(ids, n)
        return sparse.csr_matrix((np.ones(len(places)), (places, tokens)), shape=(n, vocabulary))
    small = n * vocabulary < 5e8
    seconds["counting"], _ = best(dense, csr) if small else best(csr)
    counts = csr()
    roots = sparse.csr_matrix(counts.multiply(1 / counts.sum(1))).sqrt()
    occurring = np.flatnonzero(np.asarray(roots.sum(0))[0])
    full = np.ascontiguousarray(roots[:, occurring].toarray()) if small else None
    def centred(v):
        w = roots @ (roots.T @ (v - v.mean()))
        return w - w.mean()
    operator = LinearOperator((n, n), matvec=centred, dtype=float)
    seconds["top 16"], _ = best(lambda: eigsh(operator, 16, which="LA"))
    encoding = sinusoid(n)
    ways = [lambda: misfit(roots, encoding, n)] + ([lambda: misfit(full, encoding, n)] if small else [])
    seconds["distances and stress"], _ = best(*ways)
    if n > 2048:
        return seconds
    seconds["gram"], gram = best(lambda: full @ full.T, lambda: (roots @ roots.T).toarray())
    def scale(solve):
        values, vectors = solve(gram - gram.mean(0) - gram.mean(1)[:, None] + gram.mean())
        return vectors[:, ::-1] * np.sqrt(np.maximum(0, values[::-1]))
    seconds["eigenvectors"], points = best(lambda: scale(lambda b: linalg.eigh(b, driver="evd")),
                                           lambda: scale(lambda b: linalg.eigh(b, driver="evr")),
                                           lambda: scale(np.linalg.eigh))
    wanted = squareform(pdist(points))
    if manifold:
        seconds["smacof"], _ = best(lambda: manifold.smacof(wanted, n_components=8, init=points[:, :8].copy(), n_init=1,
                                                            max_iter=50, eps=0, normalized_stress=False))
    seconds["mantel"], _ = best(lambda: mantel(wanted, squareform(pdist(encoding))))
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--ids", required=True)
    parser.add_argument("--positions", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    ids = np.load(arguments.ids)
    ours, theirs = [], []
    for _ in range(arguments.rounds):
        run = subprocess.run([arguments.program, "--ids", arguments.ids, "--positions", str(arguments.positions)],
                             capture_output=True, text=True, check=True)
        ours.append(json.loads(run.stdout))
        theirs.append(rivals(ids, arguments.positions))
    print(f"{'stage':<22}{'sextant':>10}{'best rival':>12}{'ratio':>8}   medians of {arguments.rounds} rounds, seconds")
    for stage in theirs[0]:
        mine = statistics.median(one[stage] for one in ours)
        rival = statistics.median(one[stage] for one in theirs)
        ratio = statistics.median(b[stage] / a[stage] for a, b in zip(ours, theirs))
        print(f"{stage:<22}{mine:>10.4f}{rival:>12.4f}{ratio:>8.2f}")
    print(f"peak of memory: sextant {max(one['peak MB'] for one in ours):.0f} MB, "
          f"Python {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB (all of its ways)")


if __name__ == "__main__":
    main()
