// The page from top to bottom: title, what was found, claims, figures, runs, provenance.
import {claimsSection} from "./claims";
import type {PageDocument, Panel} from "./document";
import {breakable, element} from "./element";
import {Figure} from "./figure";
import {headlineSection} from "./headline";
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
    {class: page.headlines.length > 0 ? "top brief" : "top"},
    element("h1", {}, ...breakable(page.title)),
    page.headlines.length > 0 && !page.live ? null : element("p", {class: "summary"}, summary(page), page.live ? element("span", {class: "live", id: "live"}, "live") : null),
    element("nav", {"aria-label": "sections"}, ...links.map(([id, text]) => element("a", {href: `#${id}`}, text!)), themeSwitch()),
  );
}

/** Tables and figures are counted apart, in the order of the page. */
function figureNames(panels: Panel[]): Map<string, string> {
  const counts = {Table: 0, Figure: 0};
  return new Map(
    panels.map((panel) => {
      const word = panel.kind === "table" ? "Table" : "Figure";
      return [panel.id, `${word} ${++counts[word]}`];
    }),
  );
}

export class Page {
  readonly figures: Figure[];
  private readonly nodes: (HTMLElement | null)[];

  constructor(private readonly page: PageDocument) {
    const named = figureNames(page.panels);
    this.figures = page.panels.map((panel) => new Figure(panel, named.get(panel.id)!, (names) => chosenRuns(page.runs, names)));
    // A figure of the kind `panel` is one panel per case, ID-CASE: the first of them is shown.
    const heroes = page.headlines.map(({figure}) => page.panels.findIndex(({id}) => figure !== "" && (id === figure || id.startsWith(`${figure}-`))));
    const others = this.figures.filter((_, i) => !heroes.includes(i));
    this.nodes = [
      header(page),
      ...page.headlines.map((headline, i) => headlineSection(headline, this.figures[heroes[i]!] ?? null, page.headlines.length === 1)),
      claimsSection(page.claims, page.headlines, named),
      others.length > 0 ? element("section", {id: "figures"}, element("h2", {}, "Figures"), ...others.map((figure) => figure.node)) : null,
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
