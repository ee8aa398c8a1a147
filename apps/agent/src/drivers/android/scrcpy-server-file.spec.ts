import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SCRCPY_VERSION, scrcpyServerFile } from "./scrcpy-server-file.ts";

const bytes = new TextEncoder().encode("a server");
const sha256 = createHash("sha256").update(bytes).digest("hex");
let cacheDir: string;
beforeEach(async () => void (cacheDir = await mkdtemp(join(tmpdir(), "udt-scrcpy-"))));
afterEach(() => rm(cacheDir, { recursive: true, force: true }));

function fetching(answer: () => Response | Error) {
  const urls: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    urls.push(String(url));
    const made = answer();
    if (made instanceof Error) throw made;
    return made;
  };
  return { urls, fetch: fetch as typeof globalThis.fetch };
}

test("is fetched once from the official release, kept, and found again", async () => {
  const { urls, fetch } = fetching(() => new Response(bytes));
  const file = scrcpyServerFile({ path: undefined, cacheDir, fetch, sha256 });
  const [one, two] = await Promise.all([file.get(), file.get()]);
  expect(one.ok && Buffer.from(one.value).equals(bytes)).toBe(true);
  expect(two.ok).toBe(true);
  expect(urls).toEqual([
    `https://github.com/Genymobile/scrcpy/releases/download/v${SCRCPY_VERSION}/scrcpy-server-v${SCRCPY_VERSION}`,
  ]);
  const later = scrcpyServerFile({ path: undefined, cacheDir, fetch, sha256 });
  expect((await later.get()).ok).toBe(true);
  expect(urls).toHaveLength(1);
});

test("bytes with another digest are refused and not kept; a spoilt copy is fetched anew", async () => {
  const wrong = fetching(() => new Response("something else"));
  const file = scrcpyServerFile({ path: undefined, cacheDir, fetch: wrong.fetch, sha256 });
  expect(await file.get()).toMatchObject({ ok: false, error: expect.stringContaining("SHA-256") });
  const cached = join(cacheDir, `scrcpy-server-v${SCRCPY_VERSION}`);
  await writeFile(cached, "spoilt");
  const right = fetching(() => new Response(bytes));
  expect((await scrcpyServerFile({ path: undefined, cacheDir, fetch: right.fetch, sha256 }).get()).ok).toBe(true);
  expect(await readFile(cached)).toEqual(Buffer.from(bytes));
});

test("a failed fetch is not repeated for ten minutes", async () => {
  let now = 0;
  const { urls, fetch } = fetching(() => new Error("no network"));
  const file = scrcpyServerFile({ path: undefined, cacheDir, fetch, sha256, now: () => now });
  expect(await file.get()).toMatchObject({ ok: false, error: expect.stringContaining("no network") });
  now = 60_000;
  await file.get();
  expect(urls).toHaveLength(1);
  now = 11 * 60_000;
  await file.get();
  expect(urls).toHaveLength(2);
});

test("a chosen file is taken as it is, and its absence is told", async () => {
  const path = join(cacheDir, "own.jar");
  const { urls, fetch } = fetching(() => new Response(bytes));
  expect(await scrcpyServerFile({ path, cacheDir, fetch }).get()).toMatchObject({
    ok: false,
    error: expect.stringContaining("own.jar"),
  });
  await writeFile(path, "mine");
  const found = await scrcpyServerFile({ path, cacheDir, fetch }).get();
  expect(found.ok && Buffer.from(found.value).toString()).toBe("mine");
  expect(urls).toEqual([]);
});
