// @vitest-environment happy-dom
import { act } from "react";
import { expect, it } from "vitest";
import { show } from "../components/rendered.fixture.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { useShortcut } from "./shortcuts.ts";

let done: string[] = [];
let at = 0;
const press = (key: string, after = 100, more: KeyboardEventInit = {}, on: Element = document.body) =>
  act(async () => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    at += after;
    Object.defineProperty(event, "timeStamp", { value: at });
    on.dispatchEvent(event);
  });

function Shell() {
  useShortcut("/", "search", () => done.push("shell"), "shell");
  useShortcut("Mod+k", "search everything", () => done.push("everything"), "shell");
  useShortcut("g d", "devices", () => done.push("devices"), "shell");
  useShortcut("d", "down", () => done.push("down"));
  return null;
}
function Screen() {
  useShortcut("/", "search", () => done.push("screen"));
  return null;
}

it("a screen's shortcut goes before the shell's, whichever shows first", async () => {
  done = [];
  await show(
    <>
      <Screen />
      <Shell />
    </>,
  );
  await press("/");
  expect(done).toEqual(["screen"]);
});

it("two keys are one shortcut when they come soon after one another, and else each by itself", async () => {
  done = [];
  await show(<Shell />);
  for (const key of ["/", "g", "d", "d", "g", "x", "d"]) await press(key);
  expect(done).toEqual(["shell", "devices", "down", "down"]);
  await press("g");
  await press("d", 5_000);
  expect(done.at(-1)).toBe("down");
});

it("one with Ctrl works in a field, too, and not where a phone has the keys; without Ctrl its letter is none", async () => {
  done = [];
  await show(
    <>
      <Shell />
      <input />
      <p data-keys="" />
    </>,
  );
  await press("k");
  for (const place of ["input", "p"])
    await press("k", 100, { ctrlKey: true }, document.querySelector(place) as HTMLElement);
  expect(done).toEqual(["everything"]);
});

it("are all listed, with what each does on the screen that shows", async () => {
  await show(
    <>
      <Shell />
      <Screen />
      <ShortcutList />
    </>,
  );
  const list = [...document.querySelectorAll("dt")].map((key) => [
    [...key.children].map(({ textContent }) => textContent).join(" "),
    key.nextElementSibling?.textContent,
  ]);
  expect(new Map(list as [string, string][])).toEqual(
    new Map([
      ["d", "down"],
      ["g d", "devices"],
      ["Ctrl K", "search everything"],
      ["/", "search"],
    ]),
  );
});

it("are listed in the order in which the parts of the console show, the screen's last", async () => {
  await show(
    <>
      <Screen />
      <Shell />
      <ShortcutList />
    </>,
  );
  expect([...document.querySelectorAll("dd")].map(({ textContent }) => textContent)).toEqual([
    "search everything",
    "devices",
    "search",
    "down",
  ]);
});
