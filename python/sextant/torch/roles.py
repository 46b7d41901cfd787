"""What each parameter of a module is for, and its fan-in: what an initialiser needs to know.

Roles are the engine's: token, position, query, key, value, attention_output, feed_forward_in, feed_forward_out, norm,
readout; `weight` is a layer of which nothing says which of these it is. Names come first (the names of Hugging Face's
BERT, RoBERTa, DistilBERT, GPT-2, Llama, Mistral, Qwen, ViT, T5 and their relatives), then the type of the module.
"""
import dataclasses
import math
import re

from torch import nn

ROLES = ("token", "position", "query", "key", "value", "attention_output", "feed_forward_in", "feed_forward_out", "norm",
         "readout", "weight")

# The last words of a module's name (a trailing .weight is not part of it), first match wins.
_PATTERNS = [
    ("position", r"position_embeddings?|wpe|pos_embed|pos_embedding|embed_positions|positional_embedding|"
                 r"relative_attention_bias"),
    ("token", r"word_embeddings|token_type_embeddings|wte|embed_tokens|shared|cls_token|mask_token|distillation_token|"
              r"patch_embeddings\.projection|patch_embed\.proj|token"),
    ("query", r"query|q_proj|q_lin|(SelfAttention|EncDecAttention)\.q"),
    ("key", r"key|k_proj|k_lin|(SelfAttention|EncDecAttention)\.k"),
    ("value", r"value|v_proj|v_lin|(SelfAttention|EncDecAttention)\.v"),
    ("joint", r"attn\.c_attn|attn\.qkv|query_key_value|in_proj|qkv_proj|self_attn\.in_proj_weight|in_proj_weight"),
    ("attention_output", r"attention\.output\.dense|attn\.c_proj|attn\.proj|o_proj|out_lin|out_proj|"
                         r"(SelfAttention|EncDecAttention)\.o"),
    ("feed_forward_in", r"intermediate\.dense|mlp\.c_fc|gate_proj|up_proj|gate_up_proj|lin1|linear1|fc1|wi|wi_0|wi_1"),
    ("feed_forward_out", r"output\.dense|mlp\.c_proj|down_proj|lin2|linear2|fc2|wo"),
    ("readout", r"lm_head|classifier|pre_classifier|pooler\.dense|transform\.dense|decoder|vocab_transform|"
                r"vocab_projector|score|qa_outputs|seq_relationship|lm_head\.dense|out_proj|readout|head"),
]
NAMES = [(role, re.compile(rf"(^|\.)({pattern})$")) for role, pattern in _PATTERNS]
# The heads of RoBERTa have layers that are called as those of blocks are.
HEAD = re.compile(r"(^|\.)(lm_head|classifier|cls|score|qa_outputs)\.")


@dataclasses.dataclass
class Part:
    """A tensor or a third of one; `axis` is None for all of it."""

    role: str
    axis: object = None
    start: int = 0
    length: int = 0

    def of(self, tensor):
        return tensor if self.axis is None else tensor.narrow(self.axis, self.start, self.length)


@dataclasses.dataclass
class Described:
    name: str
    parameter: object
    kind: str  # weight, embedding, bias, gain, or "" where nothing is known
    fan_in: int
    parts: list
    padding: object = None  # the row of an embedding that is 0
    frozen: bool = False


def describe_parameters(module, rules=None):
    """One Described per parameter, shared ones once. `rules` {pattern of a parameter's name: role} come first."""
    owners = {}
    for path, owner in module.named_modules():
        for name, parameter in owner.named_parameters(path, recurse=False):
            owners.setdefault(id(parameter), (name, owner))
    width = _model_width(module)
    described = []
    for name, parameter in module.named_parameters():
        one = _describe(name, parameter, owners[id(parameter)][1], width, rules or {})
        one.frozen = not parameter.requires_grad
        described.append(one)
    _give_biases_their_fan_in(described, width)
    return described


def _describe(name, parameter, owner, width, rules):
    role = next((role for pattern, role in rules.items() if re.search(pattern, name)), None) or role_of(name)
    type_name = type(owner).__name__
    last = name.rsplit(".", 1)[-1]
    whole = [Part(role or "weight")]
    if "Norm" in type_name or (parameter.ndim == 1 and role is None and re.search(r"(norm|ln_\w+)\.\w+$", name, re.I)):
        return Described(name, parameter, "bias" if "bias" in last else "gain", 1, [Part("norm")])
    if last == "bias" or last.endswith("_bias") or re.match(r"bias_", last):
        return Described(name, parameter, "bias", 0, [Part(role or "weight")])
    if isinstance(owner, nn.Embedding) or (role in ("token", "position") and last != "weight"):
        fan_in = parameter.shape[-1]
        if name.endswith("relative_attention_bias.weight"):
            fan_in = width or fan_in  # as the engine's t5_bias: the model's width
        return Described(name, parameter, "embedding", fan_in, whole, getattr(owner, "padding_idx", None))
    if parameter.ndim < 2:
        return Described(name, parameter, "", 0, whole)
    transposed = type_name == "Conv1D"  # GPT-2: (inputs, outputs)
    known = isinstance(owner, (nn.Linear, nn.modules.conv._ConvNd, nn.MultiheadAttention, nn.RNNBase)) or transposed
    if not known and role is None:
        return Described(name, parameter, "", 0, whole)
    fan_in = parameter.shape[0] if transposed else math.prod(parameter.shape[1:])
    if role == "joint":
        axis = 1 if transposed else 0
        third = parameter.shape[axis] // 3
        whole = [Part(one, axis, i * third, third) for i, one in enumerate(("query", "key", "value"))]
    return Described(name, parameter, "weight", fan_in, whole)


def role_of(name):
    """By the name of a parameter, or None."""
    path = re.sub(r"\.(weight|bias)$", "", name)
    if HEAD.search(path + "."):
        return "readout"
    return next((role for role, pattern in NAMES if pattern.search(path)), None)


def _give_biases_their_fan_in(described, width):
    """That of the weight beside it; the bias of a tied readout has none and takes the model's width."""
    weights = {one.name: one for one in described if one.kind == "weight"}
    for one in described:
        if one.kind == "bias" and one.parts[0].role != "norm":
            beside = weights.get(re.sub(r"bias(?=[^.]*$)", "weight", one.name))
            if beside is not None:
                one.fan_in, one.parts = beside.fan_in, [Part("+".join(part.role for part in beside.parts))]
            elif one.parts[0].role == "readout":
                one.fan_in = width or 0


def _model_width(module):
    config = getattr(module, "config", None)
    for name in ("hidden_size", "d_model", "n_embd", "dim"):
        if isinstance(getattr(config, name, None), int):
            return getattr(config, name)
    return None
