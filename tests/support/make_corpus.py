#!/usr/bin/env python3
"""Writes a small corpus whose words drift with their position. Usage: make_corpus.py FILE DOCUMENTS"""
import random
import sys

rng = random.Random(7)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    for _ in range(int(sys.argv[2])):
        words = []
        for t in range(rng.randint(12, 16)):
            weights = [1 / (1 + abs(word - t)) for word in range(20)]
            words.append(f"w{rng.choices(range(20), weights)[0]}")
        print(*words, file=file)
