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
