// The phase diagram: a cell per pair of swept values, coloured by the metric; hatched where training failed to fit;
// the boundary with its band over it and the names of the phases in their regions. Where some cells are estimates, dots
// mark those that were run. A click on a cell shows its runs.
import * as Plot from "@observablehq/plot";
import {boundaryMarks, readCrossing} from "../boundary";
import {chart, legend, ramp, textWidth} from "../chart";
import {svgElement} from "../element";
import type {Drawing, Surroundings} from "../figure";
import {cellText, intervalText} from "../number_text";
import {valueScheme} from "../palette";
import type {MaybeNumber, Reader} from "../reader";

interface Square {
  x: number;
  y: number;
  value: MaybeNumber;
  low: MaybeNumber;
  high: MaybeNumber;
  failed: number;
  shaded: boolean;
  estimated: boolean;
  label: string;
  runs: string[];
}

function readSquare(cell: Reader, columns: number, rows: number): Square {
  return {
    x: cell.at("x").asIndex(columns),
    y: cell.at("y").asIndex(rows),
    value: cell.maybe("value"),
    low: cell.maybe("low"),
    high: cell.maybe("high"),
    failed: cell.maybe("failed") ?? 0,
    shaded: cell.has("shaded") && cell.at("shaded").asCell() === true,
    estimated: cell.has("estimated") && cell.at("estimated").asCell() === true,
    label: cell.textOr("label", ""),
    runs: cell.texts("runs"),
  };
}

const hatch = "url(#hatch)";

function addHatch(svg: SVGSVGElement): void {
  // A dark line beside a light one: seen on every colour of the scale.
  const line = (colour: string, shift: number) =>
    svgElement("path", {d: "M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4", stroke: colour, "stroke-width": 1.2, transform: `translate(${shift}, 0)`});
  const pattern = svgElement("pattern", {id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse"}, line("#fff", 1.2), line("#000", 0));
  svg.prepend(svgElement("defs", {}, pattern));
}

/** The name of each phase at the cell of its region that is nearest to the region's middle. */
function regionNames(squares: Square[]): {x: number; y: number; label: string}[] {
  const labels = [...new Set(squares.map((square) => square.label))].filter((label) => label !== "");
  if (labels.length < 2) return [];
  return labels.map((label) => {
    const own = squares.filter((square) => square.label === label);
    const middle = (key: "x" | "y") => own.reduce((sum, square) => sum + square[key], 0) / own.length;
    const [x, y] = [middle("x"), middle("y")];
    const far = (square: Square) => (square.x - x) ** 2 + (square.y - y) ** 2;
    const place = own.reduce((best, square) => (far(square) < far(best) ? square : best));
    return {x: place.x, y: place.y, label};
  });
}

/** Cells answer to a click and to the keyboard. */
function makeChoosable(svg: SVGSVGElement, squares: Square[], describe: (square: Square) => string, choose: (square: Square) => void): void {
  svg.querySelectorAll<SVGRectElement>("[aria-label=cells] rect").forEach((rect, i) => {
    const square = squares[i];
    if (!square) return;
    const pick = () => {
      svg.querySelectorAll(".picked").forEach((one) => one.classList.remove("picked"));
      rect.classList.add("picked");
      choose(square);
    };
    rect.setAttribute("tabindex", "0");
    rect.setAttribute("role", "button");
    rect.setAttribute("aria-label", describe(square).replaceAll("\n", ", "));
    rect.addEventListener("click", pick);
    rect.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick();
    });
  });
}

