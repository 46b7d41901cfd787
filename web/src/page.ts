// The page from top to bottom: title, claims, figures, runs, provenance.
import {claimsSection} from "./claims";
import type {PageDocument} from "./document";
import {element} from "./element";
import {Figure} from "./figure";
import {faultsSection, provenanceSection} from "./provenance";
import {chosenRuns, runsTable} from "./runs";
import {themeSwitch} from "./theme";

function summary(page: PageDocument): string {
  const counts = new Map<string, number>();
  for (const run of page.runs) counts.set(run.status, (counts.get(run.status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`);
  const runs = page.runs.length === 1 ? "1 run" : `${page.runs.length} runs`;
  return page.runs.length > 0 ? `${runs}: ${parts.join(", ")}.` : "";
}

function header(page: PageDocument): HTMLElement {
  const links = [
    page.claims.length > 0 ? ["claims", "Claims"] : null,
    page.panels.length > 0 ? ["figures", "Figures"] : null,
    page.runs.length > 0 ? ["runs", "Runs"] : null,
    page.provenance.length > 0 ? ["provenance", "Provenance"] : null,
  ].filter((link) => link !== null);
  return element(
    "header",
    {class: "top"},
    element("h1", {}, page.title),
    element("p", {class: "summary"}, summary(page), page.live ? element("span", {class: "live", id: "live"}, "live") : null),
    element("nav", {"aria-label": "sections"}, ...links.map(([id, text]) => element("a", {href: `#${id}`}, text!)), themeSwitch()),
  );
}

export class Page {
  readonly figures: Figure[];
  private readonly nodes: (HTMLElement | null)[];

  constructor(private readonly page: PageDocument) {
    const numbers = new Map(page.panels.map((panel, i) => [panel.id, i + 1]));
    this.figures = page.panels.map((panel, i) => new Figure(panel, i + 1, (names) => chosenRuns(page.runs, names)));
    this.nodes = [
      header(page),
      claimsSection(page.claims, numbers),
      this.figures.length > 0
        ? element("section", {id: "figures"}, element("h2", {}, "Figures"), ...this.figures.map((figure) => figure.node))
        : null,
      page.runs.length > 0 ? element("section", {id: "runs", class: page.runs.length > 100 ? "long" : ""}, element("h2", {}, "Runs"), runsTable(page.runs)) : null,
      provenanceSection(page.provenance),
      faultsSection(page.faults),
    ];
  }

  show(place: HTMLElement): void {
    document.title = this.page.title;
    place.replaceChildren(...this.nodes.filter((node) => node !== null));
  }
}
