import { lstat, readdir, type FileHandle } from "node:fs/promises";
import { extname, join } from "node:path";
import { LIMITS } from "@udt/contract";
import type { Workplace } from "../isolation/workplace.ts";
import type { Logger } from "../logger.ts";
import { messageOf } from "../logger.ts";
import { openInside } from "../runners/open-inside.ts";
import { PartOver, type RunApi } from "./run-api.ts";

/** Of one device's part; what is above is named in the log and left. */
const FILES_MAX = LIMITS.resource_list_max;
/** A path of folders that is longer is not looked into. */
const FOLDER_NAME_MAX = 1_024;
/** A file that nobody has written to for so long is whole. */
const SETTLED_MS = 1_500;

const CONTENT_TYPES: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".xml": "application/xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".log": "text/plain; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".mp4": "video/mp4",
};

type KeptPlace = Pick<Workplace, "results" | "pictures">;

/**
 * Sends what scripts left in their folder for results and the agent's own pictures of steps, each file once, under its name in
 * its folder. Only plain files are opened: what a script puts there may lead anywhere.
 */
export class KeptFiles {
  readonly #api: RunApi;
  readonly #log: Logger;
  /** What was sent of each: a file that was written again is sent again. */
  readonly #sent = new Map<string, string>();
  /** Which case named a picture last, and when. */
  readonly #named = new Map<string, { case_run_id: number; at: number }>();
  #sending: Promise<void> = Promise.resolve();

  constructor(api: RunApi, log: Logger) {
    this.#api = api;
    this.#log = log;
  }

  /** A step of this case has named a picture, by its path in the folder or the end of that. */
  name(picture: string, case_run_id: number): void {
    if (this.#named.size < FILES_MAX || this.#named.has(picture))
      this.#named.set(picture, { case_run_id, at: Date.now() });
  }

  /**
   * Sends what has come since; one call at a time. While scripts run, what was written just now may be half a file, a
   * picture waits for the step that names it, and a framework's report for its end; when none runs any more, all is `whole`.
   */
  send(place: KeptPlace, isWhole: boolean, signal: AbortSignal): Promise<void> {
    const sending = this.#sending.then(() => this.#sendAll(place, isWhole, signal));
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  async #sendAll({ results, pictures }: KeptPlace, isWhole: boolean, signal: AbortSignal): Promise<void> {
    // However many files scripts leave, the agent's own pictures are kept.
    for (const folder of [pictures, results]) await this.#send(folder, isWhole, signal);
    if (isWhole) this.#named.clear();
  }

  async #send(folder: string, isWhole: boolean, signal: AbortSignal): Promise<void> {
    for (const name of await namesIn(folder)) {
      const facts = await lstat(join(folder, name)).catch(() => undefined);
      const version = `${facts?.size} ${facts?.mtimeMs}`;
      if (!facts || this.#sent.get(name) === version) continue;
      const named = this.#namedBy(name);
      // Cases may use a name one after the other: who named it before it was written meant another picture.
      const isKnown = !isPicture(name) || (named !== undefined && facts.mtimeMs <= named.at);
      // Frameworks begin theirs with the first case and end them with the last, with any time between.
      if (!isWhole && isReport(name)) continue;
      if (!isWhole && (facts.mtimeMs > Date.now() - SETTLED_MS || !isKnown)) continue;
      if (this.#sent.size >= FILES_MAX && !this.#sent.has(name)) {
        if (isWhole) this.#log("warn", "too many files kept by a script", { name });
        return;
      }
      this.#sent.set(name, version);
      try {
        await this.#sendOne(folder, name, named?.case_run_id, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PartOver) throw error;
        this.#log("warn", "a script's file cannot be kept", { name, error: messageOf(error) });
      }
    }
  }

  #namedBy(path: string): { case_run_id: number; at: number } | undefined {
    for (let rest = path; ; rest = rest.slice(rest.indexOf("/") + 1)) {
      const named = this.#named.get(rest);
      if (named || !rest.includes("/")) return named;
    }
  }

  async #sendOne(folder: string, name: string, case_run_id: number | undefined, signal: AbortSignal): Promise<void> {
    const file = await openInside(folder, name);
    try {
      const { size } = await file.stat();
      if (size > LIMITS.resource_max_bytes) throw new Error(`${size} bytes are too many`);
      await this.#api.putFile(
        {
          name: name.slice(-LIMITS.file_name_max),
          kind: isPicture(name) ? "screenshot" : isReport(name) ? "report" : "file",
          content_type: CONTENT_TYPES[extname(name).toLowerCase()] ?? "application/octet-stream",
          case_run_id,
        },
        await readUpTo(file, size),
        signal,
      );
    } finally {
      await file.close();
    }
  }
}

/** The files below a folder whose names can be kept; what a script nests deeper than that hides no others. */
async function namesIn(top: string, below = "", names: string[] = []): Promise<string[]> {
  for (const entry of await readdir(join(top, below), { withFileTypes: true }).catch(() => [])) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) names.push(name);
    else if (entry.isDirectory() && name.length <= FOLDER_NAME_MAX) await namesIn(top, name, names);
  }
  return names;
}

/** As many bytes as it had when it was looked at: a file that grows meanwhile has no end. */
async function readUpTo(file: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

const isReport = (name: string): boolean => /(^|\/)TEST-[^/]*\.xml$/.test(name);
const isPicture = (name: string): boolean => /\.(png|jpe?g|webp)$/i.test(name);
