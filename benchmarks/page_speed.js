// Opens pages from the disk in a fresh Chromium context each time: medians of 7 of the time from the request until the
// first figures stand there, by the clock and in processor time of the page's process, and the size of the file.
// Processor time is what the page costs; the clock says the same on a quiet machine alone.
import {statSync} from "node:fs";
import {browser, fixture, open} from "./browser.js";

const watch = await browser.newBrowserCDPSession();

/** Processor seconds so far, by process that draws pages. */
async function renderers() {
  const {processInfo} = await watch.send("SystemInfo.getProcessInfo");
  return new Map(processInfo.filter((one) => one.type === "renderer").map((one) => [one.id, one.cpuTime]));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

for (const name of process.argv.slice(2)) {
  const [times, costs] = [[], []];
  for (let i = 0; i < 7; ++i) {
    const before = await renderers();
    const start = performance.now();
    const {page, faults, close} = await open(`file://${fixture}/${name}.html`, {drawAll: false});
    await page.locator("figure svg").first().waitFor();
    // Two frames later what was drawn is on the screen.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    times.push((performance.now() - start) / 1000);
    // Starting a process is part of it; the largest is the page's, others wait for the next one.
    costs.push(Math.max(...[...(await renderers())].map(([id, seconds]) => seconds - (before.get(id) ?? 0))));
    if (faults.length > 0) throw new Error(faults.join("; "));
    await close();
  }
  const megabytes = statSync(`${fixture}/${name}.html`).size / 1e6;
  console.log(`${name}: ${megabytes.toFixed(2)} MB, opens in ${median(times).toFixed(2)} s (worst ${Math.max(...times).toFixed(2)} s), ${median(costs).toFixed(2)} s of processor time`);
}
await browser.close();
