import { backoffMs, delay } from "@udt/base";
import { ApiError, type Client } from "@udt/client";
import type { App, DataOf } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import type { memoryEndpoints } from "@udt/contract/endpoints/memory";

/** Document 2's steps, in their order. The server extracts the icon with the package's other facts; the last step fetches it. */
export const UPLOAD_STEPS = ["md5", "upload_id", "chunks", "synthesis", "icon"] as const;
export type UploadStep = (typeof UPLOAD_STEPS)[number];

export interface UploadProgress {
  step: UploadStep;
  /** Bytes of this step done, of the file's size. */
  done_bytes: number;
  /** The server had these bytes already. */
  instant: boolean;
  /** The connection is gone and the next attempt waits. */
  retrying: boolean;
}

export interface UploadOptions {
  api: Client;
  project: string;
  file: File;
  /** MD5 of the whole file, 32 lowercase hexadecimal digits. */
  md5Of: (file: File, onProgress: (doneBytes: number) => void, signal: AbortSignal) => Promise<string>;
  onProgress: (progress: UploadProgress) => void;
  /** Told once it is known, so that a cancelled upload can be given up on the server too. */
  onUploadId?: (upload_id: string) => void;
  signal: AbortSignal;
  /** The pause before retry number `attempt`, milliseconds. */
  retryMs?: (attempt: number) => number;
}

/** Each chunk waits for the server's disk; a browser opens six connections to one server, and other calls want some. */
const PARALLEL_CHUNKS = 4;
/** In a row without a byte getting through; with the back-off's cap this is more than a minute. */
const MAX_ATTEMPTS = 12;

/** A failure of the way to the server, not of the upload. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === "network" || error.kind === "timeout" || error.status === 502 || error.status === 503);

type Report = (step: UploadStep, done_bytes: number, more?: Partial<UploadProgress>) => void;

const reporting =
  ({ onProgress }: UploadOptions): Report =>
  (step, done_bytes, more = {}) =>
    onProgress({ step, done_bytes, instant: false, retrying: false, ...more });

/** Waits a lost connection out, and tells that it does. */
async function persist<T>(
  options: UploadOptions,
  step: UploadStep,
  doneBytes: () => number,
  call: () => Promise<T>,
): Promise<T> {
  const { signal } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || attempt + 1 >= MAX_ATTEMPTS) throw error;
      reporting(options)(step, doneBytes(), { retrying: true });
      await delay((options.retryMs ?? backoffMs)(attempt), signal);
    }
  }
}

/**
 * Sends a file in chunks. Whatever the server has already, from this page or an earlier one, is not sent again. A lost
 * connection is waited out; a refusal rejects with its {@link ApiError}.
 * @param begin By which the server is asked for an upload; one that has become an app already is not sent.
 */
export async function sendFile(
  options: UploadOptions,
  begin: typeof appEndpoints.uploadCreate | typeof memoryEndpoints.memoryUploadCreate,
): Promise<DataOf<typeof begin>> {
  const { api, project, file, signal } = options;
  const query = { project };
  const report = reporting(options);
  report("md5", 0);
  const md5 = await options.md5Of(file, (done) => report("md5", done), signal);
  report("upload_id", 0);
  const body = { file_name: file.name, size_bytes: file.size, md5 };
  const upload = await persist(
    options,
    "upload_id",
    () => 0,
    () => api.call(begin, { query, body, signal }),
  );
  if (upload.app) return upload;
  const { upload_id, chunk_size, chunk_number } = upload;
  options.onUploadId?.(upload_id);

  const received = new Set(upload.received);
  const sizeOf = (chunk: number) => Math.min(chunk_size, file.size - (chunk - 1) * chunk_size);
  const doneBytes = () => [...received].reduce((sum, chunk) => sum + sizeOf(chunk), 0);
  const missing = Array.from({ length: chunk_number }, (_, index) => index + 1).filter((chunk) => !received.has(chunk));
  report("chunks", doneBytes());

  // One that fails for good stops the other: its chunk would be sent for nothing.
  const stop = new AbortController();
  const chunkSignal = AbortSignal.any([signal, stop.signal]);
  const send = async () => {
    for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
      const number = chunk;
      const bytes = file.slice((number - 1) * chunk_size, (number - 1) * chunk_size + sizeOf(number));
      await persist(options, "chunks", doneBytes, () =>
        api.call(appEndpoints.uploadChunk, {
          params: { upload_id, chunk: number },
          query,
          body: bytes,
          signal: chunkSignal,
        }),
      );
      received.add(number);
      report("chunks", doneBytes());
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_CHUNKS }, send));
  } catch (error) {
    stop.abort();
    throw error;
  }
  return upload;
}

/** Sends an app package as {@link sendFile} does, and answers the app. */
export async function uploadApp(options: UploadOptions): Promise<App> {
  const { api, project, file, signal } = options;
  const report = reporting(options);
  const { app, upload_id } = await sendFile(options, appEndpoints.uploadCreate);
  report("synthesis", file.size, { instant: app !== null });
  if (app) return app;
  return persist(
    options,
    "synthesis",
    () => file.size,
    () => api.call(appEndpoints.uploadSynthesize, { params: { upload_id }, query: { project }, signal }),
  );
}

/** Whether sending the same file again could end otherwise. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.kind !== "refused" ||
  error.status >= 500 ||
  error.code === "upload_not_found" ||
  error.code === "upload_incomplete" ||
  error.code === "upload_md5";
