/** What holds of a launch in every mode: its output and time are bounded, and a watch on memory, disk and processes. */
import type { ChildProcess } from "node:child_process";
import { PassThrough } from "node:stream";
import { constants } from "node:os";
import type { Exit, Launched } from "./workplace.ts";
import type { Bounds } from "./bounds.ts";
import { watchTree } from "./watch.ts";

export interface BoundedSpec {
  bounds: Bounds;
  /** Folders whose sizes count. */
  writable: readonly string[];
  /** The process whose end is the end of all. Rejects when it cannot be started. */
  start(): Promise<ChildProcess>;
  /** Ends every process of the tree at once. Called again until the child has gone. */
  killTree(child: ChildProcess): void;
  /** Whose tree is watched, when it is not the child's own. */
  pidOf?(): number | undefined;
  /** Its stderr has but what the tools around the program say, which tells nothing once it was killed. */
  hasToolsStderr?: boolean;
}

/** How often a tree that was killed is killed again, until it has gone: it may have been forking meanwhile. */
const KILL_AGAIN_MS = 200;
/** What cut itself loose from its tree may keep the pipes open; nobody waits for it longer than this once all is killed. */
const PIPES_MAX_MS = 5_000;
/** What a shell adds to the number of the signal that ended its program. */
const SIGNAL_BASE = 128;

/** Starts it, and keeps it within its bounds. */
export function launchBounded(spec: BoundedSpec): Launched {
  const output = new PassThrough({ highWaterMark: 256 * 1024 });
  const ended = Promise.withResolvers<Exit>();
  let bound: Exit["bound"] = null;
  let child: ChildProcess | undefined;
  let isKilled = false;
  let killer: NodeJS.Timeout | undefined;
  let closer: NodeJS.Timeout | undefined;

  const kill = () => {
    if (isKilled) return;
    isKilled = true;
    if (child) killNow(child);
  };
  const killNow = (started: ChildProcess) => {
    spec.killTree(started);
    killer = setInterval(() => spec.killTree(started), KILL_AGAIN_MS);
    closer = setTimeout(() => {
      for (const source of [started.stdout, started.stderr]) source?.destroy();
    }, PIPES_MAX_MS);
  };
  const exceed = (what: NonNullable<Exit["bound"]>) => {
    if (isKilled) return;
    bound = what;
    kill();
  };

  void (async () => {
    try {
      child = await spec.start();
    } catch (error) {
      output.end(`cannot be started: ${error instanceof Error ? error.message : String(error)}\n`);
      ended.resolve({ exit_code: 127, signal: null, bound: null });
      return;
    }
    const started = child;
    const timer = setTimeout(() => exceed("time"), spec.bounds.timeMs);
    const pidOf = spec.pidOf ?? (() => started.pid);
    const unwatch = watchTree({ pidOf, bounds: spec.bounds, folders: spec.writable, onExceeded: exceed });
    const sources = [started.stdout, started.stderr].filter((source) => source !== null);
    let written = 0;
    for (const source of sources) {
      source.on("data", (piece: Buffer) => {
        if (isKilled && spec.hasToolsStderr && source === started.stderr) return;
        const room = spec.bounds.outputBytes - written;
        written += piece.length;
        if (room > 0) {
          const isFull = !output.write(room < piece.length ? piece.subarray(0, room) : piece);
          // Nobody reads: the program waits, as it would at any pipe.
          if (isFull) for (const each of sources) each.pause();
        }
        if (written > spec.bounds.outputBytes) exceed("output");
      });
    }
    const resume = () => {
      for (const source of sources) source.resume();
    };
    output.on("drain", resume);
    output.on("close", resume);
    if (isKilled) killNow(started);
    started.on("error", (error) => output.write(`cannot be started: ${error.message}\n`));
    started.on("exit", () => {
      // What it wrote is read to the end also when nobody takes it: its pipes must close.
      if (isKilled) resume();
    });
    started.on("close", (code, signal) => {
      clearTimeout(timer);
      clearInterval(killer);
      clearTimeout(closer);
      unwatch();
      output.end();
      ended.resolve({ ...exitOf(isKilled, code, signal), bound });
    });
  })();

  return { output, exited: ended.promise, kill };
}

function exitOf(
  isKilled: boolean,
  code: number | null,
  signal: NodeJS.Signals | null,
): { exit_code: number | null; signal: string | null } {
  if (isKilled) return { exit_code: null, signal: "SIGKILL" };
  if (code === null) return { exit_code: null, signal };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - SIGNAL_BASE)?.[0];
  return name === undefined ? { exit_code: code, signal: null } : { exit_code: null, signal: name };
}
