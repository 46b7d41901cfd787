// A matrix as an image: one pixel per entry, so that hundreds of tokens cost nothing. Row 0 is on top.
import * as Plot from "@observablehq/plot";
import {chart} from "./chart";
import {svgElement} from "./element";
import {numberText} from "./number_text";
import {addTip} from "./tip";
import type {MaybeNumber} from "./reader";

export interface MatrixOptions {
  width: number;
  heading: string;
  values: MaybeNumber[][];
  rows: string[];
  columns: string[];
  colour: Plot.ScaleOptions;
  rowName: string;
  columnName: string;
  /** Indices before which a line is drawn, on both sides. */
  borders?: number[];
  note?: string;
}

/** As many labels as there is room for, each `room` pixels apart. */
function labelTicks(labels: string[], pixels: number, room: number): number[] {
  const every = Math.max(1, Math.ceil((labels.length * room) / pixels));
  return labels.map((_, i) => i).filter((i) => i % every === 0);
}

function shortened(label: string | undefined): string {
  return label === undefined ? "" : label.length > 9 ? `${label.slice(0, 8)}…` : label;
}

export function drawMatrix(options: MatrixOptions): SVGSVGElement {
  const {values, rows, columns, width} = options;
  const longest = Math.max(...rows.map((label) => shortened(label).length));
  const left = 34 + Math.min(60, 7 * longest);
  const frame = Math.min(width - left - 8, 540);
  const height = Math.max(24, Math.round((frame * rows.length) / columns.length));
  const axis = (labels: string[], room: number) => ({
    ticks: labelTicks(labels, labels === rows ? height : frame, room).map((i) => i + 0.5),
    tickFormat: (tick: number) => shortened(labels[Math.floor(tick)]),
    tickSize: 0,
    label: null,
  });
  const widest = 7 * Math.max(...columns.map((label) => shortened(label).length)) + 8;
  const svg = chart({
    width: left + frame + 8,
    height: height + 22 + 8 + 40,
    heading: options.heading,
    marginTop: 8,
    marginLeft: left,
    marginRight: 8,
    marginBottom: 40,
    x: {domain: [0, columns.length], ...axis(columns, widest), label: options.columnName, labelAnchor: "center", labelArrow: "none", labelOffset: 34},
    y: {domain: [rows.length, 0], ...axis(rows, 14), label: options.rowName, labelAnchor: "center", labelArrow: "none", labelOffset: left - 4},
    color: options.colour,
    marks: [
      Plot.raster(values.flat(), {
        width: columns.length,
        height: rows.length,
        x1: 0,
        x2: columns.length,
        y1: 0,
        y2: rows.length,
        imageRendering: "pixelated",
      }),
      Plot.ruleX(options.borders ?? [], {stroke: "#000", strokeWidth: 0.8, y1: 0, y2: rows.length}),
      Plot.ruleY(options.borders ?? [], {stroke: "#000", strokeWidth: 0.8, x1: 0, x2: columns.length}),
      Plot.frame({stroke: "var(--line)"}),
    ],
  });
  if (options.note) {
    const note = svgElement("text", {x: left + frame, y: 13, class: "note", "text-anchor": "end", fill: "currentColor", "fill-opacity": 0.7}, options.note);
    svg.append(note);
  }
  addTip(svg, (x, y) => {
    const column = Math.floor(((x - left) / frame) * columns.length);
    const row = Math.floor(((y - 30) / height) * rows.length);
    if (row < 0 || column < 0 || row >= rows.length || column >= columns.length) return null;
    return `${options.rowName} ${rows[row]}\n${options.columnName} ${columns[column]}\n${numberText(values[row]?.[column])}`;
  });
  return svg;
}
