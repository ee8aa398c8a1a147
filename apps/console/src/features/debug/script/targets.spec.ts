import { describe, expect, it } from "vitest";
import { box, element } from "../inspect/elements.fixture.ts";
import { screen } from "./script.fixture.ts";
import { appOf, findTarget, placeWithin, tapOn, targetOf, typesPassword } from "./targets.ts";

describe("the best name of what is touched", () => {
  const shop = screen(
    element(null),
    element(0, { resource_id: "shop:id/pay", description: "Pay", text: "Pay", ...box(0, 0, 50, 20) }),
    element(0, { description: "Cart", text: "3", ...box(50, 0, 100, 20) }),
    element(0, { text: "Mug", ...box(0, 20, 100, 40) }),
    element(0, { states: ["clickable"], description: "Help", ...box(0, 40, 100, 80) }),
    element(4, { class_name: "android.widget.ImageView", ...box(10, 50, 30, 70) }),
    element(0, { class_name: "android.widget.ImageView", ...box(0, 80, 100, 200) }),
  );
  const tap = (x: number, y: number) => tapOn(shop, { x, y });

  it.each([
    ["its id", 0.1, 0.05, { by: "resource_id", value: "shop:id/pay", instance: 0 }],
    ["else its description", 0.7, 0.05, { by: "description", value: "Cart", instance: 0 }],
    ["else its text", 0.7, 0.15, { by: "text", value: "Mug", instance: 0 }],
    ["of a drawing that of what takes the touch", 0.2, 0.3, { by: "description", value: "Help", instance: 0 }],
    [
      "else its way in the tree",
      0.5,
      0.7,
      { by: "xpath", value: "/hierarchy/android.view.View[1]/android.widget.ImageView[1]" },
    ],
  ])("is %s", (_, x, y, target) => expect(tap(x, y)).toMatchObject({ kind: "tap", target }));

  it("is the place alone where nothing is, or nothing is known, and says which", () => {
    expect(tapOn(screen(element(null, { ...box(0, 0, 10, 10) })), { x: 0.5, y: 0.5 })).toEqual({
      kind: "tap_at",
      at: { x: 0.5, y: 0.5 },
      reason: "no_element",
    });
    expect(tapOn(undefined, { x: 0.25, y: 0.75 })).toEqual({
      kind: "tap_at",
      at: { x: 0.25, y: 0.75 },
      reason: "unread",
    });
  });

  it("keeps the part of the element, where it finds the place again", () => {
    const action = tap(0.1, 0.09);
    if (action.kind !== "tap") throw new Error("it is told by its place");
    const at = findTarget(shop, action.target)!;
    const place = placeWithin(shop, at, action.within)!;
    expect(place.x).toBeCloseTo(0.1, 1);
    expect(place.y).toBeCloseTo(0.09, 2);
  });

  it("finds each element of a screen again, and only there", () => {
    const row = { resource_id: "shop:id/row" };
    const list = screen(element(null), element(0, row), element(0, row), element(1), element(2));
    for (const at of list.list.keys()) expect(findTarget(list, targetOf(list, at)!)).toBe(at);
    expect(findTarget(screen(element(null)), targetOf(list, 4)!)).toBeUndefined();
    expect(findTarget(shop, targetOf(list, 2)!)).toBeUndefined();
  });

  it("knows of a password by what has the keyboard, and of none where only something around it says that it has", () => {
    const web = element(null, { states: ["focused"] });
    expect(typesPassword(screen(web, element(0, { states: ["focused", "password"] })))).toBe(true);
    expect(typesPassword(screen(web, element(0, { states: ["password"] })))).toBeUndefined();
    expect(typesPassword(screen(element(null), element(0, { states: ["focused"] })))).toBe(false);
    expect(typesPassword(undefined)).toBeUndefined();
  });

  it("knows the app in front by most of what shows", () => {
    const bar = { package_name: "com.android.systemui" };
    expect(appOf(screen(element(null, bar), element(null), element(1)))).toBe("shop");
    expect(appOf(screen())).toBeUndefined();
  });
});
