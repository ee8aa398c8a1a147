/** Reads and changes files of low-code steps beside the page, which goes on meanwhile. */
import {
  completeLowCode,
  editFollowing,
  isLowCode,
  lowCodeJsonSchema,
  LOW_CODE_LIMITS,
  outlineOf,
  readLowCode,
  type Completions,
  type Fault,
  type Followed,
  type LowCodeChange,
  type Outline,
} from "@udt/low-code";

export interface Checked {
  faults: Fault[];
  /** There may be more. */
  is_cut: boolean;
}
export type Outlined = Outline | { unreadable: Fault[] };

export type LowCodeWish =
  | { ask: "check" }
  | { ask: "complete"; offset: number }
  | { ask: "outline" }
  | { ask: "schema" }
  | { ask: "edit"; change: LowCodeChange; lines: readonly number[] };
export type ToLowCodeWorker = { id: number; text: string } & LowCodeWish;
export type FromLowCodeWorker = { id: number } & (
  | { checked: Checked | undefined }
  | { completions: Completions | undefined }
  | { outlined: Outlined }
  | { schema: object }
  | { edited: Followed }
);

self.addEventListener("message", ({ data }: MessageEvent<ToLowCodeWorker>) => {
  self.postMessage({ id: data.id, ...answer(data) } satisfies FromLowCodeWorker, { transfer: [] });
});

function answer(data: ToLowCodeWorker) {
  const { text } = data;
  switch (data.ask) {
    case "check":
      return { checked: check(text) };
    case "complete":
      return { completions: isLowCode(text) ? completeLowCode(text, data.offset) : undefined };
    case "outline":
      return { outlined: outlineOf(text) };
    case "schema":
      return { schema: lowCodeJsonSchema() };
    case "edit":
      return { edited: editFollowing(text, data.change, data.lines) };
  }
}

/** Undefined of a file that does not say that it is of the format. */
function check(text: string): Checked | undefined {
  if (!isLowCode(text)) return undefined;
  const read = readLowCode(text);
  const faults = "faults" in read ? read.faults : [];
  return { faults, is_cut: faults.length >= LOW_CODE_LIMITS.faults_max };
}
