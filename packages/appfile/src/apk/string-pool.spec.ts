import { describe, expect, it } from "vitest";
import { stringPool } from "../testing/chunk-writer.ts";
import { Bytes } from "./bytes.ts";
import { chunkAt } from "./chunks.ts";
import { StringPool } from "./string-pool.ts";

const open = (buffer: Buffer): StringPool => {
  const bytes = new Bytes(buffer, "The pool");
  return new StringPool(bytes, chunkAt(bytes, 0, bytes.length));
};

describe("StringPool", () => {
  it.each(["utf8", "utf16"] as const)("reads %s of every length and plane", (encoding) => {
    const strings = ["", "plain", "ä€😀", "x".repeat(127), "x".repeat(128), "日".repeat(5000)];
    const pool = open(stringPool(strings, encoding));
    expect(strings.map((_, index) => pool.at(index))).toEqual(strings);
  });

  it("reads UTF-8 whose characters beyond the BMP are two surrogates", () => {
    const buffer = stringPool(["a______z"], "utf8");
    Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]).copy(buffer, buffer.indexOf("______"));
    expect(open(buffer).at(0)).toBe("a😀z");
  });

  it("has no string at the format's mark for none, and none past its end", () => {
    const pool = open(stringPool(["only"], "utf16"));
    expect(pool.at(0xffffffff)).toBeUndefined();
    expect(() => pool.at(1)).toThrow(/not there/);
  });

  it("strings that share bytes are hostile", () => {
    const strings = ["x".repeat(1000), ...Array.from({ length: 50 }, (_, index) => String(index))];
    const buffer = stringPool(strings, "utf8");
    // Every offset now points to the long string.
    buffer.fill(0, 28, 28 + strings.length * 4);
    const pool = open(buffer);
    expect(() => strings.map((_, index) => pool.at(index))).toThrow(/overlap/);
  });
});
