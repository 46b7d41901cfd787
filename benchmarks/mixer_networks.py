"""The benchmark cases of mixers in PyTorch and in JAX: token ids, a learned table of positions, two post-norm blocks of a
mixer and a feed-forward network, the mean over tokens, one readout; the mixers left to right.

The same arithmetic on both sides as in docs/mixers.md. `way` is how it is computed, where there are several:
  gru          PyTorch: nn.GRU (fused).          JAX: scan over tokens, the input's product outside.
  state_space  convolution by FFT, or with the kernel as a matrix (toeplitz).
  selective    scan (token by token), or associative (PyTorch: doubling steps; JAX: lax.associative_scan).
  experts      chosen (every expert for its rows; PyTorch only), or all (every expert for every row).
"""
import math

WIDTH, DEPTH, HIDDEN, VOCABULARY, BATCH = 64, 2, 256, 32, 64
STATES, SELECTIVE_STATES, INNER, KERNEL, EXPERTS, CHOSEN, BALANCE = 16, 16, 128, 4, 4, 2, 0.01
WAYS = {
    "torch": {"gru": ["fused"], "state_space": ["fft", "toeplitz"], "selective": ["scan", "associative"],
              "experts": ["chosen", "all"]},
    "jax": {"gru": ["scan"], "state_space": ["fft", "toeplitz"], "selective": ["scan", "associative"],
            "experts": ["all"]},
}


