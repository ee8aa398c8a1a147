/** Applications that an agent has by their file, from its server onto a device. */
import { backoffMs, delay, SaidError, saidOf, say } from "@udt/base";
import { ApiError } from "@udt/client";
import type { AppsCapability } from "@udt/driver";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A gigabyte over a slow line. */
export const APP_TIMEOUT_MS = 60 * 60_000;
const RETRIES = 8;

interface AppFile {
  file_name: string;
  /** Null where nobody has reckoned it: then its size is compared. */
  md5: string | null;
  size_bytes: number;
}

/** Puts what the server answers into a file, and tells how many bytes have come. A server that is restarted meanwhile breaks it off; that is no fault of the app. */
export async function fetchApp(
  ask: () => Promise<Response>,
  app: AppFile,
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchOnce(ask, app, file, signal, onBytes);
    } catch (error) {
      signal.throwIfAborted();
      const isRefused = error instanceof ApiError && error.kind === "refused";
      if (isRefused || attempt >= RETRIES) {
        const said = saidOf(error, (raw) => say("app_download", { file_name: app.file_name }, raw));
        throw new SaidError(said, { cause: error });
      }
      await delay(backoffMs(attempt), signal);
    }
  }
}

async function fetchOnce(
  ask: () => Promise<Response>,
  app: AppFile,
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const response = await ask();
  if (!response.body) throw new Error("answer without a body");
  const md5 = createHash("md5");
  const body = response.body as ReadableStream<Uint8Array>;
  let bytes = 0;
  const hashed = async function* () {
    for await (const chunk of body) {
      md5.update(chunk);
      onBytes((bytes += chunk.length));
      yield chunk;
    }
  };
  await pipeline(hashed, createWriteStream(file, { mode: 0o600 }), { signal });
  const actual = md5.digest("hex");
  if (app.md5 === null) {
    if (bytes !== app.size_bytes) throw new Error(`${bytes} bytes came of ${app.size_bytes}`);
  } else if (actual !== app.md5) throw new SaidError(say("download_damaged", { actual, expected: app.md5 }));
}

export async function installFile(
  apps: AppsCapability,
  { size_bytes }: AppFile,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  await apps.install({ bytes, size_bytes }, () => undefined, signal);
}
