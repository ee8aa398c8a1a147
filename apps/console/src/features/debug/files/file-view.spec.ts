import type { FileEntry } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { crumbsOf, isName, pictureType, shownName, sortedEntries, textOf } from "./file-view.ts";

const entry = (name: string, change: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: "file",
  size_bytes: 0,
  modified_at: 0,
  mode: 0o660,
  leads_to: null,
  ...change,
});
const names = (list: readonly FileEntry[]) => list.map(({ name }) => name);

describe("a folder's entries", () => {
  const list = [
    entry("b10", { size_bytes: 5, modified_at: 1 }),
    entry("b9", { size_bytes: 7, modified_at: 3 }),
    entry("z", { kind: "folder", modified_at: 2 }),
    entry("a link", { kind: "link", leads_to: "folder" }),
  ];

  it("begin with folders, and those that links lead to, by name as people count", () => {
    expect(names(sortedEntries(list, { by: "name", descending: false }, "en"))).toEqual(["a link", "z", "b9", "b10"]);
    expect(names(sortedEntries(list, { by: "name", descending: true }, "en"))).toEqual(["z", "a link", "b10", "b9"]);
  });

  it("are sorted by size and time", () => {
    expect(names(sortedEntries(list, { by: "size_bytes", descending: true }, "en")).slice(2)).toEqual(["b9", "b10"]);
    expect(names(sortedEntries(list, { by: "modified_at", descending: false }, "en"))).toEqual([
      "a link",
      "z",
      "b10",
      "b9",
    ]);
  });
});

it("leads up to the root", () => {
  expect(crumbsOf("/a b/c").map(({ path }) => path)).toEqual(["/", "/a b", "/a b/c"]);
  expect(crumbsOf("/")).toEqual([{ name: "/", path: "/" }]);
});

it.each(["", ".", "..", "a/b", "a\0", "é".repeat(128)])("takes %j for no name", (name) =>
  expect(isName(name)).toBe(false),
);
it.each(["...", "-rf", " ", "a\nb", "写真", "$(x)"])("takes %j for a name", (name) => expect(isName(name)).toBe(true));

it("shows names on one line, in the order of their characters", () => {
  expect(shownName("a\nb\u202Egnp.exe\u0007")).toBe("a↵b□gnp.exe□");
});

it("knows pictures by their names, and no drawing that could be a page", () => {
  expect(pictureType("a.b.JPG")).toBe("image/jpeg");
  expect(pictureType("a.svg")).toBeUndefined();
  expect(pictureType("png")).toBe("image/png");
});

describe("a preview", () => {
  it("is a text where the bytes are one, cut amid a character too", () => {
    const bytes = new TextEncoder().encode("写真 ok");
    expect(textOf(bytes)).toBe("写真 ok");
    expect(textOf(bytes.subarray(0, 5))).toBe("写");
    expect(textOf(new Uint8Array())).toBe("");
  });

  it("is none where they are not", () => {
    expect(textOf(Uint8Array.of(65, 0, 66))).toBeUndefined();
    expect(textOf(Uint8Array.from({ length: 200 }, (_, at) => 128 + (at % 64)))).toBeUndefined();
  });
});
