import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nest } from "../test/deep-tree.ts";
import { removeAside, removeTree } from "./remove-tree.ts";

let top: string;
beforeEach(() => void (top = mkdtempSync(join(tmpdir(), "udt-tree-"))));
afterEach(() => rmSync(top, { recursive: true, force: true }));

describe("removeTree", () => {
  it("removes folders whose path is longer than any call takes", async () => {
    const folder = join(top, "deep");
    nest(folder);
    expect(() => rmSync(join(folder, ...Array<string>(30).fill("d".repeat(200))))).toThrow("ENAMETOOLONG");
    await removeTree(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it("removes what permissions were taken from, names that are no text, and a link but not what it leads to", async () => {
    const folder = join(top, "odd");
    nest(join(folder, "locked"));
    writeFileSync(Buffer.concat([Buffer.from(join(folder, "locked/")), Buffer.from([0xff, 0xfe])]), "x");
    mkdirSync(Buffer.concat([Buffer.from(join(folder, "/")), Buffer.from([0xc0, 0x41])]));
    mkdirSync(join(top, "elsewhere"));
    writeFileSync(join(top, "elsewhere/kept"), "x");
    symlinkSync(join(top, "elsewhere"), join(folder, "locked/link"));
    symlinkSync("/nowhere", join(folder, "dangling"));
    chmodSync(join(folder, "locked"), 0);
    await removeTree(folder);
    expect(readdirSync(top)).toEqual(["elsewhere"]);
    expect(readdirSync(join(top, "elsewhere"))).toEqual(["kept"]);
  });

  it(
    "does not hold the process up, however many files there are, and can be called off",
    { timeout: 120_000 },
    async () => {
      const folder = join(top, "many");
      for (let group = 0; group < 4; group++) {
        mkdirSync(join(folder, String(group)), { recursive: true });
        for (let file = 0; file < 15_000; file++) writeFileSync(join(folder, String(group), String(file)), "");
      }
      const stop = new AbortController();
      const first = removeTree(folder, stop.signal);
      stop.abort();
      await first;
      expect(existsSync(folder)).toBe(true);
      const delays = monitorEventLoopDelay({ resolution: 5 });
      const memory = process.memoryUsage().rss;
      delays.enable();
      const started = performance.now();
      await removeTree(folder);
      const tookMs = performance.now() - started;
      delays.disable();
      expect(existsSync(folder)).toBe(false);
      expect(delays.max / 1e6).toBeLessThan(tookMs / 4);
      expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 ** 2);
    },
  );

  it("has nothing to do where nothing is", () => removeTree(join(top, "nothing")));
});

it("moves leftovers aside at once and removes them with those of earlier starts, and names what stays", async () => {
  const trash = join(top, "trash");
  nest(join(trash, "earlier"));
  nest(join(top, "runs"));
  const failed: string[] = [];
  const { signal } = new AbortController();
  const { removed } = await removeAside(
    [join(top, "runs"), join(top, "none")],
    trash,
    (folder) => failed.push(folder),
    signal,
  );
  expect(existsSync(join(top, "runs"))).toBe(false);
  await removed;
  expect(readdirSync(trash)).toEqual([]);
  expect(failed).toEqual([]);
  writeFileSync(join(top, "file"), "");
  await removeAside([join(top, "file/below")], trash, (folder) => failed.push(folder), signal);
  expect(failed).toEqual([join(top, "file/below")]);
});
