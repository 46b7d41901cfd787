// The frame around a panel: its name ("Figure 2", "Table 1"), title, drawing, caption, and the two "save" buttons. A panel whose data is bad
// says so in its place. Panels are drawn when they come near the window, all of them before printing.
import {readLetterSpacing} from "./chart";
import {element} from "./element";
import type {Panel} from "./document";
import {panelKinds} from "./panels/kinds";
import {BadData, Reader} from "./reader";
import {saveCsv, saveSvg, type Sheet} from "./save";

export interface Surroundings {
  width: number;
  /** Shows the settings and metrics of these runs below the figure. */
  showRuns(names: string[]): void;
}

export interface Drawing {
  content: Node[];
  sheet: Sheet;
}

export type Draw = (data: Reader, around: Surroundings) => Drawing;
export type RunsView = (names: string[]) => Node;

export class Figure {
  readonly node: HTMLElement;
  private readonly content = element("div", {class: "content"});
  private readonly runs = element("div", {class: "chosen", "aria-live": "polite"});
  private readonly tools = element("div", {class: "tools"});
  private readonly asSvg = element("button", {type: "button", onclick: () => saveSvg(this.panel.id, this.content)}, "save SVG");
  private sheet: Sheet | null = null;
  private width = 0;

  constructor(
    private readonly panel: Panel,
    name: string,
    private readonly runsView: RunsView,
  ) {
    const title = element("h3", {id: `title-${panel.id}`}, `${name}. `, element("span", {}, panel.title));
    this.tools.append(
      this.asSvg,
      element("button", {type: "button", onclick: () => this.sheet && saveCsv(panel.id, this.sheet)}, "save CSV"),
    );
    this.node = element(
      "figure",
      {id: `figure-${panel.id}`, tabindex: -1, class: `panel ${panel.kind}`, "aria-labelledby": `title-${panel.id}`},
      element("header", {}, title, this.tools),
      this.content,
      this.runs,
      element("figcaption", {}, panel.caption),
    );
  }

  get isDrawn(): boolean {
    return this.width > 0;
  }

  draw(): void {
    this.width = Math.floor(this.content.clientWidth || 640);
    readLetterSpacing();
    try {
      const draw = panelKinds[this.panel.kind];
      if (!draw) throw new BadData(`unknown panel kind '${this.panel.kind}'`);
      const showRuns = (names: string[]) => this.runs.replaceChildren(this.runsView(names));
      const drawing = draw(new Reader(this.panel.data), {width: this.width, showRuns});
      this.sheet = drawing.sheet;
      this.content.replaceChildren(...drawing.content);
      this.tools.hidden = drawing.sheet.rows.length === 0;
      // A drawing without a heading of its own is named by its figure.
      this.content.querySelectorAll("svg[role=img]:not([aria-label])").forEach((svg) => svg.setAttribute("aria-label", this.panel.title));
      // Plot names its groups of marks, and frames; a name needs a role.
      this.content.querySelectorAll("svg rect[aria-label]:not([role])").forEach((frame) => frame.removeAttribute("aria-label"));
      this.content.querySelectorAll("svg g[aria-label]:not([role])").forEach((group) => group.setAttribute("role", "group"));
      this.asSvg.hidden = this.content.querySelector("svg") === null; // a table is no drawing
    } catch (error) {
      this.tools.hidden = true;
      const reason = error instanceof BadData ? error.message : `it cannot be drawn: ${String(error)}`;
      this.content.replaceChildren(element("p", {class: "fault", role: "alert"}, reason));
    }
  }

  /** Again, where the page is now wider or narrower. */
  fit(): void {
    if (this.isDrawn && Math.abs(this.content.clientWidth - this.width) > 1) this.draw();
  }
}
