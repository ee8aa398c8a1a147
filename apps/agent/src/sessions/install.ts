import { type Said, SaidError, saidOf, say } from "@udt/base";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "@udt/client";
import { ENDPOINTS, type DeviceCommand, type InstallState } from "@udt/contract";
import type { AppsCapability } from "@udt/driver";
import { messageOf } from "../logger.ts";

export interface InstallProgress {
  state: InstallState;
  percent: number;
  reason: Said | null;
}

export type InstallCommand = Extract<DeviceCommand, { name: "app_install" }>;

/** A gigabyte over a slow line; the client's own limit is meant for small answers. */
const DOWNLOAD_TIMEOUT_MS = 60 * 60_000;

class DownloadError extends SaidError {}

/**
 * Downloads a package from the server, checks it and installs it. Tells every step to `onProgress`, the last with a final
 * state; never rejects. Leaves no file behind.
 */
export async function runInstall(
  command: InstallCommand,
  apps: AppsCapability,
  client: Client,
  spoolDir: string,
  onProgress: (progress: InstallProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const file = join(spoolDir, `${command.install_id}.apk`);
  const percent = steps(onProgress);
  try {
    onProgress({ state: "download_started", percent: 0, reason: null });
    await mkdir(spoolDir, { recursive: true });
    await download(command, client, file, (bytes) => percent("downloading", bytes, command.size_bytes), signal);
    onProgress({ state: "downloaded", percent: 100, reason: null });
    onProgress({ state: "installing", percent: 0, reason: null });
    const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    await apps.install(
      { bytes, size_bytes: command.size_bytes },
      (sent) => percent("installing", sent, command.size_bytes),
      signal,
    );
    onProgress({ state: "installed", percent: 100, reason: null });
  } catch (error) {
    if (signal.aborted) onProgress({ state: "cancelled", percent: 0, reason: saidOf(signal.reason) });
    else {
      const state = error instanceof DownloadError ? "download_failed" : "install_failed";
      onProgress({ state, percent: 0, reason: saidOf(error, (raw) => say("install_refused", {}, raw)) });
    }
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

async function download(
  command: InstallCommand,
  client: Client,
  file: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const md5 = createHash("md5");
  let received = 0;
  try {
    const params = { install_id: command.install_id };
    const response = await client.raw(ENDPOINTS.agentAppFile, { params, signal, timeoutMs: DOWNLOAD_TIMEOUT_MS });
    if (!response.body) throw new Error("answer without a body");
    const body = response.body as ReadableStream<Uint8Array>;
    const counted = async function* () {
      for await (const chunk of body) {
        md5.update(chunk);
        received += chunk.length;
        onBytes(received);
        yield chunk;
      }
    };
    await pipeline(counted, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    throw new DownloadError(say("download_failed", {}, messageOf(error)), { cause: error });
  }
  const actual = md5.digest("hex");
  if (received !== command.size_bytes)
    throw new DownloadError(say("download_short", { received, expected: command.size_bytes }));
  if (actual !== command.md5) throw new DownloadError(say("download_damaged", { actual, expected: command.md5 }));
}

/** Tells whole percents, each once. */
function steps(onProgress: (progress: InstallProgress) => void) {
  let last = "";
  return (state: "downloading" | "installing", bytes: number, total: number): void => {
    const percent = Math.min(99, Math.floor((bytes * 100) / Math.max(1, total)));
    if (last === `${state} ${percent}`) return;
    last = `${state} ${percent}`;
    onProgress({ state, percent, reason: null });
  };
}
