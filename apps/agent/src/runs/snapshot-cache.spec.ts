import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually, makeFolder } from "../../test/harness.ts";
import { SnapshotCache } from "./snapshot-cache.ts";

const soon = () => AbortSignal.timeout(20_000);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A cache, and a library of some bytes that counts how often it is downloaded. */
async function open(maxBytes?: number) {
  const folder = await makeFolder();
  const runs = await makeFolder();
  const cache = new SnapshotCache(join(folder, "snapshots"), maxBytes);
  let lastRun = 0;
  const library = (size: number) => {
    const bytes = randomBytes(size);
    const sha256 = hashOf(bytes);
    const counted = { downloads: 0 };
    const download = () => {
      counted.downloads++;
      return Promise.resolve(
        (async function* () {
          yield bytes.subarray(0, size / 2);
          yield bytes.subarray(size / 2);
        })(),
      );
    };
    const take = async (from: Parameters<SnapshotCache["take"]>[2] = download, signal = soon()) => {
      const target = join(runs, String(++lastRun));
      await cache.take(sha256, target, from, signal);
      expect(bytes.equals(await readFile(target))).toBe(true);
      return target;
    };
    return Object.assign(counted, { bytes, sha256, path: join(folder, "snapshots", sha256), download, take });
  };
  return { library, names: () => readdir(join(folder, "snapshots")) };
}

test("what one run has downloaded the next finds here", async () => {
  const { library, names } = await open();
  const one = library(1_000);
  await one.take();
  await one.take();
  expect(one.downloads).toBe(1);
  expect(await names()).toEqual([one.sha256]);
});

test("devices that ask at once download once", async () => {
  const { library } = await open();
  const one = library(100_000);
  await Promise.all(Array.from({ length: 8 }, () => one.take()));
  expect(one.downloads).toBe(1);
});

test("a download that is given up is another's, who waited for it", async () => {
  const { library, names } = await open();
  const one = library(1_000);
  const giveUp = new AbortController();
  const begun = Promise.withResolvers<void>();
  const hanging = one.take(async (signal) => {
    begun.resolve();
    return (async function* () {
      yield one.bytes.subarray(0, 10);
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("given up"))));
    })();
  }, giveUp.signal);
  await begun.promise;
  const waiting = one.take();
  giveUp.abort(new Error("given up"));
  await expect(hanging).rejects.toThrow("aborted");
  await waiting;
  expect(one.downloads).toBe(1);
  expect(await names()).toEqual([one.sha256]);
});

test("who waits for another's download stops waiting with its own signal", async () => {
  const { library } = await open();
  const one = library(1_000);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = one.take(async () => {
    begun.resolve();
    await goOn.promise;
    return one.download();
  });
  await begun.promise;
  const giveUp = new AbortController();
  const second = one.take(one.download, giveUp.signal);
  giveUp.abort(new Error("the session ended"));
  await expect(second).rejects.toThrow("the session ended");
  goOn.resolve();
  await first;
});

test.for([
  ["cut short", (bytes: Buffer) => bytes.subarray(0, 500)],
  ["changed", (bytes: Buffer) => Buffer.concat([bytes.subarray(1), Buffer.of(bytes[0]! ^ 1)])],
] as const)("a kept file that is %s is downloaded again", async ([, spoil]) => {
  const { library } = await open();
  const one = library(1_000);
  await one.take();
  await writeFile(one.path, spoil(one.bytes));
  await one.take();
  expect(one.downloads).toBe(2);
  await one.take();
  expect(one.downloads).toBe(2);
});

test("bytes that are not what the server named are refused, and not kept", async () => {
  const { library, names } = await open();
  const one = library(1_000);
  const other = library(1_000);
  await expect(one.take(other.download)).rejects.toThrow(`is ${other.sha256}, not ${one.sha256}`);
  expect(await names()).toEqual([]);
});

test("the longest unused goes first when there is too much, and stays with who uses it", async () => {
  const { library, names } = await open(2_500);
  const [old, used, added] = [library(1_000), library(1_000), library(1_000)];
  const kept = await old.take();
  await used.take();
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const { path } of [old, used]) await utimes(path, anHourAgo, anHourAgo);
  await used.take();
  await added.take();
  expect((await names()).toSorted()).toEqual([used.sha256, added.sha256].toSorted());
  expect(old.bytes.equals(await readFile(kept))).toBe(true);
  await old.take();
  expect(old.downloads).toBe(2);
});

test("what a killed agent left half goes, and what another downloads does not", async () => {
  const { library, names } = await open();
  const [first, slow, last] = [library(1_000), library(1_000), library(1_000)];
  await first.take();
  await writeFile(`${first.path}.0000.part`, "half");
  const goOn = Promise.withResolvers<void>();
  const taking = slow.take(async () =>
    (async function* () {
      yield slow.bytes.subarray(0, 10);
      await goOn.promise;
      yield slow.bytes.subarray(10);
    })(),
  );
  await eventually(async () => expect((await names()).some((name) => name.startsWith(slow.sha256))).toBe(true));
  await last.take();
  expect((await names()).filter((name) => name.endsWith(".part"))).toEqual([
    expect.stringMatching(`^${slow.sha256}\\.`),
  ]);
  goOn.resolve();
  await taking;
  expect((await names()).toSorted()).toEqual([first.sha256, slow.sha256, last.sha256].toSorted());
});
