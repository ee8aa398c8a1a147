import { LIMITS } from "@udt/contract";
import { expect, it } from "vitest";
import { box, element } from "../inspect/elements.fixture.ts";
import { screen } from "../script/script.fixture.ts";
import { findTarget, targetOf } from "../script/targets.ts";
import { namingsOf } from "./namings.ts";

const row = { resource_id: "shop:id/row", text: "Add", ...box(0, 0, 50, 20) };
const shop = screen(
  element(null),
  element(0, { ...row, description: "Add a mug" }),
  element(0, row),
  element(0, { resource_id: "shop:id/pay", description: "Pay", text: "Pay" }),
  element(0, { class_name: "android.widget.ImageView" }),
);
const told = (at: number) => namingsOf(shop, at).map(({ target, matches }) => [target.by, matches]);

it("are the words that an element has alone, then those of several, and at last its way in the tree", () => {
  expect(told(3)).toEqual([
    ["resource_id", 1],
    ["description", 1],
    ["text", 1],
    ["xpath", 1],
  ]);
  expect(told(1)).toEqual([
    ["description", 1],
    ["resource_id", 2],
    ["text", 2],
    ["xpath", 1],
  ]);
  expect(told(4)).toEqual([["xpath", 1]]);
  expect(namingsOf(shop, 99)).toEqual([]);
});

it("all find the element, and the first is what a recording keeps", () => {
  for (const at of shop.list.keys()) {
    const all = namingsOf(shop, at).map(({ target }) => target);
    expect(all.map((target) => findTarget(shop, target))).toEqual(all.map(() => at));
    expect(all[0]).toEqual(targetOf(shop, at));
  }
});

it("are none of a password's dots, and no text that was cut", () => {
  const cut = "x".repeat(LIMITS.element_text_max);
  const signIn = screen(
    element(null, { text: "•••", states: ["password"], description: "Password" }),
    element(null, { text: cut }),
  );
  expect(namingsOf(signIn, 0).map(({ target }) => target.by)).toEqual(["description", "xpath"]);
  expect(namingsOf(signIn, 1).map(({ target }) => target.by)).toEqual(["xpath"]);
});
