// Reads the document in the page, shows it, and draws figures as they come near the window. Served by `sextant view`
// it listens for changes and shows the new document at the same place.
import {readDocument, type PageDocument} from "./document";
import {element} from "./element";
import {Page} from "./page";
import "./style.css";

const place = document.getElementById("page")!;
let page: Page | null = null;

const margin = 300; // pixels around the window

/**
 * A figure that is not drawn yet is low, so that many seem near at first: each is looked at again once those above it
 * stand there. What turns out to be far stays observed.
 */
const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      const figure = page?.figures.find((one) => one.node === entry.target);
      if (!figure || figure.isDrawn) continue;
      const {top, bottom} = figure.node.getBoundingClientRect();
      if (top < innerHeight + margin && bottom > -margin) figure.draw();
      else near.observe(figure.node);
    }
  },
  {rootMargin: `${margin}px 0px`},
);

function show(read: PageDocument): void {
  near.disconnect();
  page = new Page(read);
  page.show(place);
  for (const figure of page.figures) near.observe(figure.node);
}

function showText(text: string): void {
  try {
    show(readDocument(text));
  } catch (error) {
    place.replaceChildren(element("p", {class: "fault", role: "alert"}, `This page's document cannot be read: ${String(error)}`));
  }
}

/** The new document under the reader's eyes: the place is kept, and what was drawn is drawn again at once. */
async function refresh(): Promise<void> {
  const answer = await fetch("document.json", {cache: "no-store"});
  if (!answer.ok) return;
  const [text, before, drawn] = [await answer.text(), scrollY, page?.figures.map((figure) => figure.isDrawn) ?? []];
  place.style.minHeight = `${place.offsetHeight}px`;
  showText(text);
  page?.figures.forEach((figure, i) => drawn[i] && figure.draw());
  scrollTo({top: before, behavior: "instant"});
  place.style.minHeight = "";
}

function listen(): void {
  const events = new EventSource("events");
  const say = (word: string) => document.getElementById("live")?.replaceChildren(word);
  events.addEventListener("change", () => void refresh());
  events.addEventListener("open", () => say("live"));
  events.addEventListener("error", () => say("not connected"));
}

let waiting = 0;
addEventListener("resize", () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => page?.figures.forEach((figure) => figure.fit()), 150);
});
addEventListener("beforeprint", () => page?.figures.forEach((figure) => (figure.isDrawn ? figure.fit() : figure.draw())));

const text = document.getElementById("document")?.textContent ?? "";
showText(text);
if (location.protocol !== "file:" && /"live":true/.test(text.slice(0, 200))) listen();
