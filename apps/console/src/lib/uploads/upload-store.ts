import { createClient } from "@udt/client";
import type { App, AppKind } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { baseUrl } from "../api/api.ts";
import { markStale } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { applyPolicy } from "../errors/index.ts";
import { withNewestOver } from "../streams/newest-over.ts";
import { createStore, useStore } from "../streams/store.ts";
import { refusalOf, type FileRefusal } from "./app-file.ts";
import { md5Of } from "./md5.ts";
import { isTransient, uploadApp, type UploadProgress } from "./uploader.ts";

export type UploadState =
  | { name: "running" }
  /** `icon_failed`: the app is kept all the same, only its icon could not be fetched. */
  | { name: "done"; app: App; instant: boolean; icon_failed: boolean }
  | { name: "failed"; error: unknown }
  | { name: "cancelled" }
  | { name: "refused"; refusal: FileRefusal; kinds: readonly AppKind[] };

export interface Upload {
  key: number;
  project: string;
  file_name: string;
  size_bytes: number;
  progress: UploadProgress;
  /** Bytes per second while chunks go out. */
  speed: number;
  state: UploadState;
}

interface Task {
  file: File;
  abort: AbortController;
  upload_id?: string;
  onEnd?: (upload: Upload) => void;
}

// A break that the upload waits out, and shows in its own row, is no alarm for the page.
const api = createClient({ baseUrl, onError: (error) => isTransient(error) || applyPolicy(error) });

// Module-level, so that uploads go on while the user is on another page.
const uploads = createStore<readonly Upload[]>([]);
const tasks = new Map<number, Task>();
let lastKey = 0;

export const useUploads = (project: string): Upload[] =>
  useStore(uploads).filter((upload) => upload.project === project);

/** All that are under way, of whatever project. */
export const useRunningUploads = (): Upload[] => useStore(uploads).filter((upload) => upload.state.name === "running");

/** Starts the upload of a package of one of these kinds, or notes why it cannot be; `onEnd` hears each time how it ended. */
export function startUpload(
  project: string,
  file: File,
  kinds: readonly AppKind[],
  onEnd?: (upload: Upload) => void,
): void {
  const key = ++lastKey;
  const refusal = refusalOf(file, kinds);
  const upload: Upload = {
    key,
    project,
    file_name: file.name,
    size_bytes: file.size,
    progress: { step: "md5", done_bytes: 0, instant: false, retrying: false },
    speed: 0,
    state: refusal ? { name: "refused", refusal, kinds } : { name: "running" },
  };
  keep([upload, ...uploads.get()]);
  if (refusal) return onEnd?.(upload);
  tasks.set(key, { file, abort: new AbortController(), ...(onEnd && { onEnd }) });
  void run(key, project);
}

async function run(key: number, project: string): Promise<void> {
  const task = tasks.get(key);
  if (!task) return;
  const { signal } = task.abort;
  const speedOf = speedometer();
  try {
    const app = await uploadApp({
      api,
      project,
      file: task.file,
      md5Of,
      signal,
      onUploadId: (upload_id) => (task.upload_id = upload_id),
      onProgress: (progress) =>
        change(key, { progress, speed: progress.step === "chunks" ? speedOf(progress.done_bytes) : 0 }),
    });
    const last = uploads.get().find((upload) => upload.key === key)?.progress;
    tasks.delete(key);
    if (last) change(key, { progress: { ...last, step: "icon" }, speed: 0 });
    const icon_failed = app.icon !== "" && !(await hasIcon(project, app.app_id));
    ended(key, task, { name: "done", app, instant: last?.instant ?? false, icon_failed });
    // Not before: whoever uploads it to have it somewhere asks for that as it ends, and a list would offer the same meanwhile.
    void markStale(queryClient, ["appList"], project);
  } catch (error) {
    ended(key, task, signal.aborted ? { name: "cancelled" } : { name: "failed", error });
    if (signal.aborted) tasks.delete(key);
  }
}

function ended(key: number, task: Task, state: UploadState): void {
  change(key, { state });
  const upload = uploads.get().find((each) => each.key === key);
  if (upload) task.onEnd?.(upload);
}

/** Fetches the icon once, so that it is there when the list shows it. */
async function hasIcon(project: string, app_id: string): Promise<boolean> {
  const url = api.url(appEndpoints.appIcon, { params: { app_id }, query: { project } });
  try {
    return (await fetch(url, { credentials: "same-origin" })).ok;
  } catch {
    return false;
  }
}

/** Goes on where a failed upload stopped. */
export function retryUpload(key: number): void {
  const task = tasks.get(key);
  const upload = uploads.get().find((each) => each.key === key);
  if (!task || upload?.state.name !== "failed") return;
  task.abort = new AbortController();
  change(key, { state: { name: "running" } });
  void run(key, upload.project);
}

/** Stops an upload and has the server delete its chunks. */
export function cancelUpload(key: number): void {
  const task = tasks.get(key);
  const upload = uploads.get().find((each) => each.key === key);
  if (!task || !upload) return;
  task.abort.abort();
  if (upload.state.name === "failed") change(key, { state: { name: "cancelled" } });
  if (task.upload_id) {
    const call = { params: { upload_id: task.upload_id }, query: { project: upload.project } };
    // Chunks that nobody deletes now are deleted by the server in time; the user has nothing to do about it.
    api.call(appEndpoints.uploadCancel, call).catch(() => undefined);
  }
}

/** Takes a finished upload off the list. */
export function dismissUpload(key: number): void {
  tasks.delete(key);
  uploads.update((list) => list.filter((upload) => upload.key !== key));
}

function change(key: number, next: Partial<Upload>): void {
  keep(uploads.get().map((upload) => (upload.key === key ? { ...upload, ...next } : upload)));
}

function keep(list: readonly Upload[]): void {
  // What failed or was refused stays until somebody has seen to it.
  const kept = withNewestOver(list, ({ state }) => state.name === "done" || state.name === "cancelled");
  uploads.set(kept);
  if (kept === list) return;
  const keys = new Set(kept.map(({ key }) => key));
  // With it goes what it holds: the package.
  for (const key of tasks.keys()) if (!keys.has(key)) tasks.delete(key);
}

function speedometer(): (doneBytes: number) => number {
  let start: { at: number; bytes: number } | undefined;
  return (bytes) => {
    const at = performance.now();
    start ??= { at, bytes };
    return at > start.at ? ((bytes - start.bytes) * 1000) / (at - start.at) : 0;
  };
}

// A page that closes takes its uploads along; what was sent is kept by the server for the next try.
globalThis.addEventListener("beforeunload", (event) => {
  if (uploads.get().some((upload) => upload.state.name === "running")) event.preventDefault();
});
