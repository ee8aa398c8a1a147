import { describe, expect, it } from "vitest";
import { must, textAfterLast, textBefore } from "./index.ts";

describe("textBefore", () => {
  it("ends at the first mark, or nowhere", () => {
    expect(textBefore("a: b: c", ": ")).toBe("a");
    expect(textBefore(": c", ": ")).toBe("");
    expect(textBefore("a:b", ": ")).toBe("a:b");
    expect(textBefore("", "\n")).toBe("");
  });
});

describe("textAfterLast", () => {
  it("begins behind the last mark, or at the beginning", () => {
    expect(textAfterLast("a: b: c", ": ")).toBe("c");
    expect(textAfterLast("a: ", ": ")).toBe("");
    expect(textAfterLast("a:b", ": ")).toBe("a:b");
    expect(textAfterLast("", "\n")).toBe("");
  });
});

describe("must", () => {
  it("answers what is there, whatever it is, and says what is not", () => {
    expect(must(0, "number")).toBe(0);
    expect(must("", "text")).toBe("");
    expect(() => must(undefined, "slot of the device")).toThrow("there is no slot of the device");
    expect(() => must(null, "slot of the device")).toThrow("there is no slot of the device");
  });
});
