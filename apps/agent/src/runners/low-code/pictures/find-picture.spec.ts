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

it("a button with other words on it is another", async () => {
  const picture = drawn(328, 50, 2, (context) => button(context, 0, 0, "Sign in"));
  const on = (density: number, words: string) => drawn(360, 800, density, (context) => button(context, 16, 300, words));
  const score = async (density: number, words: string) =>
    (await places({ picture, screen: on(density, words), ratio: density / 2, tolerance: 0 }))[0]?.score ?? 0;
  expect(await score(2, "Sign in")).toBeGreaterThan(0.99);
  expect(await score(3, "Sign in")).toBeGreaterThan(0.9);
  expect(await score(2, "Sign out")).toBeLessThan(0.75);
  expect(await score(3, "Register")).toBeLessThan(0.75);
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
