// Making elements. Strings always arrive as text nodes: nothing on this page is ever parsed as HTML.

export type Child = Node | string | null;
export type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** `on...` attributes are listeners, `true` an empty attribute, `false` none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const longWord = 22; // letters that a line of a phone has room for

/** Text whose long names may break behind their points, underscores and equals signs rather than anywhere; "95 %" never. */
export function breakable(text: string): (Node | string)[] {
  const words = text.replaceAll(/(\d) %/g, "$1\u00a0%").split(/(?<=\s)/);
  const pieces = words.flatMap((word) => (word.length > longWord ? word.split(/(?<=[._=/])(?=[^\s\d])/).join("\u200b") : word)).join("");
  return pieces.split("\u200b").flatMap((piece, i) => (i === 0 ? [piece] : [document.createElement("wbr"), piece]));
}

export const svgNamespace = "http://www.w3.org/2000/svg";

export function svgElement(tag: string, attributes: Record<string, string | number>, ...children: Child[]): SVGElement {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children.filter((child) => child !== null));
  return made;
}
