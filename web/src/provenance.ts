// Where it all comes from: the configuration, the program and the machine; and the files that could not be read.
import {element} from "./element";
import type {Fault, Source} from "./document";
import {cellText} from "./number_text";
import type {Cell} from "./reader";

/** The files that a run read are an object of names and digests. */
function factText(value: unknown): string {
  if (typeof value !== "object" || value === null) return cellText(value as Cell);
  const parts = Object.entries(value).map(([key, one]) => `${key} ${factText(one)}`);
  return parts.length > 0 ? parts.join(", ") : "none";
}

function sourceBlock(source: Source, open: boolean): HTMLElement {
  const facts = Object.entries(source.environment).flatMap(([key, value]) => [
    element("dt", {}, key.replaceAll("_", " ")),
    element("dd", {}, factText(value)),
  ]);
  return element(
    "details",
    open ? {open: true} : {},
    element("summary", {}, source.path),
    element("dl", {}, ...facts),
    element("pre", {tabindex: 0}, source.configuration),
  );
}

export function provenanceSection(sources: Source[]): HTMLElement | null {
  if (sources.length === 0) return null;
  return element(
    "section",
    {id: "provenance"},
    element("h2", {}, "Configurations and provenance"),
    element("p", {class: "lead"}, "Settings shared by all runs of a source. Settings that differ between runs are in the table of runs."),
    ...sources.map((source) => sourceBlock(source, sources.length === 1)),
  );
}

export function faultsSection(faults: Fault[]): HTMLElement | null {
  if (faults.length === 0) return null;
  const items = faults.map((fault) => element("li", {}, element("code", {}, fault.file), `: ${fault.message}`));
  return element("section", {id: "faults"}, element("h2", {}, "Files that could not be read"), element("ul", {class: "faults"}, ...items));
}
