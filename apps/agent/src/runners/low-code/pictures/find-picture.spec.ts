import type { SKRSContext2D } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import { basket, button, drawn, shelf } from "./drawn.fixture.ts";
import { findPicture, type SearchWish } from "./find-picture.ts";

const BASKET = drawn(60, 60, 2, (context) => basket(context, 0, 0));
const EXACTLY = { ratio: 1, tolerance: 0 };

/** A screen of 360 by 800 units with these baskets. */
const screen = (density: number, ...places: [x: number, y: number, colour?: string][]) =>
  drawn(360, 800, density, (context) => {
    shelf(context);
    for (const place of places) basket(context, ...place);
  });

async function places(wish: Partial<SearchWish> & Pick<SearchWish, "screen">) {
  const answer = await findPicture({ picture: BASKET, enough: 0.9, ...EXACTLY, ...wish }, AbortSignal.timeout(60_000));
  if ("refused" in answer) throw new Error(`${answer.refused}: ${answer.evidence}`);
  return answer.places;
}

it("finds a picture to the pixel", async () => {
  const [found, ...others] = await places({ screen: screen(2, [250, 411]) });
  expect(found).toMatchObject({ left: 500, top: 822, right: 620, bottom: 942 });
  expect(found?.score).toBeGreaterThan(0.99);
  expect(others.filter(({ score }) => score >= 0.9)).toEqual([]);
});

it("finds what is drawn half as large again, by the ratio or without knowing it", async () => {
  const larger = screen(3, [250, 411]);
  for (const range of [
    { ratio: 1.5, tolerance: 0 },
    { ratio: 1.4, tolerance: 0.1 },
    { ratio: 1, tolerance: 1 },
  ]) {
    const [found] = await places({ screen: larger, ...range });
    expect(Math.abs((found?.left ?? 0) - 750)).toBeLessThanOrEqual(2);
    expect(Math.abs((found?.bottom ?? 0) - 1413)).toBeLessThanOrEqual(2);
    expect(found?.score).toBeGreaterThan(0.9);
  }
});

it("takes neither another colour nor another picture for it", async () => {
  const like = async (...on: Parameters<typeof screen>) => (await places({ screen: screen(...on) }))[0]?.score ?? 0;
  expect(await like(2)).toBeLessThan(0.7);
  expect(await like(2, [250, 411, "#d8230a"])).toBeLessThan(0.7);
});

const buttonOn = (density: number, words: string, draw: (context: SKRSContext2D) => void = () => undefined) =>
  drawn(360, 800, density, (context) => {
    button(context, 16, 300, words);
    draw(context);
  });
const buttonOf = (density: number, words: string) => drawn(328, 50, density, (context) => button(context, 0, 0, words));

/** How like what a screen of another density shows is to a button that was cut out of one. */
const likeness = async (words: string, from: number, to: number, shown = words) =>
  (await places({ picture: buttonOf(from, words), screen: buttonOn(to, shown), ratio: to / from, tolerance: 0 }))[0]
    ?.score ?? 0;

it("a button that is drawn anew at another density is the same", async () => {
  expect(await likeness("Sign in", 2, 2)).toBeGreaterThan(0.99);
  for (const words of ["Sign in", "Pay €10.00", "Delete all messages from Ada"])
    for (const [from, to] of [
      [2, 1],
      [2, 1.5],
      [2, 2.625],
      [2, 3],
      [2, 4],
      [1, 2],
      [3, 1.5],
      [3, 2.25],
    ] as const)
      expect(await likeness(words, from, to), `${words} ${from} ${to}`).toBeGreaterThan(0.88);
}, 60_000);

it("a button with other words on it is another, also when most of them are the same", async () => {
  const others = [
    ["Sign in", "Sign out"],
    ["Sign in", "Register"],
    ["On", "Off"],
    ["Save", "Send"],
    ["Pay €10.00", "Pay €70.00"],
    ["Delete all messages from Ada", "Delete all messages from Eve"],
  ] as const;
  for (const [words, shown] of others)
    for (const to of [1.5, 2, 3]) expect(await likeness(words, 2, to, shown), `${shown} ${to}`).toBeLessThan(0.82);
}, 60_000);

it("a button that is disabled, or dimmed behind a dialog, is another", async () => {
  const picture = buttonOf(2, "Sign in");
  const score = async (on: Buffer) => (await places({ picture, screen: on }))[0]?.score ?? 0;
  for (const alpha of [0.6, 0.38])
    expect(
      await score(
        drawn(360, 800, 2, (context) => {
          context.globalAlpha = alpha;
          button(context, 16, 300, "Sign in");
        }),
      ),
    ).toBeLessThan(0.8);
  const dimmed = (strength: number) =>
    buttonOn(2, "Sign in", (context) => {
      context.fillStyle = `rgba(0, 0, 0, ${strength})`;
      context.fillRect(0, 0, 360, 800);
    });
  expect(await score(dimmed(0.6))).toBeLessThan(0.8);
  expect(await score(dimmed(0.4))).toBeLessThan(0.8);
  // A screen that is a little darker as a whole shows the same.
  expect(await score(dimmed(0.1))).toBeGreaterThan(0.95);
});

it("finds each of several", async () => {
  const found = await places({ screen: screen(2, [250, 411], [285, 611], [150, 200, "#d8230a"]) });
  const good = found.filter(({ score }) => score > 0.99);
  expect(good.map(({ left, top }) => [left, top]).toSorted()).toEqual([
    [500, 822],
    [570, 1222],
  ]);
});

it("finds each of several whose size it does not know", async () => {
  const found = await places({ screen: screen(3, [250, 411], [285, 611]), ratio: 1, tolerance: 1 });
  const good = found.filter(({ score }) => score > 0.9);
  expect(good.map(({ left, top }) => [left, top]).toSorted()).toEqual([
    [750, 1233],
    [855, 1833],
  ]);
});

it("refuses what says nothing and what is none", async () => {
  const look = (picture: Uint8Array, on: Uint8Array = screen(2)) =>
    findPicture({ picture, screen: on, enough: 0.9, ...EXACTLY }, AbortSignal.timeout(60_000));
  expect(await look(drawn(60, 60, 1, () => undefined))).toEqual({ refused: "even" });
  expect(await look(Buffer.from("no picture"))).toEqual({ refused: "unread" });
  const huge = Buffer.from(BASKET.subarray(0, 33));
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  expect(await look(BASKET, huge)).toMatchObject({ refused: "failed" });
  // What is larger than the screen is nowhere on it.
  expect(await look(drawn(400, 900, 2, shelf))).toMatchObject({ places: [] });
});

it("ends at once for whom nobody waits any more, and goes on for others", async () => {
  const stop = new AbortController();
  const wish = { picture: BASKET, screen: screen(3), enough: 2, ratio: 1, tolerance: 1 };
  const [one, other] = [findPicture(wish, stop.signal), places({ screen: screen(2, [250, 411]) })];
  stop.abort(new Error("not wanted"));
  await expect(one).rejects.toThrow("not wanted");
  expect((await other)[0]?.score).toBeGreaterThan(0.99);
});
