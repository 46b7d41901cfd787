#!/usr/bin/env python3
"""Compares the statistics with SciPy's on random samples, with and without ties, to 1e-10.

Usage: compare_statistics.py ANSWERS      (the test program); exit 1 at a difference, 77 where there is no SciPy
"""
import itertools
import json
import subprocess
import sys
import warnings

try:
    import numpy as np
    from scipy import stats
except ImportError:
    print("skipped: this Python has no SciPy")
    sys.exit(77)

rng = np.random.default_rng(20240611)
rng_of_second_samples = np.random.default_rng(20240612)


def samples():
    """Sizes from 3 to 80; continuous, in steps that make ties, and in steps that make zeros too."""
    for n in [*range(3, 21), 30, 50, 51, 80]:
        for shift in (0, 0.5):
            yield rng.normal(shift, 1, n)
            yield np.round(rng.normal(shift, 1, n) * 4 + 0.5) / 4 + 0.125  # ties, no zero
            yield np.round(rng.normal(shift, 1, n) * 2) / 2  # ties and zeros


def exact_two_sided(d, statistic):
    """SciPy's permutation test over all assignments of signs."""
    return stats.permutation_test((d,), statistic, permutation_type="samples", n_resamples=np.inf,
                                  vectorized=True).pvalue


def wilcoxon(d):
    """SciPy's default; where older versions of it truncate tied ranks, its exact permutation test of the same sum."""
    kept = d[d != 0]
    tied = len(set(np.abs(kept))) < len(kept)
    smaller = stats.wilcoxon(d, method="approx").statistic
    if len(kept) > 50:
        return smaller, stats.wilcoxon(d, method="approx").pvalue
    if not tied and len(kept) == len(d):
        return smaller, stats.wilcoxon(d).pvalue
    if len(kept) > 13:  # more assignments than a test should wait for
        return None
    rank = stats.rankdata(np.abs(kept))
    return smaller, exact_two_sided(kept, lambda x, axis=-1: np.sum((x > 0) * rank, axis=axis))


def mann_whitney(x, y):
    """SciPy's exact test, which knows no ties; beyond 50 values its normal approximation, which does."""
    if len(x) + len(y) > 50:
        return tuple(stats.mannwhitneyu(x, y, method="asymptotic", use_continuity=False))
    if len(set(x) | set(y)) == len(x) + len(y):
        return tuple(stats.mannwhitneyu(x, y, method="exact"))
    if len(x) + len(y) > 13:  # more choices than a test should wait for
        return None
    rank = stats.rankdata(np.concatenate([x, y]))
    sums = np.array([sum(chosen) for chosen in itertools.combinations(rank, len(x))])
    given = rank[:len(x)].sum()
    tail = min(np.mean(sums <= given + 1e-9), np.mean(sums >= given - 1e-9))
    return given - len(x) * (len(x) + 1) / 2, min(1, 2 * tail)


def holm(p):
    """By the definition: the largest (m - i + 1) p_(i) up to its own place."""
    ordered = np.sort(p)
    scaled = [(len(p) - i) * one for i, one in enumerate(ordered)]
    return [min(1, max(s for s, q in zip(scaled, ordered) if q <= one)) for one in p]


def bootstrap(x, means, method, confidence):
    """SciPy's interval from our resampled means."""
    class Before:
        bootstrap_distribution = np.asarray(means)
    found = stats.bootstrap((x,), np.mean, n_resamples=0, bootstrap_result=Before, method=method,
                            confidence_level=confidence).confidence_interval
    return found.low, found.high


def make_cases():
    """(request, what SciPy says or a function of our resampled means)."""
    for d in samples():
        yield dict(ask="moments", x=list(d)), (np.mean(d), np.std(d, ddof=1))
        yield dict(ask="ranks", x=list(d)), stats.rankdata(d)
        yield dict(ask="t", x=list(d)), stats.ttest_rel(d, np.zeros_like(d))
        yield dict(ask="spearman", x=list(d), y=list(other := rng.permutation(d) + d)), stats.spearmanr(d, other)
        other = rng_of_second_samples.normal(0.3, 2, len(d) // 2 + 2)
        yield dict(ask="welch", x=list(d), y=list(other)), stats.ttest_ind(d, other, equal_var=False)
        for second in (np.round(other * 4) / 4, other):
            if (expected := mann_whitney(d, second)) is not None:
                yield dict(ask="mann_whitney", x=list(d), y=list(second)), expected
        if (expected := wilcoxon(d)) is not None:
            yield dict(ask="wilcoxon", x=list(d)), expected
        if len(d) <= 13:
            yield dict(ask="sign_flip", x=list(d)), (np.mean(d), exact_two_sided(d, np.mean))
        yield dict(ask="holm", x=list(p := rng.uniform(0, 0.2, len(d)))), holm(p)
    # t where p is near 1 and where it is tiny.
    for shift in (1e-9, 1e-4, 30):
        d = np.array([-1, 1, -0.5, 0.5, 0.25, -0.25]) + shift
        yield dict(ask="t", x=list(d)), stats.ttest_rel(d, np.zeros_like(d))


def make_bootstrap_requests():
    """Values in steps of 1/1024: their sums are exact, so both sides agree on which resampled means are ties."""
    for n in (2, 3, 5, 8, 15, 40):
        x = list(np.round(rng.exponential(1, n) * 1024) / 1024)
        for confidence in (0.95, 0.8):
            for ask in ("percentile", "bca"):
                yield dict(ask=ask, x=x, confidence=confidence)


def main():
    cases = list(make_cases())
    bootstraps = list(make_bootstrap_requests())
    requests = [request for request, _ in cases] + bootstraps + [dict(ask="means", x=one["x"]) for one in bootstraps]
    answers = json.loads(subprocess.run(sys.argv[1], input=json.dumps(requests), text=True, capture_output=True,
                                        check=True).stdout)
    means = answers[len(cases) + len(bootstraps):]
    for one, resampled in zip(bootstraps, means):
        cases.append((one, bootstrap(one["x"], resampled, one["ask"], one["confidence"])))
    faults = 0
    for (request, expected), given in zip(cases, answers):
        if not np.allclose(np.asarray(given, float), np.asarray(expected, float), rtol=1e-10, atol=1e-10, equal_nan=True):
            print(f"{request}\n  expected {expected}\n  given    {given}")
            faults += 1
    print(f"{len(cases)} comparisons with SciPy, {faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SciPy's own on small samples
        sys.exit(main())
