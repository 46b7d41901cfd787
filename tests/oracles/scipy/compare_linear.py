#!/usr/bin/env python3
"""Compares the small linear algebra with NumPy's and SciPy's on random tables, to 1e-8.

t-SNE has no unique answer: its divergence must come as low as what SciPy's BFGS finds from ten random starts, but for 10 % (both may miss the least one), and as low as scikit-learn's and openTSNE's, where they are installed, but for 5 %.
Usage: compare_linear.py ANSWERS      (the test program); exit 1 at a difference, 77 where there is no SciPy
"""
import inspect
import json
import subprocess
import sys

try:
    import numpy as np
    from scipy import linalg, optimize, spatial, stats
except ImportError:
    print("skipped: this Python has no SciPy")
    sys.exit(77)

try:
    from sklearn import manifold
except ImportError:
    manifold = None
try:
    import openTSNE
except ImportError:
    openTSNE = None

rng = np.random.default_rng(20240611)
kernel_rng = np.random.default_rng(20240612)


def distances(x):
    return spatial.distance.squareform(spatial.distance.pdist(x))


def plane(gram):
    values, vectors = linalg.eigh(gram)
    return vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 0))


def gram(x):
    return (x - x.mean(0)) @ (x - x.mean(0)).T


def stress(x, y):
    """By minimising over the factor, not by its formula."""
    given, wanted = spatial.distance.pdist(x), spatial.distance.pdist(y)
    wrong = lambda factor: ((factor * given - wanted) ** 2).sum() / (wanted**2).sum()
    best = optimize.minimize_scalar(wrong, bracket=(0, 1, 10), tol=1e-14)
    return wrong(1), best.fun, wrong(1) - best.fun, best.x, np.sqrt(best.fun)


def probabilities(x, perplexity):
    squares = distances(x) ** 2
    rows = []
    for i, row in enumerate(squares):
        others = np.delete(row, i)
        weights = lambda t: np.exp(-np.exp(t) * (others - others.min()))
        root = optimize.brentq(lambda t: stats.entropy(weights(t)) - np.log(perplexity), -30, 10, xtol=1e-13)
        rows.append(np.insert(weights(root) / weights(root).sum(), i, 0))
    return (np.array(rows) + np.array(rows).T) / (2 * len(x))


def divergence(p, layout):
    q = 1 / (1 + spatial.distance.pdist(layout, "sqeuclidean"))
    return stats.entropy(p[np.triu_indices(len(p), 1)], q)


def least_divergence(x):
    p = probabilities(x, min(30, (len(x) - 1) / 3))
    wrong = lambda flat: divergence(p, flat.reshape(-1, 2))
    return min(optimize.minimize(wrong, rng.normal(0, 1, 2 * len(x)), method="BFGS").fun for _ in range(10))


def divergences_of_others(x):
    """What t-SNE of other libraries comes to, where they are there; each from two starts."""
    perplexity = min(30, (len(x) - 1) / 3)
    for seed in (0, 1):
        if manifold is not None:
            named = inspect.signature(manifold.TSNE).parameters  # scikit-learn 1.5 renamed it
            steps = {"max_iter" if "max_iter" in named else "n_iter": 2000}
            found = manifold.TSNE(2, perplexity=perplexity, method="exact", init="pca" if seed == 0 else "random",
                                  random_state=seed, **steps).fit(x)
            yield "scikit-learn", divergence(probabilities(x, perplexity), found.embedding_)
        if openTSNE is not None:
            found = openTSNE.TSNE(2, perplexity=perplexity, random_state=seed, n_iter=2000,
                                  initialization="pca" if seed == 0 else "random").fit(x)
            yield "openTSNE", divergence(probabilities(x, perplexity), np.asarray(found))


