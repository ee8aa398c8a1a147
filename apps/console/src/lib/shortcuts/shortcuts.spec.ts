import { expect, it } from "vitest";
import { inForce } from "./shortcuts.ts";

it("lists each key once, with what it does now", () => {
  const shortcuts = [
    { key: "?", label: "Shortcuts of the page" },
    { key: "/", label: "Search" },
    { key: "?", label: "Shortcuts of the phone" },
  ];
  expect(inForce(shortcuts)).toEqual(shortcuts.slice(1));
});
