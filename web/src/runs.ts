// The runs of the page: all of them in a table that sorts, or the few that somebody chose in a figure.
import {element} from "./element";
import type {Run} from "./document";
import type {Cell} from "./reader";
import {sortableTable} from "./sortable_table";

function duration(seconds: number | undefined): Cell {
  return seconds === undefined ? null : Number(seconds.toPrecision(3));
}

export function runsTable(runs: Run[]): HTMLElement {
  const settings = [...new Set(runs.flatMap((run) => Object.keys(run.settings)))];
  const finals = [...new Set(runs.flatMap((run) => Object.keys(run.final)))];
  const columns = ["run", "status", ...settings, ...finals, "steps", "parameters", "seconds"].map((label) => ({label}));
  const rows = runs.map((run): Cell[] => [
    run.name,
    run.fault ? `${run.status}: ${run.fault}` : run.status,
    ...settings.map((key) => run.settings[key] ?? null),
    ...finals.map((key) => run.final[key] ?? null),
    run.step === run.steps ? run.steps : `${run.step} of ${run.steps}`,
    run.parameters,
    duration(run.seconds),
  ]);
  return sortableTable(columns, rows);
}

/** What a figure shows below itself when runs are chosen in it. */
export function chosenRuns(all: Run[], names: string[]): Node {
  const wanted = new Set(names);
  const found = all.filter((run) => wanted.has(run.name));
  const title = element("h4", {}, found.length === 1 ? "1 run in this cell" : `${found.length} runs in this cell`);
  return element("div", {}, title, found.length > 0 ? runsTable(found) : "");
}