def distance_correlation(x, y):
    centre = lambda d: d - d.mean(0) - d.mean(1)[:, None] + d.mean()
    a, b = centre(distances(x)), centre(distances(y))
    return np.sqrt((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def readout(x, target):
    """Every point really left out, and a ridge fitted to the others, for each of the ridges."""
    mean = np.trace(gram(x)) / len(x)
    best = -np.inf
    for ridge in np.array([1e-9, 1e-6, 1e-4, 1e-2, 1e-1, 1, 10, 1e3]) * mean:
        errors, errors_of_mean = 0, 0
        for i in range(len(x)):
            a, y = np.delete(x, i, 0), np.delete(target, i)
            centred = a - a.mean(0)
            weights = linalg.solve(centred @ centred.T + ridge * np.eye(len(a)), y - y.mean())
            errors += (target[i] - y.mean() - (x[i] - a.mean(0)) @ centred.T @ weights) ** 2
            errors_of_mean += (target[i] - y.mean()) ** 2
        best = max(best, 1 - errors / errors_of_mean)
    return best


def alignment(kernel, target, outputs):
    samples = len(target) // outputs
    centre = np.kron(np.eye(samples) - np.ones((samples, samples)) / samples, np.eye(outputs))
    k, y = centre @ kernel @ centre, centre @ target
    return y @ k @ y / (linalg.norm(k) * (y @ y))


def trustworthiness(x, layout, k):
    """By its definition; scikit-learn's, where it is there, must say the same."""
    n, true_rank = len(x), stats.rankdata(distances(x), axis=1, method="ordinal") - 1
    near = np.argsort(distances(layout) + np.diag(np.full(n, np.inf)), axis=1)[:, :k]
    value = 1 - 2 / (n * k * (2 * n - 3 * k - 1)) * sum(max(0, true_rank[i, j] - k) for i in range(n) for j in near[i])
    if manifold is not None:
        assert abs(value - manifold.trustworthiness(x, layout, n_neighbors=k)) < 1e-12
    return value


def ranks(s):
    return np.exp(stats.entropy(s)), (s**2).sum() / s.max() ** 2


def make_cases():
    """(request, what SciPy says)."""
    for n, width in ((4, 2), (6, 16), (9, 4), (25, 8), (40, 64)):
        x, y = rng.normal(size=(n, width)), rng.normal(size=(n, width))
        ask = lambda what, **more: dict(ask=what, x=x.tolist(), **more)
        yield ask("distances"), distances(x).ravel()
        yield ask("cosine"), (1 - spatial.distance.cdist(x, x, "cosine")).ravel()
        yield ask("gram"), gram(x).ravel()
        yield ask("components"), distances(plane(gram(x))).ravel()
        yield ask("coordinates"), distances(plane(gram(x))).ravel()
        yield ask("turn", y=y.tolist()), (x @ linalg.orthogonal_procrustes(x, y)[0]).ravel()
        yield ask("stress", y=y.tolist()), stress(x, y)
        turned = x @ linalg.orthogonal_procrustes(x, y)[0]
        yield ask("procrustes", y=y.tolist()), linalg.norm(turned - y)
        yield ask("distance correlation", y=y.tolist()), distance_correlation(x, y)
        for target in (y[:, 0], x[:, 0] - 2 * x[:, 1]):
            yield ask("readout", target=target.tolist()), readout(x, target)
        kernel = gram(kernel_rng.normal(size=(2 * n, width)))
        target = kernel_rng.normal(size=2 * n)
        yield dict(ask="alignment", x=kernel.tolist(), target=target.tolist(), outputs=2), alignment(kernel, target, 2)
        s = linalg.svdvals(x)
        yield ask("singular values"), [*s, *ranks(s)]
        perplexity = (n - 1) / 3
        p = probabilities(x, max(1.5, perplexity))
        yield ask("probabilities", perplexity=max(1.5, perplexity)), p.ravel()
        yield ask("trustworthiness", y=y[:, :2].tolist(), neighbours=(n - 1) // 2), trustworthiness(x, y[:, :2], (n - 1) // 2)
        yield ask("divergence", perplexity=max(1.5, perplexity), y=y[:, :2].tolist()), divergence(p, y[:, :2])


def make_readouts():
    """Positions of a 4 x 4 grid: rounding leaves something of the centre's direction in about half of them."""
    for _ in range(20):
        x, target = 2 * kernel_rng.normal(size=(16, 32)) + 1, kernel_rng.permutation(np.repeat(np.arange(4.0), 4))
        yield dict(ask="readout", x=x.tolist(), target=target.tolist()), readout(x, target)


def main():
    cases = [*make_cases(), *make_readouts()]
    tables = [rng.normal(size=(n, 3)) for n in (6, 9, 12)]
    larger = [np.concatenate([kernel_rng.normal(middle, 1, size=(n // 3, 5)) for middle in (0, 3, 6)]) for n in (60, 150)]
    requests = [request for request, _ in cases] + [dict(ask="tsne", x=x.tolist()) for x in tables + larger]
    answers = json.loads(subprocess.run(sys.argv[1], input=json.dumps(requests), text=True, capture_output=True,
                                        check=True).stdout)
    faults = 0
    for (request, expected), given in zip(cases, answers):
        # SciPy finds the best factor to half the digits only, and the smallest ridge leaves no more of a readout.
        tolerance = 1e-6 if request["ask"] in ("stress", "readout") else 1e-8
        if not np.allclose(given, np.asarray(expected, float), rtol=tolerance, atol=tolerance):
            print(f"{request['ask']} of {np.shape(request['x'])}\n  expected {expected}\n  given    {given}")
            faults += 1
    for x, given in zip(tables, answers[len(cases):]):
        if given > 1.1 * (least := least_divergence(x)) + 1e-6:
            print(f"t-SNE of {x.shape}: divergence {given}, SciPy comes to {least}")
            faults += 1
    for x, given in zip(larger, answers[len(cases) + len(tables):]):
        for name, theirs in divergences_of_others(x):
            print(f"t-SNE of {x.shape}: divergence {given:.4f}, {name} {theirs:.4f}")
            if given > 1.05 * theirs:
                print("  theirs is lower by more than 5 %")
                faults += 1
    print(f"{len(requests)} comparisons with SciPy, {faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