def torch_step(case, way, length, compiled):
    """A function that trains one step, with data in memory."""
    import torch
    import torch.nn.functional as F
    from torch import nn

    class Gru(nn.Module):
        def __init__(self):
            super().__init__()
            self.gru, self.out = nn.GRU(WIDTH, WIDTH, batch_first=True), nn.Linear(WIDTH, WIDTH)

        def forward(self, x):
            return self.out(self.gru(x)[0])

    class StateSpace(nn.Module):
        def __init__(self):
            super().__init__()
            frequency = math.pi * torch.arange(STATES).float().repeat(WIDTH, 1)
            self.decay = nn.Parameter(torch.full((WIDTH, STATES), math.log(0.5)))
            self.frequency = nn.Parameter(frequency)
            self.read = nn.Parameter(torch.randn(WIDTH, STATES, 2))
            self.step = nn.Parameter(torch.linspace(math.log(0.001), math.log(0.1), WIDTH))
            self.skip, self.out = nn.Parameter(torch.ones(WIDTH)), nn.Linear(WIDTH, WIDTH)

        def kernel(self):  # (width, length)
            a = torch.complex(-self.decay.exp(), self.frequency)
            scaled = self.step.exp()[:, None] * a
            powers = torch.exp(scaled[..., None] * torch.arange(length))
            return 2 * (torch.view_as_complex(self.read)[..., None] * ((scaled.exp() - 1) / a)[..., None] * powers).sum(1).real

        def forward(self, x):
            kernel, u = self.kernel(), x.transpose(1, 2)
            if way == "fft":
                y = torch.fft.irfft(torch.fft.rfft(u, 2 * length) * torch.fft.rfft(kernel, 2 * length), 2 * length)[..., :length]
            else:
                lags = torch.arange(length)[:, None] - torch.arange(length)
                matrix = torch.where(lags >= 0, kernel[:, lags.clamp(min=0)], 0.0)  # (width, to, from)
                y = torch.einsum("cts,bcs->bct", matrix, u)
            return self.out(F.gelu((y + self.skip[:, None] * u).transpose(1, 2)))

    class Selective(nn.Module):
        def __init__(self):
            super().__init__()
            self.rank = (WIDTH + 15) // 16
            self.project = nn.Linear(WIDTH, 2 * INNER, bias=False)
            self.short = nn.Conv1d(INNER, INNER, KERNEL, groups=INNER, padding=KERNEL - 1)
            self.select = nn.Linear(INNER, self.rank + 2 * SELECTIVE_STATES, bias=False)
            self.step, self.out = nn.Linear(self.rank, INNER), nn.Linear(INNER, WIDTH, bias=False)
            self.decay = nn.Parameter(torch.arange(1.0, SELECTIVE_STATES + 1).log().repeat(INNER, 1))
            self.skip = nn.Parameter(torch.ones(INNER))

        def forward(self, x):
            u, z = self.project(x).chunk(2, -1)
            u = F.silu(self.short(u.transpose(1, 2))[..., :length].transpose(1, 2))
            rank, b, c = self.select(u).split([self.rank, SELECTIVE_STATES, SELECTIVE_STATES], -1)
            step = F.softplus(self.step(rank))
            decay = torch.exp(step[..., None] * -self.decay.exp())  # (batch, length, inner, states)
            put = (step * u)[..., None] * b[:, :, None]
            if way == "scan":
                state, states = torch.zeros_like(put[:, 0]), []
                for t in range(length):
                    state = decay[:, t] * state + put[:, t]
                    states.append((state * c[:, t, None]).sum(-1))
                y = torch.stack(states, 1)
            else:
                ahead = 1
                while ahead < length:  # Hillis and Steele
                    put = torch.cat((put[:, :ahead], put[:, ahead:] + decay[:, ahead:] * put[:, :-ahead]), 1)
                    decay = torch.cat((decay[:, :ahead], decay[:, ahead:] * decay[:, :-ahead]), 1)
                    ahead *= 2
                y = (put * c[:, :, None]).sum(-1)
            return self.out((y + self.skip * u) * F.silu(z))

    class Dense(nn.Module):
        def __init__(self):
            super().__init__()
            self.widen, self.narrow = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, WIDTH)
            self.auxiliary = 0.0

        def forward(self, x):
            return self.narrow(F.gelu(self.widen(x)))

    class Experts(nn.Module):
        def __init__(self):
            super().__init__()
            self.router = nn.Linear(WIDTH, EXPERTS, bias=False)
            self.experts = nn.ModuleList(Dense() for _ in range(EXPERTS))

        def forward(self, x):
            scores = self.router(x)
            best = scores.topk(CHOSEN, -1)
            weights = best.values.softmax(-1)
            chosen = F.one_hot(best.indices, EXPERTS).sum(-2).float()
            self.auxiliary = BALANCE * EXPERTS * (chosen.mean(1) / CHOSEN * scores.softmax(-1).mean(1)).sum(-1).mean()
            if way == "all":
                shares = torch.zeros_like(scores).scatter(-1, best.indices, weights)
                return sum(shares[..., n : n + 1] * expert(x) for n, expert in enumerate(self.experts))
            flat, indices, weights = x.flatten(0, 1), best.indices.flatten(0, 1), weights.flatten(0, 1)
            result = torch.zeros_like(flat)
            for n, expert in enumerate(self.experts):
                rows, rank = (indices == n).nonzero(as_tuple=True)
                result = result.index_add(0, rows, weights[rows, rank, None] * expert(flat[rows]))
            return result.view_as(x)

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.project, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

        def forward(self, x):
            q, k, v = (part.unsqueeze(1) for part in self.project(x).chunk(3, -1))
            return self.out(F.scaled_dot_product_attention(q, k, v, is_causal=True).squeeze(1))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.mixer = {"gru": Gru, "state_space": StateSpace, "selective": Selective, "experts": Attention}[case]()
            self.feed = Experts() if case == "experts" else Dense()
            self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

        def forward(self, x):
            h = self.norm1(x + self.mixer(x))
            return self.norm2(h + self.feed(h))

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.token, self.table = nn.Embedding(VOCABULARY, WIDTH), nn.Parameter(0.1 * torch.randn(length, WIDTH))
            self.blocks = nn.ModuleList(Block() for _ in range(DEPTH))
            self.readout = nn.Linear(WIDTH, VOCABULARY)

        def forward(self, tokens, labels):
            x = self.token(tokens) + self.table
            for block in self.blocks:
                x = block(x)
            loss = F.cross_entropy(self.readout(x.mean(1)), labels)
            return loss + sum(block.feed.auxiliary for block in self.blocks)

    torch.set_num_threads(1)
    torch.manual_seed(1)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), 1e-4, fused=True)
    forward = torch.compile(network) if compiled else network
    data = [(torch.randint(VOCABULARY, (BATCH, length)), torch.randint(VOCABULARY, (BATCH,))) for _ in range(8)]

    def step(number):
        optimizer.zero_grad()
        loss = forward(*data[number % 8])
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step


