import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { folderBlobs, type Blobs } from "./blobs.ts";

describe("blobs in a folder", () => {
  let folder: string;
  let blobs: Blobs;
  const put = (key: string, text: string, max = 1000) => blobs.put(key, Readable.from([Buffer.from(text)]), max);
  const get = async (key: string, range?: { start: number; end: number }) => {
    const found = await blobs.get(key, range);
    return found && { size_bytes: found.size_bytes, text: (await buffer(found.stream)).toString() };
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "udt-blobs-"));
    blobs = folderBlobs(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("give back what they were given, whole or in part", async () => {
    expect(await put("a/b.bin", "hello world")).toBe(11);
    expect(await get("a/b.bin")).toEqual({ size_bytes: 11, text: "hello world" });
    expect(await get("a/b.bin", { start: 6, end: 8 })).toEqual({ size_bytes: 11, text: "wor" });
    expect(await blobs.path("a/b.bin")).toBe(join(folder, "a", "b.bin"));
  });

  it("have nothing where nothing was put, or was deleted", async () => {
    expect(await get("a/none")).toBeUndefined();
    expect(await blobs.path("a/none")).toBeUndefined();
    await put("a/b", "x");
    await blobs.delete("a/b");
    await blobs.delete("a/b");
    expect(await get("a/b")).toBeUndefined();
  });

  it("replace as a whole, and keep the old when the new does not come through", async () => {
    await put("a/b", "old");
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("ne");
        throw new Error("connection lost");
      })(),
    );
    await expect(blobs.put("a/b", broken, 1000)).rejects.toThrow("connection lost");
    expect(await get("a/b")).toMatchObject({ text: "old" });
    await put("a/b", "new");
    expect(await get("a/b")).toMatchObject({ text: "new" });
    expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
  });

  it("refuse what is too large, leave nothing of it, and do not break its source", async () => {
    const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(blobs.put("a/b", source, 1000)).rejects.toMatchObject({
      code: "body_too_large",
      args: { limit_bytes: 1000 },
    });
    expect(source.destroyed).toBe(false);
    expect(readdirSync(join(folder, "a"))).toEqual([]);
    expect(await put("a/b", "x".repeat(1000))).toBe(1000);
  });

  it("lose what a killed writer left, and folders that are empty, and nothing that is being written", async () => {
    await put("uploads/kept/1", "whole");
    await put("uploads/over/1", "x");
    await blobs.delete("uploads/over/1");
    writeFileSync(join(folder, "uploads", "kept", "2.0000.part"), "half");
    mkdirSync(join(folder, "uploads", "room.part"));
    writeFileSync(join(folder, "uploads", "room.part", "1"), "half");
    const slow = new PassThrough();
    slow.write("begun");
    const writing = blobs.put("uploads/slow/1", slow, 1000);
    await vi.waitFor(() => expect(readdirSync(join(folder, "uploads", "slow"))).toHaveLength(1));
    await blobs.sweep();
    expect(readdirSync(join(folder, "uploads")).toSorted()).toEqual(["kept", "over", "room.part", "slow"]);
    expect(readdirSync(join(folder, "uploads", "kept"))).toHaveLength(2);

    // What is older than ten minutes now: all but the file that is still written to.
    const old = new Date(Date.now() - 11 * 60_000);
    for (const path of ["over", "kept/2.0000.part", "room.part"]) utimesSync(join(folder, "uploads", path), old, old);
    await blobs.sweep();
    expect(readdirSync(join(folder, "uploads")).toSorted()).toEqual(["kept", "slow"]);
    expect(readdirSync(join(folder, "uploads", "kept"))).toEqual(["1"]);
    slow.end();
    expect(await writing).toBe(5);
    expect(await get("uploads/slow/1")).toMatchObject({ text: "begun" });
  });

  it.each(["../x", "a/../x", "/x", "a//b", ".hidden", "a b", ""])("refuse the key %j", async (key) => {
    await expect(put(key, "x")).rejects.toThrow("not a blob key");
  });
});
