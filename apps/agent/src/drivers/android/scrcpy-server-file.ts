import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fail, ok, type Result } from "@udt/base";

/** The newest server that `@yume-chan/scrcpy` speaks with; its options class carries the same number. */
export const SCRCPY_VERSION = "3.3.3";
/**
 * The project's own release and its digest, as its install script pins them.
 * https://github.com/Genymobile/scrcpy/blob/e5e58b1b/install_release.sh
 */
const RELEASE_URL = `https://github.com/Genymobile/scrcpy/releases/download/v${SCRCPY_VERSION}/scrcpy-server-v${SCRCPY_VERSION}`;
export const SCRCPY_SHA256 = "7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0";

const FETCH_TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 10 * 60_000;

export interface ScrcpyServerFile {
  /** The server's bytes, or why there are none. Asking again soon after a failed fetch does not fetch again. */
  get(): Promise<Result<Uint8Array, string>>;
}

/**
 * Where the scrcpy server comes from: the file of the setting, else the copy in `cacheDir`, else the official release,
 * fetched once. Fetched and cached bytes must have the pinned digest; a file that an administrator chose is taken as it is.
 */
export function scrcpyServerFile(options: {
  path: string | undefined;
  cacheDir: string;
  fetch?: typeof globalThis.fetch;
  sha256?: string;
  now?: () => number;
}): ScrcpyServerFile {
  const cached = join(options.cacheDir, `scrcpy-server-v${SCRCPY_VERSION}`);
  const expected = options.sha256 ?? SCRCPY_SHA256;
  const now = options.now ?? Date.now;
  let failed: { error: string; at: number } | undefined;
  let found: Uint8Array | undefined;
  let under_way: Promise<Result<Uint8Array, string>> | undefined;

  const find = async (): Promise<Result<Uint8Array, string>> => {
    if (options.path !== undefined) {
      const { path } = options;
      return readFile(path).then(ok, (error: Error) => fail(`scrcpy server ${path} cannot be read: ${error.message}`));
    }
    const copy = await readFile(cached).catch(() => undefined);
    if (copy && sha256(copy) === expected) return ok(copy);
    const fetched = await download(options.fetch ?? globalThis.fetch, expected);
    if (!fetched.ok) return fetched;
    await mkdir(options.cacheDir, { recursive: true });
    // Renamed into place, so that a reader never sees half a file.
    const part = `${cached}.${randomUUID()}`;
    try {
      await writeFile(part, fetched.value);
      await rename(part, cached);
    } finally {
      await rm(part, { force: true });
    }
    return fetched;
  };

  return {
    async get() {
      if (found) return ok(found);
      if (failed && now() - failed.at < RETRY_AFTER_MS) return fail(failed.error);
      under_way ??= find()
        .catch((error: unknown) => fail(`scrcpy server cannot be kept: ${String(error)}`))
        .finally(() => (under_way = undefined));
      const result = await under_way;
      if (result.ok) found = result.value;
      else failed = { error: result.error, at: now() };
      return result;
    },
  };
}

async function download(doFetch: typeof globalThis.fetch, expected: string): Promise<Result<Uint8Array, string>> {
  try {
    const response = await doFetch(RELEASE_URL, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!response.ok) return fail(`scrcpy server cannot be fetched: HTTP ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const actual = sha256(bytes);
    return actual === expected ? ok(bytes) : fail(`fetched scrcpy server has SHA-256 ${actual}, not ${expected}`);
  } catch (error) {
    return fail(`scrcpy server cannot be fetched: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