def jax_step(case, way, length):
    import jax
    import jax.numpy as jnp
    import numpy

    random = numpy.random.RandomState(1)
    draw = lambda *shape: (random.randn(*shape) / math.sqrt(shape[0])).astype("float32")
    dense = lambda i, o: {"w": draw(i, o), "b": numpy.zeros(o, "float32")}
    feed = lambda: {"widen": dense(WIDTH, HIDDEN), "narrow": dense(HIDDEN, WIDTH)}
    apply = lambda p, x: x @ p["w"] + p["b"]
    rank = (WIDTH + 15) // 16

    def make_mixer():
        if case == "gru":
            return {"input": dense(WIDTH, 3 * WIDTH), "state": dense(WIDTH, 3 * WIDTH), "out": dense(WIDTH, WIDTH)}
        if case == "state_space":
            return {"decay": numpy.full((WIDTH, STATES), math.log(0.5), "float32"), "out": dense(WIDTH, WIDTH),
                    "frequency": numpy.tile(math.pi * numpy.arange(STATES, dtype="float32"), (WIDTH, 1)),
                    "real": draw(WIDTH, STATES), "imaginary": draw(WIDTH, STATES), "skip": numpy.ones(WIDTH, "float32"),
                    "step": numpy.linspace(math.log(0.001), math.log(0.1), WIDTH, dtype="float32")}
        if case == "selective":
            return {"project": draw(WIDTH, 2 * INNER), "short": draw(KERNEL, INNER), "bias": numpy.zeros(INNER, "float32"),
                    "select": draw(INNER, rank + 2 * SELECTIVE_STATES), "step": dense(rank, INNER),
                    "decay": numpy.tile(numpy.log(numpy.arange(1, SELECTIVE_STATES + 1, dtype="float32")), (INNER, 1)),
                    "skip": numpy.ones(INNER, "float32"), "out": draw(INNER, WIDTH)}
        return {"project": dense(WIDTH, 3 * WIDTH), "out": dense(WIDTH, WIDTH)}

    def gru(p, x):
        def move(h, given):
            from_h = apply(p["state"], h)
            r = jax.nn.sigmoid(given[:, :WIDTH] + from_h[:, :WIDTH])
            z = jax.nn.sigmoid(given[:, WIDTH : 2 * WIDTH] + from_h[:, WIDTH : 2 * WIDTH])
            n = jnp.tanh(given[:, 2 * WIDTH :] + r * from_h[:, 2 * WIDTH :])
            h = (1 - z) * n + z * h
            return h, h

        given = apply(p["input"], x).transpose(1, 0, 2)
        return apply(p["out"], jax.lax.scan(move, jnp.zeros((BATCH, WIDTH)), given)[1].transpose(1, 0, 2))

    def state_space(p, x):
        a = -jnp.exp(p["decay"]) + 1j * p["frequency"]
        scaled = jnp.exp(p["step"])[:, None] * a
        powers = jnp.exp(scaled[..., None] * jnp.arange(length))
        read = p["real"] + 1j * p["imaginary"]
        kernel = 2 * (read[..., None] * ((jnp.exp(scaled) - 1) / a)[..., None] * powers).sum(1).real
        u = x.transpose(0, 2, 1)
        if way == "fft":
            y = jnp.fft.irfft(jnp.fft.rfft(u, 2 * length) * jnp.fft.rfft(kernel, 2 * length), 2 * length)[..., :length]
        else:
            lags = jnp.arange(length)[:, None] - jnp.arange(length)
            y = jnp.einsum("cts,bcs->bct", jnp.where(lags >= 0, kernel[:, jnp.maximum(lags, 0)], 0.0), u)
        return apply(p["out"], jax.nn.gelu((y + p["skip"][:, None] * u).transpose(0, 2, 1), approximate=False))

    def selective(p, x):
        u, z = jnp.split(x @ p["project"], 2, -1)
        padded = jnp.pad(u, ((0, 0), (KERNEL - 1, 0), (0, 0)))
        u = jax.nn.silu(sum(padded[:, k : k + length] * p["short"][k] for k in range(KERNEL)) + p["bias"])
        chosen = u @ p["select"]
        b, c = chosen[..., rank : rank + SELECTIVE_STATES], chosen[..., rank + SELECTIVE_STATES :]
        step = jax.nn.softplus(apply(p["step"], chosen[..., :rank]))
        a = -jnp.exp(p["decay"])
        if way == "scan":
            def move(state, given):
                step_t, put_t, b_t, c_t = given
                state = jnp.exp(step_t[..., None] * a) * state + put_t[..., None] * b_t[:, None]
                return state, (state * c_t[:, None]).sum(-1)

            given = tuple(part.transpose(1, 0, 2) for part in (step, step * u, b, c))
            y = jax.lax.scan(move, jnp.zeros((BATCH, INNER, SELECTIVE_STATES)), given)[1].transpose(1, 0, 2)
        else:
            decay, put = jnp.exp(step[..., None] * a), (step * u)[..., None] * b[:, :, None]
            join = lambda one, two: (one[0] * two[0], two[0] * one[1] + two[1])
            y = (jax.lax.associative_scan(join, (decay, put), axis=1)[1] * c[:, :, None]).sum(-1)
        return ((y + p["skip"] * u) * jax.nn.silu(z)) @ p["out"]

    def attention(p, x):
        q, k, v = jnp.split(apply(p["project"], x), 3, -1)
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), q @ k.transpose(0, 2, 1) / math.sqrt(WIDTH), -jnp.inf)
        return apply(p["out"], jax.nn.softmax(scores) @ v)

    mix = {"gru": gru, "state_space": state_space, "selective": selective, "experts": attention}[case]

    def dense_feed(p, x):
        return apply(p["narrow"], jax.nn.gelu(apply(p["widen"], x), approximate=False))

    def feed_forward(p, x):
        if case != "experts":
            return dense_feed(p, x), 0.0
        scores = x @ p["router"]
        values, indices = jax.lax.top_k(scores, CHOSEN)
        picked = jax.nn.one_hot(indices, EXPERTS)
        shares = (picked * jax.nn.softmax(values)[..., None]).sum(-2)
        used = jax.lax.stop_gradient(picked.sum(-2).mean(1) / CHOSEN)
        loss = BALANCE * EXPERTS * (used * jax.nn.softmax(scores).mean(1)).sum(-1).mean()
        hidden = jax.nn.gelu(jnp.einsum("btw,ewh->beth", x, p["widen"]["w"]) + p["widen"]["b"][:, None], approximate=False)
        answers = jnp.einsum("beth,ehw->betw", hidden, p["narrow"]["w"]) + p["narrow"]["b"][:, None]
        return jnp.einsum("bte,betw->btw", shares, answers), loss

    def make_feed():
        if case != "experts":
            return feed()
        stack = [feed() for _ in range(EXPERTS)]
        return {"router": draw(WIDTH, EXPERTS),
                **{name: {part: numpy.stack([one[name][part] for one in stack]) for part in ("w", "b")} for name in stack[0]}}

    norm = lambda: {"gain": numpy.ones(WIDTH, "float32"), "bias": numpy.zeros(WIDTH, "float32")}
    values = {"token": draw(VOCABULARY, WIDTH), "table": 0.1 * draw(length, WIDTH), "readout": dense(WIDTH, VOCABULARY),
              "blocks": [{"mixer": make_mixer(), "feed": make_feed(), "norm1": norm(), "norm2": norm()} for _ in range(DEPTH)]}

    def normalise(p, x):
        centred = x - x.mean(-1, keepdims=True)
        return centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * p["gain"] + p["bias"]

    def loss_of(p, tokens, labels):
        x, extra = p["token"][tokens] + p["table"], 0.0
        for block in p["blocks"]:
            h = normalise(block["norm1"], x + mix(block["mixer"], x))
            fed, loss = feed_forward(block["feed"], h)
            x, extra = normalise(block["norm2"], h + fed), extra + loss
        logits = jax.nn.log_softmax(apply(p["readout"], x.mean(1)))
        return extra - jnp.take_along_axis(logits, labels[:, None], 1).mean()

    def train(state, tokens, labels):  # AdamW
        p, m, v, count = state
        loss, g = jax.value_and_grad(loss_of)(p, tokens, labels)
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        move = lambda p, m, v: p - 1e-4 * (m / (1 - 0.9**count) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8) + 0.01 * p)
        return (jax.tree.map(move, p, m, v), m, v, count), loss

    values = jax.tree.map(jnp.asarray, values)
    zeros = lambda: jax.tree.map(jnp.zeros_like, values)
    held = {"state": (values, zeros(), zeros(), jnp.float32(0))}
    train = jax.jit(train, donate_argnums=0)
    data = [(jnp.asarray(random.randint(VOCABULARY, size=(BATCH, length))), jnp.asarray(random.randint(VOCABULARY, size=BATCH)))
            for _ in range(8)]

    def step(number):
        held["state"], loss = train(held["state"], *data[number % 8])
        return float(loss)

    return step
