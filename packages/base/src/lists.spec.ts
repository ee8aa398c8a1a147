import { describe, expect, it } from "vitest";
import { cyclic, isNonEmpty } from "./index.ts";

describe("cyclic", () => {
  it("begins anew behind the last item, and before the first with the last", () => {
    const list = ["a", "b", "c"] as const;
    expect([0, 1, 2, 3, 4, 7, -1, -3].map((index) => cyclic(list, index))).toEqual([..."abcabbca"]);
  });
});

describe("isNonEmpty", () => {
  it("asks for one item, whatever it is", () => {
    expect([[], [undefined], [1, 2]].map((list) => isNonEmpty<unknown>(list))).toEqual([false, true, true]);
  });
});
