#!/usr/bin/env python3
"""Compares modularity with networkx's, adjusted Rand index, mutual information and silhouette with scikit-learn's, to
1e-12; and demands that our communities are no worse than networkx's Louvain.

Usage: compare_graphs.py ANSWERS      (the test program); exit 1 at a difference, 77 where a package is missing
"""
import json
import subprocess
import sys

try:
    import networkx
    import numpy as np
    from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, silhouette_score
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

rng = np.random.default_rng(20260101)


def random_graph(n, density):
    weights = np.triu(rng.exponential(1, (n, n)) * (rng.uniform(size=(n, n)) < density), 1)
    return weights + weights.T


def block_graph(modules, size):
    same = np.equal.outer(np.arange(modules * size) // size, np.arange(modules * size) // size)
    weights = np.triu(rng.uniform(size=same.shape) < np.where(same, 0.5, 0.08), 1).astype(float)
    return weights + weights.T


def modules_of(partition):
    return [set(np.flatnonzero(np.asarray(partition) == one).tolist()) for one in sorted(set(partition))]


def modularity_cases():
    for n in (5, 12, 40):
        for density in (0.3, 1.0):
            for resolution in (0.5, 1.0, 2.0):
                weights = random_graph(n, density)
                partition = np.unique(rng.integers(0, 4, n), return_inverse=True)[1].tolist()
                expected = networkx.community.modularity(networkx.from_numpy_array(weights), modules_of(partition),
                                                         weight="weight", resolution=resolution)
                yield dict(ask="modularity", weights=weights.tolist(), modules=partition, resolution=resolution), expected


def agreement_cases():
    for n in (2, 7, 30, 200):
        for modules in ((1, 1), (1, 3), (2, 2), (3, 5), (n, n), (12, 12)):
            a, b = (np.unique(rng.integers(0, k, n), return_inverse=True)[1].tolist() for k in modules)
            for second in (a, b, rng.permutation(a).tolist()):
                yield (dict(ask="agreement", a=a, b=second),
                       (adjusted_rand_score(a, second), normalized_mutual_info_score(a, second)))


def silhouette_cases():
    for n in (6, 40):
        points = rng.normal(size=(n, 3))
        distances = np.linalg.norm(points[:, None] - points, axis=2)
        for modules in (2, 3, 5):
            partition = np.concatenate([np.arange(modules), rng.integers(0, modules, n - modules)]).tolist()
            yield (dict(ask="silhouette", weights=distances.tolist(), modules=partition),
                   silhouette_score(distances, partition, metric="precomputed"))


def community_requests():
    for weights in (random_graph(30, 0.2), random_graph(80, 1), block_graph(4, 20), block_graph(8, 15)):
        yield dict(ask="communities", weights=weights.tolist(), resolution=1.0)


def worse_than_louvain(request, partition):
    graph = networkx.from_numpy_array(np.array(request["weights"]))
    ours = networkx.community.modularity(graph, modules_of(partition))
    theirs = max(networkx.community.modularity(graph, networkx.community.louvain_communities(graph, seed=seed))
                 for seed in range(10))
    if ours >= theirs - 1e-9:
        return False
    print(f"communities: modularity {ours}, networkx finds {theirs}")
    return True


def main():
    cases = list(modularity_cases()) + list(agreement_cases()) + list(silhouette_cases())
    communities = list(community_requests())
    requests = [request for request, _ in cases] + communities
    answers = json.loads(subprocess.run(sys.argv[1], input=json.dumps(requests), text=True, capture_output=True,
                                        check=True).stdout)
    faults = 0
    for (request, expected), given in zip(cases, answers):
        if not np.allclose(given, expected, rtol=0, atol=1e-12):
            print(f"{request}\n  expected {expected}\n  given    {given}")
            faults += 1
    faults += sum(worse_than_louvain(*pair) for pair in zip(communities, answers[len(cases):]))
    print(f"{len(cases)} comparisons with networkx and scikit-learn, {len(communities)} with Louvain, {faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
