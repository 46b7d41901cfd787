// The value under the pointer, for drawings whose marks are pixels of an image.
import {element} from "./element";

const box = element("div", {class: "tip", role: "tooltip", hidden: true});

/** `textAt` is given the pointer's place in the drawing, and gives the lines to show, or null. */
export function addTip(svg: SVGSVGElement, textAt: (x: number, y: number) => string | null): void {
  const hide = () => (box.hidden = true);
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("pointermove", (event) => {
    const place = svg.getBoundingClientRect();
    const text = textAt(event.clientX - place.left, event.clientY - place.top);
    if (text === null) return void hide();
    if (!box.isConnected) document.body.append(box);
    box.textContent = text;
    box.hidden = false;
    const left = Math.min(event.clientX + 14, document.documentElement.clientWidth - box.offsetWidth - 8);
    box.style.left = `${Math.max(4, left) + scrollX}px`;
    box.style.top = `${event.clientY + scrollY + 16}px`;
  });
}
