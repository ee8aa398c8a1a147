import { expect, it, vi } from "vitest";
import { StepPictures } from "./step-pictures.ts";

/** A screen that shows a text and counts how often it changed; `isCounted`: whether anybody is told. */
function screen({ isCounted = true } = {}) {
  const state = { text: "list", count: 1 };
  const show = (text: string) => Object.assign(state, { text, count: state.count + 1 });
  const capture = vi.fn(() => Promise.resolve(Buffer.from(state.text)));
  const kept: string[] = [];
  const pictures = new StepPictures({
    capture,
    keep: (png, number) => Promise.resolve(`${number} ${kept[kept.push(Buffer.from(png).toString()) - 1]}`),
    shown: () => (isCounted ? state.count : undefined),
    signal: new AbortController().signal,
  });
  return { state, show, capture, kept, pictures };
}

it("what one step leaves is what the next finds, and is taken once", async () => {
  const { show, capture, pictures } = screen();
  pictures.begin();
  expect(pictures.before).toBe("");
  expect(await pictures.see()).toBe(false);
  show("product");
  expect([pictures.before, await pictures.after(true)]).toEqual(["1 list", "2 product"]);
  pictures.begin();
  await pictures.see();
  show("cart");
  expect([pictures.before, await pictures.after(true)]).toEqual(["2 product", "3 cart"]);
  expect(capture).toHaveBeenCalledTimes(3);
});

it("what changed between two steps is a picture of its own", async () => {
  const { show, pictures } = screen();
  await pictures.after(true);
  show("list, loaded");
  pictures.begin();
  expect(pictures.before).toBe("1 list");
  await pictures.see();
  expect(pictures.before).toBe("2 list, loaded");
});

it("says that the screen changed while its picture was taken", async () => {
  const { show, capture, pictures } = screen();
  capture.mockImplementationOnce(async () => {
    show("list, moved");
    return Buffer.from("list");
  });
  expect(await pictures.see()).toBe(true);
  expect(await pictures.see()).toBe(false);
  expect(pictures.before).toBe("2 list, moved");
});

it("keeps no picture twice where nobody counts what the screen shows, and takes each", async () => {
  const { capture, kept, pictures } = screen({ isCounted: false });
  await pictures.after(true);
  pictures.begin();
  await pictures.see();
  expect(await pictures.after(false)).toBe("1 list");
  expect(capture).toHaveBeenCalledTimes(3);
  expect(kept).toEqual(["list"]);
});

it("a picture that cannot be taken is none, and the next step has none before it", async () => {
  const { capture, pictures } = screen();
  await pictures.after(true);
  capture.mockRejectedValueOnce(new Error("no picture"));
  expect(await pictures.after(true)).toBe("");
  pictures.begin();
  expect(pictures.before).toBe("");
});

it("keeps 500 of a case", async () => {
  const { show, kept, pictures } = screen();
  for (let at = 0; at < 502; at++) {
    show(String(at));
    await pictures.after(true);
  }
  expect(kept).toHaveLength(500);
  pictures.begin();
  expect(pictures.before).toBe("");
});
