"""Position embeddings inside other people's models: found, replaced, compressed, measured and ablated."""
