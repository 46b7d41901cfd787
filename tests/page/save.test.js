// What leaves the page: figures as SVG and CSV, all of it on paper.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {keepSaves, open, report, saved} from "./browser.js";
import "./one_browser.js";

/** Why this is not a drawing that stands on its own, or "". Runs in the page. */
function faultOfSvg(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.querySelector("parsererror")) return read.querySelector("parsererror").textContent;
  if (read.documentElement.namespaceURI !== "http://www.w3.org/2000/svg") return "not an SVG";
  if (text.includes("var(--")) return `a variable of the page is left: ${/.{30}var\(--[^)]*\)/.exec(text)[0]}`;
  return read.querySelectorAll("path, rect, circle, image, line").length < 5 ? "no marks" : "";
}

for (const name of ["run", "experiment"])
  test(`every figure of ${name} is saved as valid SVG and as CSV`, async () => {
    const {page, faults, close} = await open(await report(name), {before: keepSaves});
    for (const figure of await page.locator("figure.panel:not(.table)").all()) {
      const svg = await saved(page, figure, "save SVG");
      assert.match(svg.name, /\.svg$/);
      assert.equal(await page.evaluate(faultOfSvg, svg.text), "", svg.name);
      const csv = await saved(page, figure, "save CSV");
      assert.match(csv.name, /\.csv$/);
      const lines = csv.text.trim().split("\n");
      assert.ok(lines.length > 1 && lines[0].includes(","), `${csv.name}: ${lines[0]}`);
    }
    for (const table of await page.locator("figure.table").all()) {
      assert.match((await saved(page, table, "save CSV")).text, /,.*\n.*,/);
      assert.equal(await table.getByRole("button", {name: "save SVG"}).isVisible(), false);
    }
    assert.deepEqual(faults, []);
    await close();
  });

test("a saved figure arrives on the disk", async () => {
  const {page, close} = await open(await report("run"));
  const figure = page.locator("figure.stress_bars");
  const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", {name: "save CSV"}).click()]);
  assert.equal(download.suggestedFilename(), "run.stress.csv");
  assert.match(readFileSync(await download.path(), "utf8"), /^group,label,shape,scale,low,high\npositions,positions,0\.\d+/);
  await close();
});

test("it prints in light colours with every figure drawn", async () => {
  const {page, close} = await open(await report("experiment"), {theme: "dark", drawAll: false});
  await page.emulateMedia({media: "print"});
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  for (const figure of await page.locator("figure.panel").all()) assert.ok((await figure.locator("svg").count()) > 0);
  assert.equal(await page.locator("nav").isVisible(), false);
  assert.ok((await page.pdf()).length > 10_000);
  await close();
});
