import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileError } from "./file-errors.ts";
import { PhoneFiles } from "./files.ts";

function create(capacityBytes = 1000) {
  let now = 1_700_000_000_000;
  const state = { isFull: false };
  const files = new PhoneFiles({ capacityBytes, clock: { now: () => now++ }, isFull: () => state.isFull });
  return { files, state };
}

const code = (action: () => unknown): string | undefined => {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof FileError ? error.code : String(error);
  }
};

describe("PhoneFiles", () => {
  it("keeps what is written, in parts and whole", () => {
    const { files } = create();
    files.mkdir("/a/b", true);
    files.write("/a/b/f", "one ");
    files.append("/a/b/f", new TextEncoder().encode("two"));
    expect(new TextDecoder().decode(files.read("/a/b/f"))).toBe("one two");
    expect(files.stat("/a/b/f")).toMatchObject({ kind: "file", size: 7, mode: 0o100666 });
    expect(files.list("/a/b")).toEqual(["f"]);
  });

  it("does not share memory with what its caller wrote from", () => {
    const { files } = create();
    const buffer = new TextEncoder().encode("abcdef");
    files.write("/f", buffer.subarray(0, 3));
    buffer.fill(0);
    expect(new TextDecoder().decode(files.read("/f"))).toBe("abc");
  });

  it("follows links, to directories, of links, and not in a circle", () => {
    const { files } = create();
    files.mkdir("/storage/emulated/0", true);
    files.symlink("/storage/emulated/0", "/sdcard");
    files.symlink("emulated/0", "/storage/self");
    files.write("/sdcard/f", "x");
    expect(files.realpath("/storage/self/f")).toBe("/storage/emulated/0/f");
    expect(files.stat("/sdcard", false).kind).toBe("link");
    expect(files.stat("/sdcard/", false).kind).toBe("directory");
    files.symlink("/loop", "/loop");
    expect(code(() => files.read("/loop"))).toBe("ELOOP");
  });

  it.each([
    ["read /none", (files: PhoneFiles) => files.read("/none"), "ENOENT"],
    ["read /dir", (files: PhoneFiles) => files.read("/dir"), "EISDIR"],
    ["list /file", (files: PhoneFiles) => files.list("/file"), "ENOTDIR"],
    ["write under a missing directory", (files: PhoneFiles) => files.write("/no/f", "x"), "ENOENT"],
    ["mkdir that exists", (files: PhoneFiles) => files.mkdir("/dir"), "EEXIST"],
    ["remove a full directory", (files: PhoneFiles) => files.remove("/dir"), "ENOTEMPTY"],
    ["move a directory into itself", (files: PhoneFiles) => files.rename("/dir", "/dir/in/dir"), "EINVAL"],
    ["write what is provided", (files: PhoneFiles) => files.write("/made", "x"), "EACCES"],
  ])("refuses to %s", (_what, action, expected) => {
    const { files } = create();
    files.mkdir("/dir/in", true);
    files.write("/file", "x");
    files.provide("/made", () => "content");
    expect(code(() => action(files))).toBe(expected);
  });

  it("counts bytes, refuses what does not fit, and gives back what is removed", () => {
    const { files, state } = create(10);
    files.write("/a", "123456");
    expect(code(() => files.write("/b", "12345"))).toBe("ENOSPC");
    files.remove("/b");
    files.write("/b", "1234");
    expect(files.freeBytes).toBe(0);
    files.write("/a", "12");
    expect(files.freeBytes).toBe(4);
    files.link("/a", "/c");
    files.remove("/a");
    expect(files.usedBytes).toBe(6);
    files.remove("/c");
    expect(files.usedBytes).toBe(4);
    state.isFull = true;
    expect(code(() => files.append("/b", Uint8Array.of(1)))).toBe("ENOSPC");
    expect(files.freeBytes).toBe(0);
  });

  it("counts right whatever is done to it", () => {
    const path = fc.constantFrom("/a", "/b", "/d/a", "/d/b");
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), path, size: fc.nat(30) }),
      fc.record({ kind: fc.constant("append" as const), path, size: fc.nat(30) }),
      fc.record({ kind: fc.constant("remove" as const), path, size: fc.constant(0) }),
      fc.record({ kind: fc.constant("move" as const), path, size: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { files } = create(100);
        files.mkdir("/d");
        for (const { kind, path: at, size } of steps) {
          code(() => {
            if (kind === "write") files.write(at, new Uint8Array(size));
            else if (kind === "append") files.append(at, new Uint8Array(size));
            else if (kind === "remove") files.remove(at);
            else files.rename(at, "/b");
          });
        }
        const sizes = ["/a", "/b", "/d/a", "/d/b"].map((at) => (files.exists(at) ? files.stat(at).size : 0));
        expect(files.usedBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
        expect(files.usedBytes).toBeLessThanOrEqual(100);
      }),
    );
  });

  it.each([
    ["/sdcard/x", undefined],
    ["/sdcard/new/deep/x", undefined],
    ["/data/local/tmp/x", undefined],
    ["/data/local/tmp/../../app/x", "EACCES"],
    ["/data/app/x", "EACCES"],
    ["/x", "EROFS"],
    ["/system/x", "EROFS"],
    ["/none/x/y", "ENOENT"],
    ["/data/local/tmp/out/x", "EACCES"],
  ])("lets the shell user write to %s: %s", (path, expected) => {
    const { files } = create();
    for (const directory of ["/data/local/tmp", "/data/app", "/system", "/storage/emulated/0"])
      files.mkdir(directory, true);
    files.symlink("/storage/emulated/0", "/sdcard");
    files.symlink("/data/app", "/data/local/tmp/out");
    expect(code(() => files.assertShellMayWrite(path, "open"))).toBe(expected);
  });
});
