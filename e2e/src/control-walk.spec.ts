import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openBrowser } from "@udt/testkit";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { walkControls } from "./control-walk.ts";

let browser: BrowserContext;
beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser?.close());

const SCREEN = `<main>
  <label>Live text <input id="live"></label>
  <label>Dead text <input></label>
  <label>Live check <input type="checkbox" id="check"></label>
  <label>Dead check <input type="checkbox"></label>
  <fieldset><legend>Choice</legend>
    <label>One <input type="radio" name="choice" checked></label>
    <label>Two <input type="radio" name="choice" id="two"></label>
  </fieldset>
  <button id="button">Live button</button>
  <button>Dead button</button>
  <button disabled>Disabled button</button>
  <a href="#there">Live link</a>
  <p id="said">nothing</p>
  <script>{
    const say = (id, event) => document.getElementById(id).addEventListener(event, (it) =>
      document.getElementById("said").textContent += " " + id);
    say("live", "input"); say("check", "change"); say("two", "change"); say("button", "click");
    // What runs by itself is nobody's effect.
    setInterval(() => (document.title = String(performance.now())), 10);
  }</script>
</main>`;

it("finds each control that does nothing, and no other", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  const open = () => page.setContent(SCREEN);
  const { walked, faults } = await walkControls(page, { open, patience_ms: 1_000 });
  const dead = ['text "Dead text"', 'check "Dead check"', 'button "Dead button"'];
  expect(faults).toEqual(dead.map((control) => `${control} changes nothing`));
  const live = [
    'text "Live text"',
    'check "Live check"',
    'radio "Choice: Two"',
    'button "Live button"',
    'link "Live link"',
  ];
  expect(walked.toSorted()).toEqual([...dead, ...live].toSorted());
});

it("asks a form what it holds, when it can say so", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  const open = () => page.setContent(SCREEN);
  const told = () => page.locator("#two").isChecked().then(String);
  const { faults } = await walkControls(page, { open, told, patience_ms: 1_000 });
  expect(faults).toEqual(
    ['text "Live text"', 'text "Dead text"', 'check "Live check"', 'check "Dead check"', 'button "Dead button"'].map(
      (control) => `${control} changes nothing`,
    ),
  );
});

/** A form of which one field is left out when it is sent, and another when it is shown. */
const formOf = (kept: object): string => `<main>
  <label>Kept <input name="kept"></label>
  <label>Left out <input name="left_out"></label>
  <label>Not shown <input name="not_shown"></label>
  <fieldset><legend>Kind</legend>
    <label>Plain <input type="radio" name="kind" value="plain"></label>
    <label>Odd <input type="radio" name="kind" value="odd"></label>
  </fieldset>
  <label id="odd" hidden>Odd text <input name="odd"></label>
  <button>Save</button>
  <script>{
    const kept = ${JSON.stringify(kept)};
    const field = (name) => document.querySelector("[name=" + name + "]");
    const radio = (value) => document.querySelector("[value=" + value + "]");
    const show = () => (document.getElementById("odd").hidden = !radio("odd").checked);
    for (const name of ["kept", "left_out", "odd"]) field(name).value = kept[name];
    radio(kept.kind).checked = true;
    for (const value of ["plain", "odd"]) radio(value).onchange = show;
    show();
    document.querySelector("button").onclick = async () => {
      const body = { ...kept, kind: radio("odd").checked ? "odd" : "plain" };
      for (const name of ["kept", "not_shown", "odd"]) body[name] = field(name).value;
      await fetch("/v1/form", { method: "PUT", body: JSON.stringify(body) });
    };
  }</script>
</main>`;

it("finds each field that is not kept, and each that is not shown anew", { timeout: 60_000 }, async () => {
  const first = { kept: "a", left_out: "b", not_shown: "c", kind: "plain", odd: "d" };
  let kept: object = first;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      if (request.method === "PUT") kept = JSON.parse(body);
      response.writeHead(200, { "content-type": "text/html" }).end(request.method === "PUT" ? "" : formOf(kept));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  const reload = async () => void (await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  const { walked, faults } = await walkControls(page, {
    open: async () => {
      kept = first;
      await reload();
    },
    saved: {
      save: () => page.getByRole("button", { name: "Save" }).click(),
      stored: () => Promise.resolve(kept),
      reload,
    },
    patience_ms: 5_000,
  });
  expect(faults.toSorted()).toEqual([
    'text "Left out" changes nothing that is kept',
    'text "Not shown" shows  when x was saved',
  ]);
  expect(walked).toEqual(
    expect.arrayContaining(['text "Kept"', 'radio "Kind: Odd"', 'text "Odd text"', 'radio "Kind: Plain"']),
  );
  await page.close();
  server.closeAllConnections();
  server.close();
});
