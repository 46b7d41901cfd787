// Opens pages from the disk in a fresh Chromium context each time: median of 7 of the time from the request until the
// first figures stand there, and the size of the file.
import {statSync} from "node:fs";
import {browser, fixture, open} from "./browser.js";

for (const name of process.argv.slice(2)) {
  const times = [];
  for (let i = 0; i < 7; ++i) {
    const start = performance.now();
    const {page, faults, close} = await open(`file://${fixture}/${name}.html`, {drawAll: false});
    await page.locator("figure svg").first().waitFor();
    // Two frames later what was drawn is on the screen.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    times.push(performance.now() - start);
    if (faults.length > 0) throw new Error(faults.join("; "));
    await close();
  }
  times.sort((a, b) => a - b);
  const megabytes = statSync(`${fixture}/${name}.html`).size / 1e6;
  console.log(`${name}: ${megabytes.toFixed(2)} MB, opens in ${(times[3] / 1000).toFixed(2)} s (worst ${(times[6] / 1000).toFixed(2)} s)`);
}
await browser.close();
