"""Small models of every architecture that `sextant inspect --run` knows, with random weights, as `transformers` builds
them. The sizes differ from each other wherever they may, so that no axis can be taken for another."""
import torch
import transformers as hf

VOCABULARY = 41
small = dict(hidden_size=24, num_hidden_layers=3, num_attention_heads=4, intermediate_size=40)
words = dict(small, vocab_size=VOCABULARY)
decoder = dict(words, num_key_value_heads=2, max_position_embeddings=64)
# Ids of special tokens outside the vocabulary of the samples would be refused by some configurations.
ids = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2)
images = dict(small, image_size=12, patch_size=4)
llama3 = dict(rope_type="llama3", rope_theta=5e5, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
              original_max_position_embeddings=16)
yarn = dict(rope_type="yarn", rope_theta=1e4, factor=4.0, original_max_position_embeddings=16)

BUILDERS = {
    "bert": lambda: hf.BertForMaskedLM(hf.BertConfig(**words, max_position_embeddings=32)),
    "bert_plain": lambda: hf.BertModel(hf.BertConfig(**words, max_position_embeddings=32)),
    "bert_relu": lambda: hf.BertModel(hf.BertConfig(**words, max_position_embeddings=32, hidden_act="relu")),
    "bert_silu": lambda: hf.BertModel(hf.BertConfig(**words, max_position_embeddings=32, hidden_act="silu")),
    "bert_decoder": lambda: hf.BertLMHeadModel(hf.BertConfig(**words, max_position_embeddings=32, is_decoder=True)),
    "roberta": lambda: hf.RobertaForMaskedLM(hf.RobertaConfig(**words, max_position_embeddings=34)),
    "roberta_plain": lambda: hf.RobertaModel(hf.RobertaConfig(**words, max_position_embeddings=34)),
    "xlm_roberta_plain": lambda: hf.XLMRobertaModel(hf.XLMRobertaConfig(**words, max_position_embeddings=34)),
    "distilbert": lambda: hf.DistilBertForMaskedLM(hf.DistilBertConfig(
        vocab_size=VOCABULARY, max_position_embeddings=32, dim=24, n_layers=3, n_heads=4, hidden_dim=40)),
    "albert": lambda: hf.AlbertForMaskedLM(hf.AlbertConfig(
        **words, embedding_size=10, max_position_embeddings=32, **ids)),
    "albert_groups": lambda: hf.AlbertModel(hf.AlbertConfig(**dict(words, num_hidden_layers=4), embedding_size=10,
        max_position_embeddings=32, num_hidden_groups=2, inner_group_num=2, **ids)),
    "electra": lambda: hf.ElectraForMaskedLM(hf.ElectraConfig(**words, embedding_size=10, max_position_embeddings=32)),
    "electra_plain": lambda: hf.ElectraModel(hf.ElectraConfig(**words, embedding_size=24, max_position_embeddings=32)),
    "deberta_v2": lambda: hf.DebertaV2ForMaskedLM(hf.DebertaV2Config(**words, max_position_embeddings=32,
        relative_attention=True, pos_att_type=["p2c", "c2p"], position_biased_input=False, position_buckets=8,
        norm_rel_ebd="layer_norm", share_att_key=True, legacy=False)),
    "deberta_v2_split": lambda: hf.DebertaV2Model(hf.DebertaV2Config(**words, max_position_embeddings=32,
        relative_attention=True, pos_att_type=["p2c", "c2p"], position_biased_input=True, share_att_key=False,
        type_vocab_size=2)),
    "modernbert": lambda: hf.ModernBertForMaskedLM(hf.ModernBertConfig(**dict(words, num_hidden_layers=4),
        max_position_embeddings=64, local_attention=6, cls_token_id=1, sep_token_id=2, **ids)),
    "gpt2": lambda: hf.GPT2LMHeadModel(hf.GPT2Config(
        n_embd=24, n_layer=3, n_head=4, n_inner=40, vocab_size=VOCABULARY, n_positions=32, bos_token_id=1, eos_token_id=2)),
    "gpt2_unscaled": lambda: hf.GPT2Model(hf.GPT2Config(n_embd=24, n_layer=3, n_head=4, vocab_size=VOCABULARY,
        n_positions=32, scale_attn_weights=False, bos_token_id=1, eos_token_id=2)),
    "gpt2_by_layer": lambda: hf.GPT2Model(hf.GPT2Config(n_embd=24, n_layer=3, n_head=4, vocab_size=VOCABULARY,
        n_positions=32, scale_attn_by_inverse_layer_idx=True, bos_token_id=1, eos_token_id=2)),
    "gpt_neox": lambda: hf.GPTNeoXForCausalLM(hf.GPTNeoXConfig(**words, max_position_embeddings=64, **ids,
        rope_parameters=dict(rope_type="default", rope_theta=1e4, partial_rotary_factor=0.7))),
    "gpt_neox_serial": lambda: hf.GPTNeoXModel(hf.GPTNeoXConfig(**words, max_position_embeddings=64, **ids,
        use_parallel_residual=False, attention_bias=False,
        rope_parameters=dict(rope_type="default", rope_theta=1e4, partial_rotary_factor=0.7))),
    "llama": lambda: hf.LlamaForCausalLM(hf.LlamaConfig(**decoder)),
    "llama3": lambda: hf.LlamaForCausalLM(hf.LlamaConfig(**decoder, rope_parameters=llama3, attention_bias=True,
        mlp_bias=True, tie_word_embeddings=True)),
    "llama_yarn": lambda: hf.LlamaModel(hf.LlamaConfig(**decoder, rope_parameters=yarn)),
    "llama_linear": lambda: hf.LlamaModel(hf.LlamaConfig(**decoder,
        rope_parameters=dict(rope_type="linear", rope_theta=1e4, factor=4.0))),
    "mistral": lambda: hf.MistralForCausalLM(hf.MistralConfig(**decoder, head_dim=8, sliding_window=4)),
    "qwen2": lambda: hf.Qwen2ForCausalLM(hf.Qwen2Config(**decoder)),
    "qwen2_windows": lambda: hf.Qwen2Model(hf.Qwen2Config(**decoder, use_sliding_window=True, sliding_window=4,
        max_window_layers=1)),
    "qwen3": lambda: hf.Qwen3ForCausalLM(hf.Qwen3Config(**decoder, head_dim=8)),
    "gemma": lambda: hf.GemmaForCausalLM(hf.GemmaConfig(**decoder, head_dim=8, **ids)),
    "gemma2": lambda: hf.Gemma2ForCausalLM(hf.Gemma2Config(**decoder, head_dim=8, sliding_window=4,
        query_pre_attn_scalar=10, **ids)),
    "gemma3": lambda: hf.Gemma3ForCausalLM(hf.Gemma3TextConfig(**decoder, head_dim=8, sliding_window=4,
        query_pre_attn_scalar=10, layer_types=["sliding_attention", "full_attention", "sliding_attention"], **ids)),
    "phi": lambda: hf.PhiForCausalLM(hf.PhiConfig(**decoder, **ids,
        rope_parameters=dict(rope_type="default", rope_theta=1e4, partial_rotary_factor=0.7))),
    "phi3": lambda: hf.Phi3ForCausalLM(hf.Phi3Config(**decoder, **ids)),
    "opt": lambda: hf.OPTForCausalLM(hf.OPTConfig(vocab_size=VOCABULARY, hidden_size=24, num_hidden_layers=3, ffn_dim=40,
        num_attention_heads=4, max_position_embeddings=32, word_embed_proj_dim=24)),
    "opt_projected": lambda: hf.OPTForCausalLM(hf.OPTConfig(vocab_size=VOCABULARY, hidden_size=24, num_hidden_layers=3,
        ffn_dim=40, num_attention_heads=4, max_position_embeddings=32, word_embed_proj_dim=10, do_layer_norm_before=False)),
    "bloom": lambda: hf.BloomForCausalLM(hf.BloomConfig(vocab_size=VOCABULARY, hidden_size=24, n_layer=3, n_head=6)),
    "t5_encoder": lambda: hf.T5EncoderModel(hf.T5Config(vocab_size=VOCABULARY, d_model=24, d_kv=8, d_ff=40, num_layers=3,
        num_heads=4, relative_attention_num_buckets=8, relative_attention_max_distance=10)),
    "t5_gated": lambda: hf.T5EncoderModel(hf.T5Config(vocab_size=VOCABULARY, d_model=24, d_kv=8, d_ff=40, num_layers=3,
        num_heads=4, feed_forward_proj="gated-gelu")),
    "vit": lambda: hf.ViTForImageClassification(hf.ViTConfig(**images, num_labels=5)),
    "vit_relu": lambda: hf.ViTModel(hf.ViTConfig(**images, hidden_act="relu", qkv_bias=False)),
    "deit": lambda: hf.DeiTForImageClassificationWithTeacher(hf.DeiTConfig(**images, num_labels=5)),
    "beit": lambda: hf.BeitForImageClassification(hf.BeitConfig(**images, num_labels=5, use_relative_position_bias=True)),
    "beit_absolute": lambda: hf.BeitModel(hf.BeitConfig(**images, use_absolute_position_embeddings=True,
        use_shared_relative_position_bias=True)),
    "clip_vision": lambda: hf.CLIPVisionModel(hf.CLIPVisionConfig(**images)),
    "clip_text": lambda: hf.CLIPTextModel(hf.CLIPTextConfig(**words, max_position_embeddings=32, **ids)),
    "mamba": lambda: hf.MambaForCausalLM(hf.MambaConfig(vocab_size=VOCABULARY, hidden_size=24, state_size=6,
        num_hidden_layers=3, time_step_rank=5, **ids)),
}


def build(name):
    """The model with weights far from the usual start, so that a mistake is seen."""
    torch.manual_seed(5)
    model = BUILDERS[name]()
    for key, parameter in model.named_parameters():
        noise = torch.randn_like(parameter) * (0.3 if parameter.ndim > 1 else 0.2)
        is_gain = parameter.ndim == 1 and key.endswith(("weight", "gamma", "lambda_1", "lambda_2"))
        parameter.data = 1 + noise if is_gain else noise
    return model.eval()
