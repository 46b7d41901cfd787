#!/usr/bin/env python3
"""Compares Gram matrices, eigenvalues, scaling, SMACOF, Mantel and Toeplitz shares with NumPy's, SciPy's and, where it
is installed, scikit-learn's, to 1e-8.

Usage: compare_stress.py ANSWERS      (the test program); exit 1 at a difference, 77 where there is no SciPy
"""
import json
import subprocess
import sys

try:
    import numpy as np
    from scipy import linalg, optimize, stats
    from scipy.spatial.distance import pdist, squareform
except ImportError:
    print("skipped: this Python has no SciPy")
    sys.exit(77)
try:
    from sklearn import manifold
except ImportError:
    manifold = None

rng = np.random.default_rng(20260405)


def roots(counts):
    return np.sqrt(counts / counts.sum(1, keepdims=True))


def centred(gram):
    j = np.eye(len(gram)) - 1 / len(gram)
    return j @ gram @ j


def distances_of(gram):
    d = np.diag(gram)
    return np.sqrt(np.maximum(0, d[:, None] + d - 2 * gram))


def expect_counts(counts, half):
    if half is None:
        gram = roots(counts) @ roots(counts).T
    else:
        gram = roots(half) @ roots(counts - half).T
        gram = (gram + gram.T) / 2
    values, vectors = linalg.eigh(centred(gram))
    plane = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 0))
    positive = values[values > 0][::-1]
    shares = positive / positive.sum()
    ranks = [1 / (shares**2).sum(), np.exp(stats.entropy(shares))]
    ranks += [1 + int(np.searchsorted(np.cumsum(shares), share)) for share in (0.90, 0.95, 0.99)]
    np.fill_diagonal(distances := distances_of(gram), 0)
    return {"gram": gram.ravel(), "eigenvalues": values[::-1], "distances": distances.ravel(),
            "mds": squareform(pdist(plane)).ravel(), "lanczos": values[::-1][:3], "ranks": ranks}


def stress(flat, wanted, weights, axes):
    return (weights * (pdist(flat.reshape(-1, axes)) - wanted) ** 2).sum() / (weights * wanted**2).sum()


def guttman(x, wanted, weights, iterations):
    """SMACOF by its definition, with the pseudo-inverse of V."""
    v = -squareform(weights)
    np.fill_diagonal(v, -v.sum(1))
    # V has one eigenvalue of zero, which rounding may lift above SciPy's own limit.
    inverse, x = linalg.pinvh(v, rtol=1e-10), x - x.mean(0)
    for _ in range(iterations):
        b = -squareform(weights * wanted / pdist(x))
        np.fill_diagonal(b, -b.sum(1))
        x = inverse @ b @ x
    return x


def make_cases():
    """(request, what others say)."""
    for n, words, documents in ((4, 6, 50), (9, 40, 300), (30, 25, 900), (60, 400, 500)):
        counts = rng.poisson(rng.gamma(0.3, 1, (n, words)) * documents / words) + (np.arange(words) == 0)
        half = rng.binomial(counts, 0.5)
        half[:, 0] = np.maximum(half[:, 0], 1)
        counts[:, 0] += 1
        yield dict(ask="counts", counts=counts.tolist()), expect_counts(counts, None)
        yield dict(ask="counts", counts=counts.tolist(), half=half.tolist()), expect_counts(counts, half)
    for n, axes in ((6, 1), (15, 2), (40, 3)):
        x, start = rng.normal(size=(n, 8)), rng.normal(size=(n, axes))
        wanted, weights = pdist(x), rng.uniform(0.1, 2, n * (n - 1) // 2)
        for iterations in (1, 7, 60):
            ask = dict(ask="smacof", x=x.tolist(), start=start.tolist(), iterations=iterations)
            one = np.ones_like(wanted)
            plain = guttman(start, wanted, one, iterations)
            yield ask, {"stress": stress(plain.ravel(), wanted, one, axes), "distances": squareform(pdist(plain)).ravel()}
            if manifold:
                theirs, _ = manifold.smacof(squareform(wanted), n_components=axes, init=start, n_init=1,
                                            max_iter=iterations, eps=0, normalized_stress=False)
                yield ask, {"stress": stress(theirs.ravel(), wanted, one, axes)}
            heavy = guttman(start, wanted, weights, iterations)
            yield dict(ask, weights=squareform(weights).tolist()), {
                "stress": stress(heavy.ravel(), wanted, weights, axes), "distances": squareform(pdist(heavy)).ravel()}
        yield dict(ask="toeplitz", x=x.tolist(), start=start.tolist()), toeplitz_share(squareform(wanted))
        yield dict(ask="mantel", x=x.tolist(), start=start.tolist()), [stats.spearmanr(wanted, pdist(start))[0], None]


def toeplitz_share(table):
    lags = [np.diagonal(table, k) for k in range(1, len(table))]
    everything = np.concatenate(lags)
    return 1 - sum(((lag - lag.mean()) ** 2).sum() for lag in lags) / ((everything - everything.mean()) ** 2).sum()


def differences(given, expected, where):
    if isinstance(expected, dict):
        return [fault for key in expected for fault in differences(given[key], expected[key], f"{where}.{key}")]
    if isinstance(expected, list) and None in expected:  # a p-value of other shuffles cannot be the same
        pairs = [(g, e) for g, e in zip(given, expected) if e is not None]
        given, expected = zip(*pairs)
    # Distances of nearly equal rows are roots of differences.
    tolerance = 1e-7 if where.endswith("distances") else 1e-8
    if np.allclose(given, np.asarray(expected, float), rtol=tolerance, atol=tolerance):
        return []
    return [f"{where}\n  expected {expected}\n  given    {given}"]


def check_minimum():
    """From the scaling start SMACOF ends where SciPy's BFGS does."""
    x = rng.normal(size=(12, 5))
    wanted, start = pdist(x), linalg.eigh(centred(x @ x.T))[1][:, -2:]
    ask = dict(ask="smacof", x=x.tolist(), start=start.tolist(), iterations=20000)
    found = optimize.minimize(stress, guttman(start, wanted, np.ones_like(wanted), 50).ravel(),
                              args=(wanted, np.ones_like(wanted), 2), method="BFGS", options={"gtol": 1e-10})
    return ask, {"stress": found.fun}


def main():
    cases = list(make_cases()) + [check_minimum()]
    run = subprocess.run(sys.argv[1], input=json.dumps([request for request, _ in cases]), text=True,
                         capture_output=True, check=True)
    faults = []
    for (request, expected), given in zip(cases, json.loads(run.stdout)):
        faults += differences(given, expected, request["ask"])
    print("\n".join(faults))
    print(f"{len(cases)} comparisons with SciPy{' and scikit-learn' if manifold else ''}, {len(faults)} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
