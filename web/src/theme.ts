// Light, dark, or as the system wishes. The theme in force stands at the root of the page, where the style reads it.
import {element} from "./element";

const system = matchMedia("(prefers-color-scheme: dark)");
let wish = "auto";

function apply(): void {
  document.documentElement.dataset["theme"] = wish === "auto" ? (system.matches ? "dark" : "light") : wish;
}

apply();
system.addEventListener("change", apply);

export function themeSwitch(): HTMLElement {
  const options = ["auto", "light", "dark"].map((theme) => element("option", {value: theme, selected: theme === wish}, theme));
  const select = element("select", {"aria-label": "theme"}, ...options);
  select.addEventListener("change", () => {
    wish = select.value;
    apply();
  });
  return element("label", {class: "theme"}, "theme ", select);
}
