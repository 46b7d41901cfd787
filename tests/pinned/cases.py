"""The runs whose final weights are pinned: a name, then options as one would type them; and the files that they read.

Listed by hand, unlike elsewhere: a new encoding or task must not fail the check of what was there before. Add it here
and make its pin with check.py --write.
"""
# Every case begins with these; of an option that is given twice the last counts. Odd numbers: shards and chunks differ.
SMALL = "model.width=16 model.depth=2 train.steps=14 train.batch=21 train.chunk_rows=30 train.evaluate_every=5"
ORDER = "task.kind=word_order task.length=6 task.vocabulary=9 task.test_sets=20"
ANCHORS = ("task.kind=anchor_pairs task.length=6 task.first_key=8 task.last_key=15 task.vocabulary=24 task.modulus=6 "
           "task.anchors=[1,2,-3] task.odd_pair=[1,2] task.odd_offset=-2 task.held_out=[2,1] task.rows=900")
LATIN = "task.kind=latin_square task.rows=40 task.gen_rows=4 task.distance=0.2"
NETWORK = "task.kind=network_simulation task.modules=3 task.nodes=4 task.steps=200 task.test_steps=20"
SERIES = "task.kind=series task.file=series.csv task.time=rows"
SCAN = "task.kind=scan task.train=scan.txt task.test=scan.txt"
CLASSES = "task.kind=text_classes task.file=classes.tsv task.column=text task.length=5"
DENORMAL = f"{ORDER} model.norm=none init.kind=normal init.deviation=1e-14 optimizer.kind=sgd"
WORDS = "task.kind=masked_words task.length=6 task.documents=60 task.words=12"

ENCODINGS = {"none": "", "learned": "", "sinusoidal": "", "grid": "", "random": "",
             "fixed_table": "position.file=table.csv", "low_rank": "", "mds": "", "laplacian": "", "rotary": "",
             "alibi": "", "t5_bias": "", "relative": "", "fire": ""}
EVERY_ENCODING = {  # each encoding in each of these
    "one head": ORDER,
    "causal, two heads": f"{ANCHORS} model.causal=true model.heads=2 model.norm_place=pre train.batch=84",
    "no savings": f"{ANCHORS} train.savings=false position.at=every",
    "double": f"{ORDER} precision=double model.heads=2 train.steps=8",
}
CASES = {f"{kind}, {name}": f"{options} position.kind={kind} {own}"
         for kind, own in ENCODINGS.items() for name, options in EVERY_ENCODING.items()}
