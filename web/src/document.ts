// The document that `sextant report` puts into the page and `sextant view` sends again when it changed
// (docs/page_data.md). Its own parts are made by the program; what is inside a panel's data may be anything.
import {Reader, type Cell, type MaybeNumber} from "./reader";

export interface Panel {
  id: string;
  kind: string;
  title: string;
  caption: string;
  data: unknown;
}

export interface Claim {
  sentence: string;
  paper: Cell;
  ours: MaybeNumber;
  low: MaybeNumber;
  high: MaybeNumber;
  seeds: MaybeNumber;
  held: boolean | null;
  figure: string | null;
  note: string;
  control: boolean;
}

/** What an experiment found. */
export interface Headline {
  title: string;
  sentence: string;
  held: boolean | null;
  numbers: {label: string; text: string; interval: string}[];
  figure: string;
  data: string;
  runs: string;
  paper: string;
  scale: string;
  reduced: string;
  controls: string;
  leftOut: number;
}

export interface Run {
  name: string;
  status: string;
  fault?: string;
  step: number;
  steps: number;
  parameters: MaybeNumber;
  seconds?: number;
  settings: Record<string, Cell>;
  final: Record<string, MaybeNumber>;
  source: number;
}

export interface Source {
  path: string;
  configuration: string;
  environment: Record<string, unknown>;
}

export interface Fault {
  file: string;
  message: string;
}

export interface PageDocument {
  title: string;
  live: boolean;
  headlines: Headline[];
  claims: Claim[];
  panels: Panel[];
  runs: Run[];
  provenance: Source[];
  faults: Fault[];
}

/** A field of the wrong type is an empty one: a claim is still worth reading without it. */
function readClaim(claim: Reader): Claim {
  const field = (key: string) => (claim.has(key) ? claim.at(key).value : null);
  const number = (key: string) => (typeof field(key) === "number" ? (field(key) as number) : null);
  return {
    sentence: claim.text("sentence"),
    paper: ["string", "number"].includes(typeof field("paper")) ? (field("paper") as Cell) : null,
    ours: number("ours"),
    low: number("low"),
    high: number("high"),
    seeds: number("seeds"),
    held: typeof field("held") === "boolean" ? (field("held") as boolean) : null,
    figure: typeof field("figure") === "string" ? (field("figure") as string) : null,
    note: ["measure", "bound", "note"].map(field).filter((text) => typeof text === "string" && text !== "").join("; "),
    control: field("control") === true,
  };
}

function readHeadline(headline: Reader): Headline {
  const text = (key: string) => headline.textOr(key, "");
  const held = headline.has("held") ? headline.at("held").value : null;
  return {
    title: headline.text("title"),
    sentence: headline.text("sentence"),
    held: typeof held === "boolean" ? held : null,
    numbers: headline.listOr("numbers").map((one) => ({label: one.text("label"), text: one.text("text"), interval: one.textOr("interval", "")})),
    figure: text("figure"),
    data: text("data"),
    runs: text("runs"),
    paper: text("paper"),
    scale: text("scale"),
    reduced: text("reduced"),
    controls: text("controls"),
    leftOut: headline.has("left_out") ? headline.number("left_out") : 0,
  };
}

export function readDocument(text: string): PageDocument {
  const document = new Reader(JSON.parse(text), "document");
  if (document.number("format") !== 1) document.at("format").fail("format 1");
  return {
    title: document.text("title"),
    live: document.has("live"),
    headlines: document.listOr("headlines").map(readHeadline),
    claims: document.list("claims").map(readClaim),
    panels: document.list("panels").map((panel) => panel.value as Panel),
    runs: document.list("runs").map((run) => run.value as Run),
    provenance: document.list("provenance").map((source) => source.value as Source),
    faults: document.list("faults").map((fault) => fault.value as Fault),
  };
}
