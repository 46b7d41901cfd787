// "save SVG" and "save CSV". A figure may be several drawings side by side; the saved file is one, with the colours
// and fonts that are in force now, and needs nothing from this page.
import {svgElement, svgNamespace} from "./element";
import type {Cell} from "./reader";

export interface Sheet {
  head: string[];
  rows: Cell[][];
}

function download(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], {type}));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function csvCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  const text = String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function saveCsv(name: string, sheet: Sheet): void {
  const lines = [sheet.head, ...sheet.rows].map((row) => row.map(csvCell).join(","));
  download(`${name}.csv`, "text/csv", lines.join("\n") + "\n");
}

/** Variables of the page's style have no meaning in another file. */
function resolveVariables(node: Element, style: CSSStyleDeclaration): void {
  for (const attribute of [...node.attributes]) {
    if (!attribute.value.includes("var(")) continue;
    const value = attribute.value.replaceAll(/var\((--[\w-]+)(?:,[^)]*)?\)/g, (_, name: string) => style.getPropertyValue(name).trim());
    node.setAttribute(attribute.name, value);
  }
  for (const child of node.children) resolveVariables(child, style);
}

function copyOf(drawing: SVGSVGElement, origin: DOMRect, style: CSSStyleDeclaration): Element {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const place = drawing.getBoundingClientRect();
  copy.querySelectorAll("[aria-label=tip], .hover").forEach((one) => one.remove());
  copy.querySelectorAll("style").forEach((one) => one.remove());
  copy.setAttribute("x", String(place.left - origin.left));
  copy.setAttribute("y", String(place.top - origin.top));
  copy.setAttribute("width", String(place.width));
  copy.setAttribute("height", String(place.height));
  copy.setAttribute("overflow", "visible");
  resolveVariables(copy, style);
  return copy;
}

export function svgText(content: HTMLElement): string {
  const origin = content.getBoundingClientRect();
  const style = getComputedStyle(content);
  const whole = svgElement("svg", {
    xmlns: svgNamespace,
    viewBox: `-12 -12 ${Math.ceil(origin.width) + 24} ${Math.ceil(origin.height) + 24}`,
    width: Math.ceil(origin.width) + 24,
    height: Math.ceil(origin.height) + 24,
    color: style.color,
    "font-family": "system-ui, sans-serif",
    "font-size": 12,
  });
  const paper = style.getPropertyValue("--paper").trim();
  whole.append(svgElement("rect", {x: -12, y: -12, width: "100%", height: "100%", fill: paper}));
  for (const drawing of content.querySelectorAll<SVGSVGElement>("svg"))
    if (!drawing.parentElement?.closest("svg")) whole.append(copyOf(drawing, origin, style));
  return new XMLSerializer().serializeToString(whole);
}

export function saveSvg(name: string, content: HTMLElement): void {
  download(`${name}.svg`, "image/svg+xml", svgText(content));
}
