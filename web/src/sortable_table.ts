// Tables with sorting: a click on a heading sorts by it, another one turns the order round. Empty cells come last.
import {element} from "./element";
import {cellText, numberText} from "./number_text";
import type {Cell} from "./reader";

export interface Column {
  label: string;
  digits?: number;
}

function compare(a: Cell | undefined, b: Cell | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", {numeric: true});
}

function sorted(rows: Cell[][], column: number, down: boolean): Cell[][] {
  const empty = (row: Cell[]) => (row[column] === null || row[column] === undefined ? 1 : 0);
  return [...rows].sort((a, b) => empty(a) - empty(b) || (empty(a) ? 0 : compare(a[column], b[column]) * (down ? -1 : 1)));
}

export function sortableTable(columns: Column[], rows: Cell[][]): HTMLElement {
  const body = element("tbody");
  const numeric = columns.map((_, i) => rows.some((row) => typeof row[i] === "number"));
  const fill = (ordered: Cell[][]) =>
    body.replaceChildren(
      ...ordered.map((row) =>
        element("tr", {}, ...row.map((cell, i) => {
          const text = typeof cell === "number" ? numberText(cell, columns[i]?.digits ?? 4) : cellText(cell);
          return element("td", numeric[i] ? {class: "number"} : {}, text);
        })),
      ),
    );
  const headings = columns.map((column, i) => {
    const sort = () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      fill(sorted(rows, i, down));
    };
    const heading = element("th", {scope: "col", class: numeric[i] ? "number" : ""}, element("button", {type: "button", onclick: sort}, column.label));
    return heading;
  });
  fill(rows);
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...headings)), body);
  return element("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "table"}, table);
}