export function drawPhaseDiagram(data: Reader, around: Surroundings): Drawing {
  const [x, y, value] = [data.at("x"), data.at("y"), data.at("value")];
  const [columns, rows] = [x.cells("values"), y.cells("values")];
  const squares = data.some("cells").map((cell) => readSquare(cell, columns.length, rows.length));
  const boundary = data.listOr("boundary").map((point) => readCrossing(point, columns, rows)).filter((one) => one !== null);
  const known = squares.map((square) => square.value).filter((one) => one !== null);
  const domain = [value.maybe("low") ?? Math.min(...known), value.maybe("high") ?? Math.max(...known)];
  const colour: Plot.ScaleOptions = {type: "linear", scheme: valueScheme, domain: known.length > 0 ? domain : [0, 1], unknown: "var(--empty)"};
  const describe = (square: Square) => {
    if (square.estimated) return `${x.text("label")} ${cellText(columns[square.x])}, ${y.text("label")} ${cellText(rows[square.y])}\nnot run; estimated ${value.text("label")} ${intervalText(square.value, null, null)}\n${square.label}`;
    const failed = square.failed > 0 ? `\n${square.failed} of ${square.runs.length} failed to fit` : `\n${square.runs.length} ${square.runs.length === 1 ? "run" : "runs"}`;
    const label = square.label ? `\n${square.label}` : "";
    return `${x.text("label")} ${cellText(columns[square.x])}, ${y.text("label")} ${cellText(rows[square.y])}\n${value.text("label")} ${intervalText(square.value, square.low, square.high)}${label}${failed}`;
  };
  const left = 30 + 7 * Math.max(...rows.map((one) => cellText(one).length));
  const side = Math.max(12, Math.min(190, (around.width - left - 20) / columns.length));
  const some = squares.some((square) => square.estimated);
  const widest = Math.max(...columns.map((one) => textWidth(cellText(one)))) + 8;
  const drawing = chart({
    width: left + side * columns.length + 20,
    height: 28 + Math.min(side, 60) * rows.length + 46,
    marginTop: 28,
    marginLeft: left,
    marginRight: 20,
    marginBottom: 46,
    x: {domain: [-0.5, columns.length - 0.5], ticks: columns.map((_, i) => i).filter((i) => i % Math.ceil(widest / side) === 0), tickFormat: (i: number) => cellText(columns[i]), label: x.text("label"), tickSize: 0},
    y: {domain: [-0.5, rows.length - 0.5], ticks: rows.map((_, i) => i), tickFormat: (i: number) => cellText(rows[i]), label: y.text("label"), tickSize: 0},
    color: colour,
    marks: [
      Plot.rect(squares, {x1: (d: Square) => d.x - 0.5, x2: (d: Square) => d.x + 0.5, y1: (d: Square) => d.y - 0.5, y2: (d: Square) => d.y + 0.5, fill: "value", inset: 0.5}),
      Plot.rect(squares.filter((d) => d.shaded), {x1: (d: Square) => d.x - 0.5, x2: (d: Square) => d.x + 0.5, y1: (d: Square) => d.y - 0.5, y2: (d: Square) => d.y + 0.5, fill: hatch, inset: 0.5, pointerEvents: "none"}),
      ...(some ? [Plot.dot(squares.filter((d) => !d.estimated), {x: "x", y: "y", r: Math.min(3.5, side / 6), fill: "#fff", stroke: "#000", strokeWidth: 0.8, pointerEvents: "none", className: "was-run"})] : []),
      ...boundaryMarks(boundary),
      Plot.text(regionNames(squares), {x: "x", y: "y", text: "label", dy: 14, fontSize: 13, fontWeight: 600, fill: "#000", stroke: "#fff", strokeWidth: 4, pointerEvents: "none", className: "phases"}),
      Plot.tip(squares, Plot.pointer({x: "x", y: "y", title: describe, maxRadius: side, pointerEvents: "none"})),
    ],
  });
  drawing.setAttribute("role", "group"); // its cells are buttons
  drawing.setAttribute("aria-label", `${value.text("label")} by ${x.text("label")} and ${y.text("label")}`);
  addHatch(drawing);
  // Plot names the group of marks; each rectangle then gets a name of its own.
  drawing.querySelectorAll<SVGGElement>("g[aria-label=rect]").forEach((group, i) => i === 0 && group.setAttribute("aria-label", "cells"));
  makeChoosable(drawing, squares, describe, (square) => around.showRuns(square.runs));
  const entries = [
    ...(squares.some((square) => square.shaded) ? [{label: "failed to fit", colour: hatch, shape: "box" as const}] : []),
    ...(some ? [{label: "run", colour: "var(--quiet)", shape: "dot" as const}] : []),
    ...(boundary.length > 0
      ? [
          {label: data.textOr("boundary_label", "boundary with band"), colour: "var(--ink)"},
          {label: "ends of the band", colour: "var(--ink)", dash: "5 4"},
        ]
      : []),
  ];
  const legends = entries.length > 0 ? [legend(around.width, entries)] : [];
  legends.forEach(addHatch);
  return {
    content: [ramp(around.width, {...colour, label: value.text("label")}), ...legends, drawing],
    sheet: {
      head: [x.text("label"), y.text("label"), value.text("label"), "low", "high", "runs", "failed", "shaded", "estimated", "label"],
      rows: squares.map((d) => [columns[d.x]!, rows[d.y]!, d.value, d.low, d.high, d.runs.length, d.failed, d.shaded, d.estimated, d.label]),
    },
  };
}
