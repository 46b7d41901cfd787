"""tune_gamma: the initialisation scale that generalises best on the user's own training, by successive halving over seeds
(Jamieson and Talwalkar 2016; `sextant tune` does the same for the engine)."""
import dataclasses
import math
import random

from sextant.torch.initialise import initialise_


@dataclasses.dataclass
class Tuned:
    gamma: float
    scores: dict  # gamma -> {seed: score}
    rounds: list  # the gammas that were left in each round
    confidence: float  # share of bootstrap samples over seeds in which this gamma is the best of the last round, of 1 seed nan

    @property
    def runs(self):
        return sum(len(by_seed) for by_seed in self.scores.values())

    def table(self):
        """Rows (gamma, seeds, mean, standard deviation), best first."""
        rows = []
        for gamma, by_seed in self.scores.items():
            finite = [score for score in by_seed.values() if math.isfinite(score)]
            mean = sum(finite) / len(finite) if finite else float("nan")
            deviation = math.sqrt(sum((score - mean) ** 2 for score in finite) / (len(finite) - 1)) if len(finite) > 1 else 0.0
            rows.append((gamma, len(by_seed), mean, deviation))
        return sorted(rows, key=lambda row: -math.inf if math.isnan(row[2]) else row[2], reverse=True)


def tune_gamma(make_model, train_and_score, gammas=(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0), seeds=8, first_seeds=1,
               maximise=True, events=None, **initialisation):
    """make_model() gives an nn.Module, train_and_score(model, seed) trains it and returns its score on held-out data.

    Each round trains every gamma that is left on further seeds, and the better half, at least two, goes on with twice as
    many, until `seeds` seeds are spent on each. A run that returns nan or raises FloatingPointError counts as the worst.
    `events(gamma, seed, score)` hears of every run; other arguments go to `initialise_` (sigma, by_role, bias, rules).
    """
    left = [float(gamma) for gamma in dict.fromkeys(gammas)]
    if not left or first_seeds < 1 or seeds < first_seeds:
        raise ValueError("tune_gamma: expected at least one gamma, and 1 <= first_seeds <= seeds")
    scores = {gamma: {} for gamma in left}
    rounds, spent = [], first_seeds
    while True:
        rounds.append(list(left))
        for gamma in left:
            for seed in range(len(scores[gamma]), spent):
                scores[gamma][seed] = _run(make_model, train_and_score, gamma, seed, initialisation)
                if events:
                    events(gamma, seed, scores[gamma][seed])
        left.sort(key=lambda gamma: _mean(scores[gamma].values(), maximise), reverse=True)
        if spent >= seeds:
            break
        left = left[:max(2, math.ceil(len(left) / 2))]
        spent = min(2 * spent, seeds)
    if _mean(scores[left[0]].values(), maximise) == -math.inf:
        raise RuntimeError(f"tune_gamma: every gamma of the last round diverged in some run ({', '.join(map(str, left))}); "
                           "a lower learning rate, warm-up or larger gammas may help")
    return Tuned(left[0], scores, rounds, _confidence(scores, rounds[-1], left[0], maximise))


def _run(make_model, train_and_score, gamma, seed, initialisation):
    model = make_model()
    initialise_(model, gamma=gamma, seed=seed, **initialisation)
    try:
        return float(train_and_score(model, seed))
    except FloatingPointError:
        return float("nan")


def _mean(scores, maximise):
    """Higher is better; a diverged run is worse than any other."""
    scores = list(scores)
    if not all(math.isfinite(score) for score in scores):
        return -math.inf
    return (1 if maximise else -1) * sum(scores) / len(scores)


def _confidence(scores, rivals, best, maximise, samples=1000):
    seeds = sorted(scores[best])
    if len(rivals) == 1:
        return 1.0
    if len(seeds) == 1:
        return math.nan
    chance, wins = random.Random(0), 0
    for _ in range(samples):
        drawn = [chance.choice(seeds) for _ in seeds]
        means = {gamma: _mean([scores[gamma][seed] for seed in drawn], maximise) for gamma in rivals}
        wins += max(means, key=means.get) == best
    return wins / samples
