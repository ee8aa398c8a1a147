import { casesOf, readLowCode } from "@udt/low-code";
import { describe, expect, it } from "vitest";
import { box, element } from "../inspect/elements.fixture.ts";
import { withoutAccount } from "./account-marks.ts";
import { exported } from "./export.ts";
import { lowCode } from "./low-code.ts";
import { areaOf, contrastOf, hasRoomFor, picturePaths, picturesOf } from "./pictures.ts";
import { screen } from "./script.fixture.ts";
import type { Action, Step, StepPicture } from "./steps.ts";
import { tapOn } from "./targets.ts";

const middle = { x: 0.1, y: 0.1 };
/** Of a tap into the upper left, on a screen of 100 × 200. */
const areaIn = (...list: Parameters<typeof screen>) => {
  const shown = screen(element(null, box(0, 0, 100, 200)), ...list);
  return (...secrets: string[]) => areaOf(shown, tapOn(shown, middle, secrets), secrets);
};
const button = (more: Parameters<typeof element>[1] = {}) =>
  element(0, { states: ["clickable"], ...box(0, 0, 40, 40), ...more });

describe("a touched element has a picture", () => {
  it("where nothing says which one it is but its way in the tree, or how manieth it is", () => {
    expect(areaIn(button())()).toEqual({ area: { left: 0, top: 0, right: 0.4, bottom: 0.2 }, texts: [] });
    const rows = [button({ resource_id: "row" }), button({ resource_id: "row", ...box(0, 50, 40, 90) })];
    expect(areaIn(...rows, element(1, { text: "Tea", ...box(20, 25, 35, 38) }))()).toMatchObject({ texts: ["Tea"] });
  });

  it("and none where a word means it alone, or where it is most of the screen or reaches beyond it", () => {
    expect(areaIn(button({ resource_id: "buy" }))()).toBeUndefined();
    expect(areaIn(button(box(0, 0, 80, 80)))()).toBeUndefined();
    expect(areaIn(button(box(-5, 0, 40, 40)))()).toBeUndefined();
    expect(areaIn()()).toBeUndefined();
  });

  it("nor where dots show, or what is the account's, in it or over it", () => {
    expect(areaIn(button({ states: ["clickable", "password"] }))()).toBeUndefined();
    const over = element(0, { text: "Hello ada!", ...box(30, 30, 90, 60) });
    expect(areaIn(button(), over)("ada")).toBeUndefined();
    expect(areaIn(button(), { ...over, text: "", description: "ada" })("ada")).toBeUndefined();
    expect(areaIn(button(), { ...over, ...box(41, 0, 90, 40) })("ada")).toBeDefined();
  });
});

const picture = (texts: string[], png = "aGFsbG8="): StepPicture => ({
  png,
  screen: { width: 720, height: 1600 },
  texts,
});
const tap = (shown?: StepPicture): Action => ({
  kind: "tap",
  target: { by: "xpath", value: "/a[1]" },
  within: { x: 0.5, y: 0.5 },
  picture: shown,
});
const stepsOf = (...actions: Action[]): Step[] =>
  actions.map((action, step_id) => ({ step_id, note: "", rest_ms: 0, action }));

it("what was told of later as the account's is on no picture that is saved", () => {
  const shown = [tap(picture(["Hello Ada"])), tap(picture(["Tea"]))];
  const typed = (field?: "account"): Action => ({ kind: "text", text: "Ada", ...(field && { field }) });
  expect([...picturesOf(stepsOf(...shown, typed())).keys()]).toEqual([0, 1]);
  expect([...picturesOf(stepsOf(...shown, typed("account"))).keys()]).toEqual([1]);
});

it("no picture is in what is read or taken away as data", () => {
  const told = JSON.stringify(withoutAccount({ steps: stepsOf(tap(picture(["Tea"]))), left_out: 0 }));
  expect(told).not.toMatch(/aGFsbG8=|picture|Tea/);
});

it("what compares a picture only looks for its element where no file has the picture", () => {
  const target = { by: "resource_id", value: "shop:id/total", instance: 0, is_alone: true } as const;
  const looks = (texts: string[]): Action => ({ kind: "look", target, picture: picture(texts), within_s: 5 });
  const steps = stepsOf(looks(["Tea"]), looks(["Hello Ada"]), { kind: "text", text: "Ada", field: "account" });
  const found = picturesOf(steps);
  expect([...found.keys()]).toEqual([0]);
  const pictureOf = ({ step_id }: Step) =>
    found.has(step_id) ? { image: "pictures/a-1.png", screen: { width: 720, height: 1600 } } : undefined;
  const read = readLowCode(lowCode(steps, () => "a", pictureOf));
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  const screen = { width: 720, height: 1600 };
  expect(casesOf(read)[0]?.steps.slice(0, 2)).toEqual([
    {
      id: "step-1",
      name: "a",
      action: "assert",
      locator: { by: "image", image: "pictures/a-1.png", screen, scale: 0.6 },
      timeout: 5,
    },
    { id: "step-2", name: "a", action: "assert", locator: { by: "ui", id: "shop:id/total" }, timeout: 5 },
  ]);
  const [python, typescript] = (["python", "typescript"] as const).map((language) =>
    exported(language, steps, () => "a", pictureOf),
  );
  expect(python).toContain(`looks(Picture("pictures/a-1.png", 720, 1600), 5)\n`);
  expect(python).toContain(`check("resource_id", "shop:id/total", 0, "", 5)\n`);
  expect(typescript).toContain(`phone.looks({ image: "pictures/a-1.png", width: 720, height: 1600 }, 5));\n`);
  expect(typescript).toContain(`phone.check("resource_id", "shop:id/total", 0, "", 5));\n`);
  expect(JSON.stringify(withoutAccount({ steps, left_out: 0 }))).not.toMatch(/aGFsbG8=|picture|Tea/);
});

it("a script has room for so much, and no more", () => {
  const large = "x".repeat(400 * 1024);
  const steps = stepsOf(tap(picture([], large)), tap(picture([], large)));
  expect(hasRoomFor(steps.slice(1), large)).toBe(true);
  expect(hasRoomFor(steps, large)).toBe(false);
  expect(hasRoomFor(stepsOf(...Array.from({ length: 100 }, () => tap(picture([])))), "x")).toBe(false);
});

it("a step falls back on its picture, by a path that the format takes, whatever the file is called", () => {
  const paths = picturePaths("cases/deep/what ${x}: 购物车.yaml");
  expect(paths.at(1)).toBe("cases/deep/pictures/what---x---购物车-1.png");
  const shown = picture([]);
  const read = readLowCode(
    lowCode(
      stepsOf(tap(shown)),
      () => "a",
      () => ({ image: paths.named(1), screen: shown.screen }),
    ),
  );
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  expect(casesOf(read)[0]?.steps).toMatchObject([
    {
      locator: { by: "ui", path: "/a[1]" },
      fallback: [{ by: "image", image: "pictures/what---x---购物车-1.png", screen: { width: 720, height: 1600 } }],
    },
  ]);
});

it("tells what has something drawn on it from one colour", () => {
  const pixels = (...greys: number[]) => new Uint8ClampedArray(greys.flatMap((grey) => [grey, grey, grey, 255]));
  expect(contrastOf(pixels(90, 90, 90, 91))).toBeLessThan(6);
  expect(contrastOf(pixels(0, 255))).toBeCloseTo(127.5);
});
