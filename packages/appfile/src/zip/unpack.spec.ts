import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeZip, type ZipEntry } from "../testing/zip-writer.ts";
import { unpack } from "./unpack.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "udt-unpack-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const MAX_BYTES = 10_000_000;
const zipOf = (...entries: ZipEntry[]): Buffer => Buffer.concat(Object.values(writeZip(entries)));
const text = (name: string, content = name): ZipEntry => ({ name, content: Buffer.from(content) });
const unpackBytes = (bytes: Uint8Array, maxBytes = MAX_BYTES, signal = new AbortController().signal) =>
  unpack(bytes, folder, { maxBytes, signal });
const all = () => readdirSync(folder, { recursive: true }).toSorted();
const faultOf = async (...entries: ZipEntry[]) => {
  const done = await unpackBytes(zipOf(...entries));
  return done.ok ? "unpacked" : done.error.code === "package" ? done.error.error.code : done.error;
};

describe("a package", () => {
  it("is unpacked as it was packed, large or small, packed or not", async () => {
    const [large, packed] = [randomBytes(2_500_000), Buffer.alloc(3_000_001, "abc")];
    const zip = zipOf(
      { name: "a/large", content: large, deflate: false },
      { name: "a/b/packed", content: packed },
      text("a/none", ""),
      { name: "empty/", content: Buffer.alloc(0), deflate: false },
    );
    expect(await unpackBytes(zip)).toEqual({ ok: true, value: null });
    expect(all()).toEqual(["a", "a/b", "a/b/packed", "a/large", "a/none", "empty"]);
    expect(readFileSync(join(folder, "a/large")).equals(large)).toBe(true);
    expect(readFileSync(join(folder, "a/b/packed")).equals(packed)).toBe(true);
    expect(readFileSync(join(folder, "a/none"))).toHaveLength(0);
  });

  it("keeps its names, whatever system it says it is from, and what is run", async () => {
    const mode = (name: string) => statSync(join(folder, name)).mode & 0o777;
    await unpackBytes(zipOf(text("Payload/微信.app/ゲーム"), { ...text("Payload/Café/run"), mode: 0o104755 }));
    expect(readFileSync(join(folder, "Payload/微信.app/ゲーム"), "utf8")).toBe("Payload/微信.app/ゲーム");
    expect([mode("Payload/微信.app/ゲーム"), mode("Payload/Café/run")]).toEqual([0o644, 0o755]);
  });
});

describe("nothing is written of a package", () => {
  it.each([
    ["a link", { ...text("away", "/etc"), mode: 0o120777 }],
    ["a link that says it is a folder", { ...text("away/", "/etc"), mode: 0o120777 }],
    ["a pipe", { ...text("pipe"), mode: 0o010644 }],
  ])("with %s", async (_what, entry) => {
    expect(await faultOf(text("first"), entry)).toEqual({ code: "irregular", path: entry.name });
    expect(all()).toEqual([]);
  });

  it.each(["../out", "/out", "a/../../out", "a\\..\\..\\out"])("that leaves its folder to %j", async (name) => {
    expect(await faultOf(text("first"), text(name))).toBe("hostile");
    expect(all()).toEqual([]);
  });

  it("that has tens of thousands of folders in a few entries", async () => {
    const deep = Array.from({ length: 100 }, (_, index) => text(`${index}/${"a/".repeat(700)}b`));
    expect(await faultOf(...deep)).toBe("hostile");
    expect(all()).toEqual([]);
  });

  it("that claims more than it may take", async () => {
    const zip = zipOf(text("one", "12345"), text("two", "67890"));
    expect(await unpackBytes(zip, 9)).toEqual({ ok: false, error: { code: "large" } });
    expect(all()).toEqual([]);
    expect(await unpackBytes(zip, 10)).toMatchObject({ ok: true });
  });
});

describe("a package is refused", () => {
  it("whose entries lie about their sizes or are damaged", async () => {
    const content = Buffer.alloc(3_000_000, "abc");
    expect(await faultOf({ name: "more", content, claimedSize: 2_000_000 })).toBe("hostile");
    expect(await faultOf({ name: "less", content, claimedSize: 3_000_001 })).toBe("hostile");
    for (const deflate of [true, false]) {
      const damaged = zipOf({ name: "damaged", content: randomBytes(1_000), deflate });
      damaged[500]! ^= 1;
      expect(await unpackBytes(damaged)).toMatchObject({ error: { code: "package", error: { code: "corrupt" } } });
      rmSync(join(folder, "damaged"), { force: true });
    }
  });

  it("whose names lie over one another", async () => {
    expect(await faultOf(text("a"), text("a/b"))).toBe("corrupt");
    expect(await faultOf(text("c/d"), text("c"))).toBe("corrupt");
    expect(await faultOf(text("e/f"), text("e//f"))).toBe("corrupt");
    expect(readFileSync(join(folder, "e/f"), "utf8")).toBe("e/f");
  });

  it("that the file system will not have", async () => {
    expect(await faultOf(text("a".repeat(300)))).toEqual({ code: "system", errno: "ENAMETOOLONG" });
  });

  it("that is none", async () => {
    expect(await unpackBytes(Buffer.from("no archive"))).toMatchObject({ error: { error: { code: "not_a_package" } } });
  });
});

it("ends where it is called off", async () => {
  const called = new AbortController();
  const reason = new Error("called off");
  called.abort(reason);
  await expect(unpackBytes(zipOf(text("a")), MAX_BYTES, called.signal)).rejects.toBe(reason);
  expect(all()).toEqual([]);
});
