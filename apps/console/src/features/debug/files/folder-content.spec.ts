import { describe, expect, it } from "vitest";
import { chosenFolders, contentOf, ITEMS_MAX } from "./folder-content.ts";

const never = new AbortController().signal;

type Tree = { [name: string]: Tree | string | Error };

/** What a browser makes of a dropped folder: it gives no more than 100 entries at a time. */
function entryOf(name: string, content: Tree | string | Error): FileSystemEntry {
  const isDirectory = typeof content === "object" && !(content instanceof Error);
  const file = (take: (file: File) => void, fail: (error: Error) => void) =>
    content instanceof Error ? fail(content) : take(new File([content as string], name));
  const createReader = () => {
    const left = Object.entries(content as Tree).map(([one, of]) => entryOf(one, of));
    return { readEntries: (take: (entries: FileSystemEntry[]) => void) => take(left.splice(0, 100)) };
  };
  return { name, isDirectory, isFile: !isDirectory, file, createReader } as unknown as FileSystemEntry;
}
const walk = (tree: Tree, signal = never) => contentOf(entryOf("mine", tree) as FileSystemDirectoryEntry, signal);

describe("a dropped folder", () => {
  it("is all of its files by their paths, and its empty folders", async () => {
    const { items, refused } = await walk({ "a b": { "写真 $(x)\n": "12" }, empty: {}, top: "1" });
    expect(items.map(({ path, file }) => [path, file?.size])).toEqual([
      ["mine/a b/写真 $(x)\n", 2],
      ["mine/empty", undefined],
      ["mine/top", 1],
    ]);
    expect(refused).toEqual([]);
  });

  it("is read to its end, though a browser gives it in parts", async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`f${at}`, ""]));
    expect((await walk(many)).items).toHaveLength(250);
  });

  it("names what no device takes and what cannot be read, and goes on", async () => {
    const { items, refused } = await walk({
      "..": { x: "1" },
      locked: new Error("no"),
      ["é".repeat(200)]: "1",
      ok: "1",
    });
    expect(items.map(({ path }) => path)).toEqual(["mine/ok"]);
    expect(refused).toEqual([
      { path: "mine/..", why: "bad_name" },
      { path: "mine/locked", why: "unreadable" },
      { path: `mine/${"é".repeat(200)}`, why: "bad_name" },
    ]);
  });

  it("ends somewhere, though it leads into itself", async () => {
    const loop: Tree = {};
    loop["again"] = loop;
    const { items, refused } = await walk(loop);
    expect(items).toEqual([]);
    expect(refused).toMatchObject([{ why: "too_many" }]);
  });

  it("is let go when it is called off", async () => {
    await expect(walk({ a: "1" }, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});

describe("a chosen folder", () => {
  const chosen = (path: string) => {
    const file = new File(["1"], path.slice(path.lastIndexOf("/") + 1));
    Object.defineProperty(file, "webkitRelativePath", { value: path });
    return file;
  };

  it("is known by its files' paths, of which none leads out of it", () => {
    const folders = chosenFolders([chosen("mine/a/b"), chosen("mine/../../etc/hosts"), chosen("loose")]);
    expect(folders.get("mine")?.items.map(({ path }) => path)).toEqual(["mine/a/b"]);
    expect(folders.get("mine")?.refused).toEqual([{ path: "mine/../../etc/hosts", why: "bad_name" }]);
    expect(folders.get("loose")?.items).toEqual([]);
  });

  it("is sent as far as it is bounded", () => {
    const file = chosen("mine/a");
    const content = chosenFolders(Array.from({ length: ITEMS_MAX + 1 }, () => file)).get("mine");
    expect(content?.items).toHaveLength(ITEMS_MAX);
    expect(content?.refused).toEqual([{ path: "mine/a", why: "too_many" }]);
  });
});
