// Eigenvalues or singular values in descending order, with the ranks computed from them.
import * as Plot from "@observablehq/plot";
import {chart, labelLegend, logTicks} from "../chart";
import {element} from "../element";
import type {Drawing, Surroundings} from "../figure";
import {cellText, numberText, tickText} from "../number_text";
import {categoryColour} from "../palette";
import type {Reader} from "../reader";

interface Rank {
  label: string;
  names: string[];
  values: string[];
}

function readRank(series: Reader): Rank | null {
  if (!series.has("rank")) return null;
  const rank = series.at("rank");
  const names = Object.keys(rank.value as object);
  return {label: series.text("label"), names, values: names.map((name) => cellText(rank.at(name).asCell()))};
}

function rankTable(ranks: Rank[]): Node[] {
  const names = [...new Set(ranks.flatMap((rank) => rank.names))];
  if (names.length === 0) return [];
  const head = element("tr", {}, element("th", {}, ""), ...names.map((name) => element("th", {class: "number"}, name)));
  const rows = ranks.map((rank) =>
    element("tr", {}, element("td", {}, rank.label), ...names.map((name) => element("td", {class: "number"}, rank.values[rank.names.indexOf(name)] ?? "–"))),
  );
  return [element("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "ranks"}, element("table", {class: "small"}, element("thead", {}, head), element("tbody", {}, ...rows)))];
}

export function drawSpectrum(data: Reader, around: Surroundings): Drawing {
  const all = data.some("series");
  const labels = all.map((series) => series.text("label"));
  const points = all.flatMap((series, i) => series.numbers("values").map((value, k) => ({index: k + 1, value, series: i, label: labels[i]!})));
  const y = data.at("y");
  const log = y.textOr("scale", "linear") === "log";
  const shown = points.filter((point) => point.value !== null && (!log || point.value > 0));
  const references = data.listOr("reference").map((one) => ({label: one.text("label"), value: one.number("value")}));
  const width = around.width;
  const most = Math.max(...points.map((point) => point.index));
  const values = shown.map((point) => point.value!);
  const [least, largest] = [Math.min(...values), Math.max(...values)];
  const flat = log && largest < least * 1.001; // one value: room above and below it
  const domain: [number, number] = flat ? [least / 2, largest * 2] : [least, largest];
  const ticks = log ? logTicks(domain) : 6;
  const drawing = chart({
    width,
    height: Math.max(240, Math.min(400, width * 0.5)),
    marginLeft: 60,
    marginRight: 24,
    x: {label: "index", ticks: Math.min(8, Math.max(1, most - 1)), tickFormat: (tick: number) => (Number.isInteger(tick) ? String(tick) : "")},
    y: {label: y.text("label"), type: log ? "log" : "linear", ...(flat ? {domain} : {}), grid: true, ticks, tickFormat: tickText},
    marks: [
      ...(log ? [] : [Plot.ruleY([0])]),
      Plot.ruleY(references, {y: "value", stroke: "currentColor", strokeDasharray: "4 3", strokeOpacity: 0.7}),
      Plot.text(references, {y: "value", text: "label", frameAnchor: "right", dy: -8, fill: "currentColor"}),
      ...labels.map((_, i) => Plot.lineY(shown.filter((point) => point.series === i), {x: "index", y: "value", stroke: categoryColour(i), strokeWidth: 1.3})),
      Plot.dot(shown, {x: "index", y: "value", fill: (d) => categoryColour(d.series), r: 3}),
      Plot.tip(shown, Plot.pointer({x: "index", y: "value", title: (d) => `${d.label}\nindex ${d.index}\n${numberText(d.value)}`})),
    ],
  });
  const ranks = all.map(readRank).filter((rank) => rank !== null);
  return {
    content: [...labelLegend(around.width, labels), drawing, ...rankTable(ranks)],
    sheet: {head: ["series", "index", "value"], rows: points.map((point) => [point.label, point.index, point.value])},
  };
}