CASES |= {
    # options of encodings
    "learned, more rows than tokens": f"{ORDER} position.rows=9 position.sigma=0.1",
    "learned, every block shares it": f"{ORDER} position.at=every position.shared=true",
    "fixed_table, trained": f"{ORDER} position.kind=fixed_table position.file=table.csv position.trainable=true",
    "fixed_table, cut": f"{ORDER} task.length=4 position.kind=fixed_table position.file=table.csv position.cut=true",
    "low_rank, rank 2": f"{ORDER} position.kind=low_rank position.rank=2 position.sigma=0.3",
    "mds, trained": f"{LATIN} position.kind=mds position.rank=2 position.norm=1 position.trainable=true",
    "laplacian, projected": f"{LATIN} position.kind=laplacian position.count=5 position.normalised=true "
                            "position.trained_projection=true",
    "rotary, halves": f"{ORDER} position.kind=rotary position.pairing=half position.base=100 model.heads=2",
    "alibi, press": f"{ORDER} position.kind=alibi position.slopes=press model.heads=3 model.width=24",
    "t5_bias, few buckets": f"{ANCHORS} position.kind=t5_bias position.buckets=4 position.max_distance=5"
                            " model.causal=true",
    "relative, clipped": f"{ORDER} position.kind=relative position.clip=2 model.cls=true",
    "fire, hidden": f"{ORDER} position.kind=fire position.hidden=5 position.threshold=2.5 position.shared=true",
    # arrangements: those of tasks (a grid), of the command line, of files
    "grid on a grid": f"{LATIN} position.kind=grid position.order=first_first",
    "rotary on a grid": f"{LATIN} position.kind=rotary model.heads=2",
    "fire on a grid": f"{ORDER} position.kind=fire position.arrangement=grid:2x3",
    "rotary at coordinates": f"{ORDER} position.kind=rotary position.arrangement=coordinates:points.csv",
    "alibi by distances": f"{ORDER} position.kind=alibi position.arrangement=distances:distances.csv",
    "mds by distances": f"{ORDER} position.kind=mds position.arrangement=distances:distances.csv",
    "laplacian of a graph": f"{ORDER} position.kind=laplacian position.arrangement=graph:graph.csv",
    "alibi on a graph": f"{ORDER} position.kind=alibi position.arrangement=graph:graph.csv model.cls=true",
    # tasks
    "latin_square": LATIN,
    "latin_square of 5, double": f"{LATIN} task.size=5 precision=double train.steps=8",
    "anchor_pairs": ANCHORS,
    "memory_and_reasoning": "task.kind=memory_and_reasoning task.rows=400 task.test_rows=20",
    "network_simulation": NETWORK,
    "network_simulation, sparse": f"{NETWORK} task.inside_probability=0.7 task.directed=true task.negative_share=0.2 "
                                  "task.mask=30 task.test_masks=[60]",
    "network_simulation, covariance": f"{NETWORK} task.source=covariance task.matrix=covariance.csv",
    "series": SERIES,
    "series, shifted": f"{SERIES} task.detrend=true task.shift=3 task.shuffle=2 task.split=time",
    "series, places of connectivity": f"{SERIES} task.arrangement=connectivity position.kind=laplacian",
    "addition": "task.kind=addition task.numbers=12 task.first_held_out=4 task.last_held_out=6 task.test_rows=20",
    "scan": f"{SCAN} model.causal=true",
    "cogs": "task.kind=cogs task.data=cogs model.causal=true model.heads=2",
    "masked_words": f"{WORDS} model.mask_vector=true",
    "masked_words, rule of BERT": f"{WORDS} task.rule=bert task.masked=0.3",
    "masked_words of a file": f"{WORDS} task.file=words.txt task.windows=true task.top=6 task.test_share=0.3",
    "masked_words, places of words": f"{WORDS} task.arrangement=words position.kind=mds position.rank=2",
    "text_classes, pooled": CLASSES,
    "text_classes, CLS": f"{CLASSES} task.readout=cls model.cls=true model.heads=2",
    "text_classes, generated": "task.kind=text_classes task.length=6 task.documents=60 task.words=12 task.tail=2",
    # how weights start
    "fan_in_power": f"{ORDER} init.kind=fan_in_power init.gamma=0.8",
    "fan_in_power by role": f"{ORDER} init.kind=fan_in_power init.gamma_query=0.3 init.gamma_readout=1 init.bias=zero",
    "pytorch": f"{ANCHORS} init.kind=pytorch init.attention=multihead",
    "pytorch, linear": f"{ORDER} init.kind=pytorch init.attention=linear",
    "xavier": f"{ORDER} init.kind=xavier init.distribution=uniform",
    "xavier, normal": f"{ORDER} init.kind=xavier init.distribution=normal init.gain=0.5",
    "kaiming": f"{ORDER} init.kind=kaiming init.distribution=normal",
    "kaiming, uniform": f"{ORDER} init.kind=kaiming init.distribution=uniform init.gain=1",
    "normal": f"{ORDER} init.kind=normal init.deviation=0.05",
    "gpt2": f"{ORDER} init.kind=gpt2",
    "another seed": f"{ORDER} seed=77",
    # how they move
    "sgd": f"{ORDER} optimizer.kind=sgd optimizer.learning_rate=0.1",
    "sgd, momentum": f"{ORDER} optimizer.kind=sgd optimizer.momentum=0.9 optimizer.weight_decay=0.01",
    "adam": f"{ORDER} optimizer.kind=adam optimizer.beta1=0.8 optimizer.epsilon=1e-6",
    "adam, decay, double": f"{ORDER} optimizer.kind=adam optimizer.weight_decay=0.1 precision=double",
    "adamw": f"{ORDER} optimizer.kind=adamw optimizer.weight_decay=0.1",
    "adamw, decay by role": f"{ORDER} optimizer.kind=adamw optimizer.weight_decay=0.5 "
                            'optimizer.decay_roles=["query","readout"]',
    "constant, warm-up": f"{ORDER} schedule.kind=constant schedule.warmup=6",
    "warmup_cosine": f"{ORDER} schedule.kind=warmup_cosine schedule.warmup=5 schedule.multiplier=8",
    "clipped": f"{ORDER} train.clip=0.05",
    "epochs": f"{LATIN} train.epochs=2",
    "stopped early": f"{LATIN} train.steps=60 train.stop_metric=loss train.patience=2 train.evaluate_every=2 "
                     "optimizer.learning_rate=0.03",
    "denormals kept": f"{DENORMAL} train.denormals=keep",
    "denormals flushed": f"{DENORMAL} train.denormals=flush",
    "one lane": f"{ORDER} train.gradient_shards=1",
    "four lanes": f"{ANCHORS} train.gradient_shards=4 train.chunk_rows=7",
    "one sample": f"{ORDER} train.batch=1 train.gradient_shards=1",
    # what a model is
    "one block": f"{LATIN} model.depth=1",
    "four blocks": f"{LATIN} model.depth=4 model.heads=4",
    "pre-norm": f"{ORDER} model.norm_place=pre model.final_norm=true",
    "rms norm": f"{ORDER} model.norm=rms model.embedding_norm=true",
    "rms norm first, double": f"{ORDER} model.norm=rms model.norm_place=pre model.norm_epsilon=1e-3 precision=double",
    "no norm": f"{ORDER} model.norm=none",
    "relu": f"{ORDER} model.activation=relu",
    "gelu": f"{LATIN} model.activation=gelu model.second_activation=true",
    "gelu_tanh": f"{ORDER} model.activation=gelu_tanh",
    "second activation": f"{ORDER} model.second_activation=true model.activation=relu",
    "no biases": f"{LATIN} model.query_bias=false model.key_bias=false model.value_bias=false "
                 "model.attention_output_bias=false model.feed_forward_bias=false model.token_bias=false "
                 "model.readout_bias=false",
    "no attention output": f"{ORDER} model.attention_output=false",
    "narrow heads": f"{ORDER} model.key_width=4 model.value_width=6 model.feed_forward=20 model.attention_scale=0.3",
    "narrow heads, two": f"{ORDER} model.heads=2 model.key_width=4 model.value_width=3",
    "CLS": f"{ORDER} model.cls=true",
    "tied": f"{ANCHORS} model.tied=true",
    "mask vector": f"{NETWORK} model.mask_vector=true",
    "dropout of positions": f"{ORDER} model.dropout_position=0.2 position.at=every",
    "dropout of attention": f"{ORDER} model.dropout_attention=0.2 model.heads=2",
    "dropout of residuals, always": f"{ORDER} model.dropout_residual=0.2 model.dropout_always=true",
    "dropout, double": f"{ANCHORS} precision=double model.causal=true model.dropout_position=0.1 "
                       "model.dropout_attention=0.1 model.dropout_residual=0.1",
    "wide": f"{LATIN} model.width=144 model.depth=2 train.batch=64 train.chunk_rows=512 train.steps=3",
    # each exact saving (docs/adr/0005-exact-savings.md), and the same without; last rows and distinct rows are above
    "stem": f"{ANCHORS} model.causal=true train.batch=84 model.depth=3",
    "no stem": f"{ANCHORS} model.causal=true train.batch=84 model.depth=3 train.savings=false",
    "stem, double": f"{ANCHORS} model.causal=true train.batch=84 precision=double train.steps=8",
    "affine": f"{NETWORK} task.nodes=5 train.batch=30",
    "no affine": f"{NETWORK} task.nodes=5 train.batch=30 train.savings=false",
    "affine, double": f"{SERIES} position.kind=alibi precision=double train.steps=8",
    "lean, double": f"{LATIN} model.depth=3 precision=double train.steps=8",
    "masked rows, no savings": f"{WORDS} train.savings=false",
    "long rows": f"{NETWORK} task.nodes=11 model.heads=2 train.batch=9",
    "to be resumed": f"{ANCHORS} train.steps=400 model.dropout_residual=0.1 schedule.kind=warmup_cosine "
                     "schedule.warmup=50",
    "to be resumed, double": f"{LATIN} train.steps=200 precision=double optimizer.kind=adam train.evaluate_every=50",
}

