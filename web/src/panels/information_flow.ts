// Information flow: tokens in rows, layers in columns, links as thick as attention. Faint lines are the residual
// stream, which every token keeps for itself.
import * as Plot from "@observablehq/plot";
import {chart, labelLegend} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {numberText} from "../number_text";
import {categoryColour} from "../palette";
import type {Reader} from "../reader";

interface Link {
  layer: number;
  from: number;
  to: number;
  weight: number;
  head: number | null;
}

function readLink(link: Reader, layers: number, tokens: number): Link {
  return {
    layer: link.at("layer").asIndex(layers),
    from: link.at("from").asIndex(tokens),
    to: link.at("to").asIndex(tokens),
    weight: link.number("weight"),
    head: link.maybe("head"),
  };
}

export function drawInformationFlow(data: Reader, around: Surroundings): Drawing {
  const tokens = data.texts("tokens");
  const layers = data.number("layers");
  const links = data.list("links").map((link) => readLink(link, layers, tokens.length));
  const read = new Set(data.listOr("read").map((token) => token.asIndex(tokens.length)));
  const longest = Math.min(16, Math.max(...tokens.map((token) => token.length)));
  const left = 20 + 7.5 * longest;
  const width = Math.min(around.width, left + 60 + layers * 260);
  const row = Math.max(9, Math.min(30, 620 / tokens.length));
  const nodes = tokens.flatMap((token, i) => Array.from({length: layers + 1}, (_, layer) => ({token, i, layer})));
  const heads = [...new Set(links.map((link) => link.head ?? 0))].sort((a, b) => a - b);
  const colour = (link: Link) => categoryColour(heads.indexOf(link.head ?? 0));
  const describe = (link: Link) =>
    `${tokens[link.from]} → ${tokens[link.to]}\nblock ${link.layer + 1}${link.head === null ? "" : `, head ${link.head + 1}`}\nattention ${numberText(link.weight)}`;
  const drawing = chart({
    width,
    height: tokens.length * row + 60,
    marginTop: 34,
    marginBottom: 16,
    marginLeft: left,
    marginRight: 40,
    x: {domain: [0, layers], axis: "top", ticks: Array.from({length: layers + 1}, (_, i) => i), tickFormat: (i: number) => (i === 0 ? "embedding" : `block ${i}`), label: null, tickSize: 0},
    y: {domain: [tokens.length - 0.5, -0.5], ticks: tokens.map((_, i) => i), tickFormat: (i: number) => (tokens[i] ?? "").slice(0, 16), label: null, tickSize: 0, tickPadding: 10},
    marks: [
      Plot.ruleY(tokens.map((_, i) => i), {stroke: "currentColor", strokeOpacity: 0.12}),
      Plot.link(links, {x1: "layer", y1: "from", x2: (d: Link) => d.layer + 1, y2: "to", curve: "bump-x", stroke: colour, strokeWidth: (d: Link) => 0.4 + 7 * d.weight, strokeOpacity: (d: Link) => Math.min(0.85, 0.25 + 0.6 * d.weight), strokeLinecap: "butt"}),
      Plot.dot(nodes, {x: "layer", y: "i", r: Math.min(4, row / 3), fill: "var(--paper)", stroke: "currentColor", strokeOpacity: 0.6}),
      Plot.dot(nodes.filter((node) => node.layer === layers && read.has(node.i)), {x: "layer", y: "i", r: Math.min(5, row / 2.5), fill: "currentColor"}),
      Plot.text(nodes.filter((node) => node.layer === layers && read.has(node.i)), {x: "layer", y: "i", text: () => "read", dx: 10, textAnchor: "start"}),
      Plot.tip(links, Plot.pointer({x: (d: Link) => d.layer + 0.5, y: (d: Link) => (d.from + d.to) / 2, title: describe})),
    ],
  });
  return {
    content: [...labelLegend(around.width, heads.map((head) => `head ${head + 1}`)), drawing],
    sheet: {
      head: ["block", "head", "from", "to", "weight"],
      rows: links.map((link) => [link.layer, link.head, link.from, link.to, link.weight]),
    },
  };
}
