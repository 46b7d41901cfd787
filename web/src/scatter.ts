// Tokens as points in the plane over their true arrangement: what positions_map and position_animation share.
import * as Plot from "@observablehq/plot";
import {chart, legend, noteHeight, ramp} from "./chart";
import {element} from "./element";
import {cellText, numberText} from "./number_text";
import {categoryColour, valueScheme} from "./palette";
import type {Cell, Reader} from "./reader";

export type Place = [number, number];

export interface Colouring {
  label: string;
  values: Cell[];
}

export interface Truth {
  points: Place[];
  edges: [number, number][];
}

export function readPlaces(reader: Reader, key: string, count: number): Place[] {
  return reader.matrix(key, 2, count).map(([x, y]) => [x ?? NaN, y ?? NaN]);
}

export function readTruth(reader: Reader, count: number): Truth | null {
  if (!reader.has("truth")) return null;
  const truth = reader.at("truth");
  const edges = truth.listOr("edges").map((edge): [number, number] => {
    const [from, to] = edge.elements();
    return from && to ? [from.asIndex(count), to.asIndex(count)] : edge.fail("two indices");
  });
  return {points: readPlaces(truth, "points", count), edges};
}

export function readColourings(data: Reader, labels: string[]): Colouring[] {
  const given = data.listOr("colours").map((one) => {
    const values = one.cells("values");
    return values.length === labels.length ? {label: one.text("label"), values} : one.at("values").fail(`${labels.length} values`);
  });
  return given.length > 0 ? given : [{label: "token", values: labels.map((_, i) => i)}];
}

/** Chooses what points are coloured by; null where there is nothing to choose. */
export function colouringChoice(all: Colouring[], choose: (colouring: Colouring) => void): HTMLElement | null {
  if (all.length < 2) return null;
  const select = element("select", {}, ...all.map((one) => element("option", {}, one.label)));
  select.addEventListener("change", () => choose(all[select.selectedIndex]!));
  return element("label", {class: "choice"}, "coloured by ", select);
}

const isScale = (colouring: Colouring) => colouring.values.every((value) => typeof value === "number");

function scaleOf(colouring: Colouring): Plot.ScaleOptions {
  if (isScale(colouring)) {
    const values = colouring.values as number[];
    return {type: "linear", scheme: valueScheme, domain: [Math.min(...values), Math.max(...values)]};
  }
  const names = [...new Set(colouring.values.map(cellText))].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
  return {type: "ordinal", domain: names, range: names.map((_, i) => categoryColour(i))};
}

export function colouringLegend(width: number, colouring: Colouring): SVGSVGElement {
  const scale = scaleOf(colouring);
  if (isScale(colouring)) return ramp(width, {...scale, label: colouring.label});
  const names = scale.domain as string[];
  return legend(width, names.map((label, i) => ({label, colour: categoryColour(i), shape: "dot" as const})));
}

/** The square that holds all points, so that both axes have one scale and frames keep theirs. */
export function commonFrame(all: Place[][]): {x: [number, number]; y: [number, number]} {
  const finite = all.flat().filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const ends = (axis: 0 | 1) => {
    const values = finite.map((place) => place[axis]);
    return values.length > 0 ? [Math.min(...values), Math.max(...values)] as const : ([-1, 1] as const);
  };
  const [left, right] = ends(0);
  const [bottom, top] = ends(1);
  const half = Math.max(right - left, top - bottom, 1e-9) * 0.56;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return {x: [x - half, x + half], y: [y - half, y + half]};
}

export interface ScatterOptions {
  width: number;
  heading: string;
  note: string;
  points: Place[];
  labels: string[];
  colouring: Colouring;
  truth: Truth | null;
  frame: {x: [number, number]; y: [number, number]};
}

export function drawScatter({width, heading, note, points, labels, colouring, truth, frame}: ScatterOptions): SVGSVGElement {
  const tokens = points.map(([x, y], i) => ({x, y, label: labels[i]!, colour: colouring.values[i]!}));
  const edges = (places: Place[]) => (truth?.edges ?? []).map(([a, b]) => ({x1: places[a]![0], y1: places[a]![1], x2: places[b]![0], y2: places[b]![1]}));
  const size = Math.max(2.5, Math.min(6, 60 / Math.sqrt(points.length)));
  const few = points.length <= 40;
  return chart({
    width,
    height: width + 22 + (note ? noteHeight : 0),
    heading,
    note,
    marginTop: 6,
    marginLeft: 6,
    marginRight: 6,
    marginBottom: 6,
    x: {domain: frame.x, axis: null},
    y: {domain: frame.y, axis: null},
    color: scaleOf(colouring),
    marks: [
      Plot.frame({stroke: "var(--line)"}),
      ...(truth
        ? [
            Plot.link(edges(truth.points), {x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: "currentColor", strokeOpacity: 0.12}),
            Plot.link(truth.points.map((place, i) => ({from: place, to: points[i]!})), {x1: (d) => d.from[0], y1: (d) => d.from[1], x2: (d) => d.to[0], y2: (d) => d.to[1], stroke: "currentColor", strokeOpacity: 0.25, strokeWidth: 0.8}),
            Plot.dot(truth.points, {x: "0", y: "1", r: size * 0.8, stroke: "currentColor", strokeOpacity: 0.35}),
          ]
        : []),
      Plot.link(edges(points), {x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: "currentColor", strokeOpacity: 0.3}),
      Plot.dot(tokens, {x: "x", y: "y", r: size, fill: (d) => (isScale(colouring) ? d.colour : cellText(d.colour)), stroke: "currentColor", strokeOpacity: 0.5, strokeWidth: 0.7}),
      ...(few ? [Plot.text(tokens, {x: "x", y: "y", text: "label", dy: -size - 7, fontSize: 11, fill: "currentColor", stroke: "var(--paper)", strokeWidth: 3})] : []),
      Plot.tip(tokens, Plot.pointer({x: "x", y: "y", title: (d) => `${d.label}\n${colouring.label} ${cellText(d.colour)}\n(${numberText(d.x, 3)}, ${numberText(d.y, 3)})`})),
    ],
  });
}
