import { expect, it } from "vitest";
import type { ImageLocator } from "@udt/low-code";
import type { DeviceHand } from "../../../screen/device-hand.ts";
import { AccountValues } from "../account-values.ts";
import { ScreenLook } from "../screen-look.ts";
import { basket, drawn, shelf } from "./drawn.fixture.ts";
import { PictureLook } from "./picture-look.ts";

const BASKET = drawn(60, 60, 2, (context) => basket(context, 0, 0));
const LIKE: ImageLocator = { by: "image", image: "cart.png", screen: { width: 720, height: 1600 } };
const screen = (...places: [x: number, y: number][]) =>
  drawn(360, 800, 2, (context) => {
    shelf(context);
    for (const place of places) basket(context, ...place);
  });

/** A phone that shows something, and counts what it has shown. */
function phone(png: Buffer) {
  const state = { png, shown: 1, taken: 0, read: [] as string[], isUnread: false };
  const signal = AbortSignal.timeout(60_000);
  const pictures = new PictureLook({
    async read(image) {
      state.read.push(image);
      return Promise.resolve(BASKET);
    },
    async capture() {
      state.taken++;
      return state.isUnread ? Promise.reject(new Error("no picture")) : Promise.resolve(state.png);
    },
    shown: () => state.shown,
    signal,
  });
  return { state, pictures, signal };
}

it("looks again once the screen shows something else, and no sooner", async () => {
  const { state, pictures } = phone(screen([270, 411]));
  const seen = await pictures.look(LIKE, false);
  expect(seen?.meant).toEqual([{ left: 0.75, top: 0.51375, right: 0.75 + 1 / 6, bottom: 0.58875, score: 1 }]);
  expect(await pictures.look({ ...LIKE }, false)).toBe(seen);
  expect(state.taken).toBe(1);
  Object.assign(state, { png: screen(), shown: 2 });
  const gone = await pictures.look(LIKE, false);
  expect([gone?.meant, state.taken, state.read]).toEqual([[], 2, ["cart.png"]]);
  expect(gone?.near.every(({ score }) => score < 0.85)).toBe(true);
});

it("a screen that cannot be read is looked at again, and tells why at last", async () => {
  const { state, pictures } = phone(screen([270, 411]));
  state.isUnread = true;
  expect(await pictures.look(LIKE, false)).toBeUndefined();
  await expect(pictures.look(LIKE, true)).rejects.toThrow("no picture");
  state.isUnread = false;
  expect((await pictures.look(LIKE, true))?.meant).toHaveLength(1);
});

it("what is there twice is an error that names both, unless it says which", async () => {
  const { pictures, signal } = phone(screen([290, 611], [290, 410], [230, 411]));
  const hand = {} as DeviceHand;
  const elements = { read: () => Promise.reject(new Error("none are asked for")) };
  const look = new ScreenLook({ elements, hand, pictures, secrets: new AccountValues(new Map()), signal });
  const tree = { width: 720, height: 1600, is_cut: false, list: [] };
  const find = (locator: ImageLocator, isAtRest = true) =>
    look.findIn({ tree, isAtRest, isLast: false }, { locators: [locator], shown: [locator] });
  await expect(find(LIKE)).rejects.toMatchObject({
    said: {
      code: "low_code_picture_two",
      // A name of the shelf reaches under the first.
      args: {
        locator: "image: cart.png",
        count: 3,
        first: expect.stringMatching(/^72 %, 55 % \((99|100) %\)$/),
        second: "89 %, 55 % (100 %)",
      },
    },
    instead: { which: 0, places: [{ left: 460 / 720 }, { left: 580 / 720 }, { left: 580 / 720 }] },
  });
  // What moves may have gone by the next look.
  expect(await find(LIKE, false)).toBeUndefined();
  for (const [which, top] of [822, 820, 1222].entries())
    expect((await find({ ...LIKE, which: which + 1 }))?.box?.top).toBe(top / 1600);
  expect(await find({ ...LIKE, which: 4 })).toBeUndefined();
});
