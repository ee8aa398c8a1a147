import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppFileFault } from "../fault.ts";
import { binaryPlist, xmlPlist } from "../testing/plist-writer.ts";
import { parsePlist } from "./plist.ts";
import { parseStrings } from "./strings-file.ts";

const VALUES = {
  text: "a & <b> 'c'",
  wide: "日本 🚀",
  whole: 9_000_000_000,
  yes: true,
  no: false,
  day: new Date("2026-11-26T08:30:00Z"),
  bytes: Buffer.from([0, 1, 255]),
  list: ["one", ["two"]],
  long: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, "x".repeat(index)])),
};

/**
 * Written out byte by byte: {"CFBundleName": "Shop", "N": 1}. The objects: a dictionary of two, two keys, a text, an integer;
 * then their offsets of one byte each, and the trailer. Lists by Apple's own tools are read in samples.spec.ts.
 */
const GOLDEN = Buffer.concat([
  Buffer.from("bplist00"),
  Buffer.from([0xd2, 1, 2, 3, 4]),
  Buffer.concat([Buffer.from([0x5c]), Buffer.from("CFBundleName")]),
  Buffer.concat([Buffer.from([0x51]), Buffer.from("N")]),
  Buffer.concat([Buffer.from([0x54]), Buffer.from("Shop")]),
  Buffer.from([0x10, 1]),
  Buffer.from([8, 13, 26, 28, 33]),
  Buffer.from([0, 0, 0, 0, 0, 0, 1, 1]),
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35]),
]);

describe("property lists", () => {
  it("are read from bytes that no writer of ours made", () => {
    expect(parsePlist(GOLDEN, "It")).toEqual(
      new Map<string, unknown>([
        ["CFBundleName", "Shop"],
        ["N", 1],
      ]),
    );
  });

  it.each([
    ["binary", binaryPlist(VALUES)],
    ["XML", xmlPlist(VALUES)],
  ])("hold every kind of value, %s", (_, content) => {
    const dict = parsePlist(content, "It");
    expect(dict.get("long")).toBeInstanceOf(Map);
    expect(Object.fromEntries(dict.get("long") as Map<string, unknown>)).toEqual(VALUES.long);
    const { long: _long, ...rest } = Object.fromEntries(dict);
    const { long: __long, ...expected } = VALUES;
    expect(rest).toEqual(expected);
  });

  it.each([
    ["<plist><dict><key>a</key></plist>", /closes <plist>/],
    ["<plist><dict>", /ends too early/],
    ["<plist><string>a</string></plist>", /no dictionary/],
    ["</plist>", /closes <plist>/],
    ["<!ENTITY x 'y'><plist><dict><key>a</key><string>&x;</string></dict></plist>", undefined],
    ["<plist><dict><key>a</key><string><!-- b", /ends too early/],
  ])("in XML: %s", (source, message) => {
    const read = () => parsePlist(Buffer.from(source), "It");
    if (message) expect(read).toThrow(message);
    // An entity of its own is never expanded.
    else expect(read().get("a")).toBe("&x;");
  });

  it("may be as deep as the limit, and no deeper", () => {
    const nested = (depth: number) =>
      Buffer.from(`<dict>${"<key>a</key><dict>".repeat(depth)}${"</dict>".repeat(depth)}</dict>`);
    expect(() => parsePlist(nested(31), "It")).not.toThrow();
    expect(() => parsePlist(nested(32), "It")).toThrow(/deeper/);
  });

  it("end in a value or a fault, whatever the bytes", () => {
    const seeds = [binaryPlist(VALUES), xmlPlist(VALUES), GOLDEN, Buffer.from('"a" = "b";\n/* c */ d = "e\\n";')];
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { minLength: 1 }),
        (seed, changes) => {
          const content = Buffer.from(seed);
          for (const [at, value] of changes) content[at % content.length] = value;
          try {
            parsePlist(content, "It");
            parseStrings(content, "It");
          } catch (error) {
            if (!(error instanceof AppFileFault)) throw error;
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("strings files", () => {
  const SOURCE =
    '/* The "name" = "no"; */\n"CFBundleName" = "Caf\\U00e9 \\"1\\"";\nCFBundleDisplayName = "店"; // x = "y";\n';
  const EXPECTED = [
    ["CFBundleName", 'Café "1"'],
    ["CFBundleDisplayName", "店"],
  ];
  it.each([
    ["UTF-8", Buffer.from(SOURCE)],
    ["UTF-16, little end first", Buffer.from(`\ufeff${SOURCE}`, "utf16le")],
    ["UTF-16, big end first", Buffer.from(`\ufeff${SOURCE}`, "utf16le").swap16()],
    ["a binary plist", binaryPlist(Object.fromEntries(EXPECTED) as Record<string, string>)],
    ["an XML plist", xmlPlist(Object.fromEntries(EXPECTED) as Record<string, string>)],
  ])("are read in %s", (_, content) => {
    expect([...parseStrings(content, "It")]).toEqual(EXPECTED);
  });

  it("cost no more than their length, whatever is left open", () => {
    // Looking for each end anew would take hours.
    for (const piece of ["/*", '"', '\\"', "a = ", "<!--"]) {
      const content = Buffer.from(piece.repeat(200_000));
      expect(parseStrings(content, "It").size, piece).toBe(0);
      expect(() => parsePlist(content, "It"), piece).toThrow(AppFileFault);
    }
  });
});
