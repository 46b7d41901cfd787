// Charts in the house style: Plot with our type, a heading inside the drawing (so that it is in the saved file too),
// and a grid that lets small charts flow into as many columns as the page has room for.
import * as Plot from "@observablehq/plot";
import {element, svgElement} from "./element";
import {numberText} from "./number_text";
import {categoryColour} from "./palette";

export interface ChartOptions extends Plot.PlotOptions {
  heading?: string;
  /** A quiet line below the heading. */
  note?: string;
}

export const noteHeight = 16;

/** A chart with a heading has it in place of the name of its y axis. */
export function chart({heading, note, ...options}: ChartOptions): SVGSVGElement {
  const top = (heading ? 22 : 0) + (note ? noteHeight : 0) + (options.marginTop ?? (heading ? 6 : 24));
  const drawn = Plot.plot({
    ...options,
    marginTop: top,
    marginBottom: options.marginBottom ?? 38,
    className: "chart",
    style: {fontFamily: "var(--sans)", fontSize: "12px", overflow: "visible"},
  });
  const svg = drawn instanceof SVGSVGElement ? drawn : drawn.querySelector("svg");
  if (!svg) throw new Error("Plot drew nothing");
  const room = Number(svg.getAttribute("width")) - 4;
  if (heading) {
    svg.setAttribute("aria-label", heading);
    svg.append(svgElement("text", {x: 2, y: 13, class: "heading", fill: "currentColor", "font-weight": 600, "text-anchor": "start"}, fittedStart(heading, room, headingFont)));
  }
  if (note) svg.append(svgElement("text", {x: 2, y: 29, class: "note", fill: "currentColor", "fill-opacity": 0.75, "text-anchor": "start"}, fittedStart(note, room, noteFont)));
  svg.setAttribute("role", "img");
  return svg;
}

/**
 * Ticks of a logarithmic axis, all of which have a number: 1, 2, 5 of each decade, fewer where there are many decades,
 * and evenly spaced ones where there is hardly one.
 */
export function logTicks([low, high]: readonly [number, number], most = 6): number[] {
  const decades = Math.log10(high / low);
  if (!(low > 0) || !Number.isFinite(decades)) return [];
  if (decades < 0.7) return linearTicks(low, high, most);
  const steps = decades > most ? [1] : decades > most / 2 ? [1, 3] : [1, 2, 5];
  const every = Math.ceil(decades / most);
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
    if (power % every === 0) ticks.push(...steps.map((step) => Number(`${step}e${power}`)));
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

function linearTicks(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; ++i) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

export function columnsFor(width: number, count: number, least: number): number {
  return Math.max(1, Math.min(count, Math.floor((width + 24) / (least + 24))));
}

/** Small multiples: `make` is given the width of one. */
export function grid(width: number, count: number, least: number, make: (width: number, index: number) => Node) {
  const columns = columnsFor(width, count, least);
  const each = Math.floor((width - 24 * (columns - 1)) / columns);
  const box = element("div", {class: "grid", style: `grid-template-columns: repeat(${columns}, ${each}px)`});
  for (let i = 0; i < count; ++i) box.append(make(each, i));
  return box;
}

export interface LegendEntry {
  label: string;
  colour: string;
  dash?: string;
  shape?: "line" | "dot" | "box";
}

/** A legend as a drawing of its own, so that a saved figure has it. */
export function legend(width: number, entries: LegendEntry[]): SVGSVGElement {
  const svg = svgElement("svg", {class: "legend", width, "font-size": 12}) as SVGSVGElement;
  let x = 0;
  let y = 12;
  for (const {label, colour, dash, shape} of entries) {
    const shown = fittedStart(label, Math.min(width - 30, 420));
    const room = 30 + textWidth(shown) + 18;
    if (x > 0 && x + room > width) [x, y] = [0, y + 20];
    const mark =
      shape === "dot"
        ? svgElement("circle", {cx: x + 10, cy: y, r: 5, fill: colour})
        : shape === "box"
          ? svgElement("rect", {x: x + 3, y: y - 7, width: 14, height: 14, fill: colour})
          : svgElement("line", {x1: x, x2: x + 20, y1: y, y2: y, stroke: colour, "stroke-width": 2.5, "stroke-dasharray": dash ?? "none"});
    svg.append(mark, svgElement("text", {x: x + 26, y: y + 4, fill: "currentColor"}, shown));
    x += room;
  }
  svg.setAttribute("height", String(y + 12));
  return svg;
}

/** The colours of several labels, in their order; one label alone is not worth a legend. */
export function labelLegend(width: number, labels: string[], shape: LegendEntry["shape"] = "line"): SVGSVGElement[] {
  if (labels.length < 2) return [];
  return [legend(width, labels.map((label, i) => ({label, colour: categoryColour(i), shape})))];
}

/** A ramp with its two ends named. */
export function ramp(width: number, color: Plot.ScaleOptions): SVGSVGElement {
  const style = {fontFamily: "var(--sans)", fontSize: "12px"};
  // Few whole numbers, rows or depths: no ticks between them.
  const ends = [...(color.domain as Iterable<number>)];
  const span = ends.at(-1)! - ends[0]!;
  const whole = ends.every(Number.isInteger) && span > 1 && span <= 12;
  const ticks = whole ? span : 5;
  const tickFormat = (tick: number) => (whole && !Number.isInteger(tick) ? "" : numberText(tick, 3));
  const drawn = Plot.legend({color, width: Math.min(width, 272), height: 48, marginLeft: 16, marginRight: 16, ticks, tickFormat, style});
  drawn.classList.add("ramp");
  return drawn as SVGSVGElement & typeof drawn;
}

const measure = document.createElement("canvas").getContext("2d");
let spacing = 0; // between letters, in pixels: a reader's own style may set it

/** Asks for the style once per figure: to ask for every label would lay out the page as often. */
export function readLetterSpacing(): void {
  spacing = Number.parseFloat(getComputedStyle(document.body).letterSpacing) || 0;
}

const family = 'system-ui, "Segoe UI", "Helvetica Neue", "Noto Sans", sans-serif'; // --sans of the style
const labelFont = `12px ${family}`;
const headingFont = `600 13px ${family}`;
const noteFont = `11px ${family}`;

/** As wide as it will be drawn, also where a reader's own style spaces letters. */
export function textWidth(text: string, font = labelFont): number {
  if (!measure) return text.length * 7;
  measure.font = font;
  return measure.measureText(text).width + spacing * text.length;
}

/** A label cut at its end where it is too long for its place. */
export function fittedStart(text: string, width: number, font = labelFont): string {
  let shown = text;
  for (let left = text.length - 1; left > 0 && textWidth(shown, font) > width; --left) shown = `${text.slice(0, left)}…`;
  return shown;
}

/** A heading cut at its beginning where it is too long: names of tensors differ at their end. */
export function fittedEnd(text: string, width: number): string {
  let shown = text;
  for (let cut = 1; cut < text.length && textWidth(shown, headingFont) > width; ++cut) shown = `…${text.slice(cut)}`;
  return shown;
}