# Trained again in other ways, to the same bits: the case, and options on top that must not change them.
AGAIN = {
    "on two threads": ("four lanes", "train.threads=2"),
    "on two threads, with dropout": ("dropout, double", "train.threads=2"),
    "on two threads, with a stem": ("stem", "train.threads=2"),
    "watched closely": ("relative, one head", "train.meter=true train.evaluate_every=1 train.record_every=1"),
    "hardly watched": ("learned, one head",
                       "train.record_positions=false train.evaluate_every=0 train.evaluate_at_end=false"),
}
# Encodings side by side in one sweep, by the name in EVERY_ENCODING.
PACKED = {"one head": [kind for kind, own in ENCODINGS.items() if not own], "double": ["learned", "rotary", "fire"]}
# Interrupted; then the options to go on with.
RESUMED = {"to be resumed": "train.threads=1", "to be resumed, double": "train.threads=2"}


def make_rows(count, columns, value):
    return "".join(",".join(str(value(i, j)) for j in range(columns)) + "\n" for i in range(count))


def make_lines(count, line):
    return "".join(line(i) + "\n" for i in range(count))


def make_files():
    """Name to content. Numbers are sums of few powers of two, so that they are the same wherever they are written."""
    words = "one two three four five six seven".split()
    nouns = "cat dog cow fox".split()
    verbs = "walk jump look run".split()

    def form(i):
        one, other = nouns[i % 4], nouns[(i + 1 + i // 4) % 4]
        return f"the {one} saw the {other}\tsee ( {one} , {other} )\tkind_{i % 2}"

    def command(i):
        verb, other = verbs[i % 4], verbs[i // 4]
        if i % 3 == 0:
            return f"IN: {verb} OUT: {verb.upper()}"
        return f"IN: {verb} and {other} OUT: {verb.upper()} {other.upper()}"

    return {
        "table.csv": make_rows(6, 16, lambda i, j: (7 * i * j + 3 * i + j) % 11 / 8 - 0.625),
        "points.csv": make_rows(6, 2, lambda i, j: i // 2 if j else i % 3),
        "distances.csv": make_rows(6, 6, lambda i, j: abs(i * i - j * j) / 8),
        "graph.csv": make_rows(6, 6, lambda i, j: (1 + (i + j) % 4) / 4 if (i - j) % 6 in (1, 5) else 0),
        "covariance.csv": make_rows(6, 6, lambda i, j: 1 if i == j else 0.5 if i // 3 == j // 3 else 0.125),
        "series.csv": make_rows(80, 8, lambda i, j: i * i * (j + 3) % 17 / 8 + i * (j // 4 + 3) % 5),
        "words.txt": make_lines(30, lambda i: " ".join(words[(i + 1) * k % 7] for k in range(1, 6 + i % 9))),
        "classes.tsv": "text\tlabel\n" + make_lines(
            30, lambda i: " ".join(words[(i * k + i) % 7] for k in range(5)) + f"\t{i % 2}"),
        "scan.txt": make_lines(16, command),
        **{f"cogs/{split}.tsv": make_lines(12, form) for split in ("train", "test", "gen")},
    }
