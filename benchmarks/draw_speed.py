#!/usr/bin/env python3
"""Draws what compare_pytorch.py measured (its --json file) as one SVG: training speed relative to PyTorch.

Usage: draw_speed.py MEASURED.json FIGURE.svg
"""
import json
import sys

LABELS = {
    "latin": ("Latin squares", "width 160, 4 layers, batch 128"),
    "latin_small": ("Latin squares, reduced", "width 48, 4 layers, batch 64"),
    "anchors2": ("Anchor functions", "width 400, 2 layers, batch 2048"),
    "anchors5": ("Anchor functions", "width 400, 5 layers, batch 2048"),
    "fmri": ("fMRI", "360 tokens, width 64, batch 16"),
    "small": ("Small model", "width 64, 2 layers, batch 64"),
}
# Okabe and Ito's palette: told apart by colour-blind readers and in grey.
SERIES = [("PyTorch", "#999999"), ("Sextant, same arithmetic", "#56B4E9"), ("Sextant, exact savings", "#0072B2")]
LEFT, TOP, BAR, GROUP, WIDTH, RIGHT = 190, 64, 15, 66, 440, 70


def bars(result):
    return [1.0, result["ratio_without_savings"], result["ratio_with_savings"]]


def text(x, y, content, size=12, anchor="start", colour="#222", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{content}</text>')


def draw(record):
    results = record["results"]
    largest = max(max(bars(result)) for result in results)
    scale = WIDTH / largest
    height = TOP + GROUP * len(results) + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" '
             f'font-family="Helvetica, Arial, sans-serif" role="img">',
             "<title>Training speed of Sextant relative to PyTorch</title>",
             f'<rect width="100%" height="100%" fill="white"/>',
             text(16, 24, "Training speed relative to PyTorch at its best setting", 15, weight="bold")]
    x = 16
    for name, colour in SERIES:
        parts += [f'<rect x="{x}" y="38" width="12" height="12" fill="{colour}"/>', text(x + 17, 48, name)]
        x += 40 + 6.4 * len(name)
    for number, result in enumerate(results):
        y = TOP + GROUP * number + 8
        title, sizes = LABELS[result["case"]]
        parts += [text(LEFT - 12, y + 20, title, 13, "end", weight="bold"), text(LEFT - 12, y + 36, sizes, 10, "end", "#666")]
        for row, (value, (_, colour)) in enumerate(zip(bars(result), SERIES)):
            top = y + row * (BAR + 1)
            parts += [f'<rect x="{LEFT}" y="{top}" width="{value * scale:.1f}" height="{BAR}" fill="{colour}"/>',
                      text(LEFT + value * scale + 5, top + 12, f"{value:.2f} ×", 11)]
    rounds = len(results[0]["rounds"])
    torch = results[0]["settings"]["version"].split("+")[0]
    parts.append(text(16, height - 14, f"Median of {rounds} interleaved rounds, one run per core on both sides, "
                      f"PyTorch {torch}.", 10, colour="#666"))
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        figure = draw(json.load(file))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(figure)


if __name__ == "__main__":
    main()
