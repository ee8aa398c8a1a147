// @vitest-environment happy-dom
import { act } from "react";
import { expect, it } from "vitest";
import { show } from "../components/rendered.fixture.tsx";
import { useShortcut } from "./shortcuts.ts";

let done: string[] = [];
let at = 0;
const press = (key: string, after = 100) =>
  act(async () => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    at += after;
    Object.defineProperty(event, "timeStamp", { value: at });
    document.body.dispatchEvent(event);
  });

function Shell() {
  useShortcut("/", "search", () => done.push("shell"), "shell");
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
