// `sextant view`: the same page on 127.0.0.1, up to date while files change, and closed to everybody else.
import assert from "node:assert/strict";
import {cpSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {request} from "node:http";
import {test} from "node:test";
import {fixture, open, sextant} from "./browser.js";
import "./one_browser.js";

/** Serves a copy of a folder of the fixture for at most a minute. */
async function serve(name) {
  const folder = `${fixture}/served-${name}`;
  rmSync(folder, {recursive: true, force: true});
  cpSync(`${fixture}/${name}`, folder, {recursive: true, verbatimSymlinks: true});
  const running = sextant("view", folder, "--for", "60");
  for (let i = 0; !/token=\w+\n/.test(running.text()); ++i) {
    assert.ok(i < 100, "view did not say where it is");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [, address, port, token] = /(http:\S+:(\d+)\/\?token=(\w+))/.exec(running.text());
  const stop = () => (running.child.kill("SIGINT"), running.ended);
  return {folder, address, port: Number(port), token, stop};
}

/** A bare request, so that Host and path are sent as they are. */
function ask({port, token}, {path = "/", host = `127.0.0.1:${port}`, method = "GET", cookie = token} = {}) {
  return new Promise((resolve, reject) => {
    const headers = {Host: host, Cookie: `other=1; sextant-${port}=${cookie}`};
    const sent = request({host: "127.0.0.1", port, path, method, headers}, (answer) => {
      let text = "";
      answer.on("data", (piece) => (text += piece));
      answer.on("end", () => resolve({status: answer.statusCode, text, headers: answer.headers}));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("the page follows the files and keeps the reader's place", async () => {
  const {folder, address, stop} = await serve("run");
  const {page, close} = await open(address);
  await page.locator("#live", {hasText: "live"}).waitFor();
  const before = await page.locator("figure.panel").count();
  await page.evaluate(() => scrollTo({top: 1500, behavior: "instant"}));
  const panel = {kind: "table", title: "New", caption: "Written while the page was open.", data: {columns: [{label: "a"}], rows: [[7]]}};
  writeFileSync(`${folder}/panels/zzz_new.json`, JSON.stringify(panel));
  await page.locator("figure.panel h3", {hasText: "New"}).waitFor({timeout: 10_000});
  assert.equal(await page.locator("figure.panel").count(), before + 1);
  assert.ok(Math.abs((await page.evaluate(() => scrollY)) - 1500) < 5);
  await close();
  assert.equal((await stop()).code, 0);
});

test("other hosts' names, other paths, writing and readers without the token are refused", async () => {
  const server = await serve("run");
  const {port, token, folder, stop} = server;
  symlinkSync("/etc/passwd", `${folder}/panels/leak.json`);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "[::1]:80", "localhost", `127.0.0.1:${port + 1}`])
    assert.equal((await ask(server, {host})).status, 200, host);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "localhost:evil"])
    assert.equal((await ask(server, {host})).status, 403, host);
  for (const path of ["/../etc/passwd", "/%2e%2e/etc/passwd", "/config.toml", "/panels/stress.json", "//etc/passwd"])
    assert.equal((await ask(server, {path})).status, 404, path);
  for (const method of ["POST", "PUT", "DELETE"]) assert.equal((await ask(server, {method})).status, 405, method);
  for (const cookie of ["", "0".repeat(token.length), token.slice(1)])
    assert.equal((await ask(server, {cookie, path: "/document.json"})).status, 403, cookie);
  const first = await ask(server, {cookie: "", path: `/?token=${token}`});
  assert.equal(first.status, 200);
  assert.match(first.headers["set-cookie"][0], new RegExp(`^sextant-${port}=${token};.*HttpOnly`));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const document = await ask(server, {path: "/document.json"});
  assert.match(document.text, /leak.json/);
  assert.doesNotMatch(document.text, /root:/);
  assert.equal(document.headers["cache-control"], "no-store");
  assert.equal((await stop()).code, 0);
});

test("it stops by itself", async () => {
  const {code} = await sextant("view", `${fixture}/run`, "--for", "0.5").ended;
  assert.equal(code, 0);
});
