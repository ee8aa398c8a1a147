/** Reads files of low-code steps beside the page, which goes on typing meanwhile. */
import { completeLowCode, isLowCode, LOW_CODE_LIMITS, readLowCode, type Completions, type Fault } from "@udt/low-code";

export interface Checked {
  faults: Fault[];
  /** There may be more. */
  is_cut: boolean;
}

export type ToLowCodeWorker = { id: number; text: string } & ({ ask: "check" } | { ask: "complete"; offset: number });
export type FromLowCodeWorker = { id: number } & (
  | { checked: Checked | undefined }
  | { completions: Completions | undefined }
);

self.addEventListener("message", ({ data }: MessageEvent<ToLowCodeWorker>) => {
  const answer: FromLowCodeWorker =
    data.ask === "check"
      ? { id: data.id, checked: check(data.text) }
      : { id: data.id, completions: isLowCode(data.text) ? completeLowCode(data.text, data.offset) : undefined };
  self.postMessage(answer, { transfer: [] });
});

/** Undefined of a file that does not say that it is of the format. */
function check(text: string): Checked | undefined {
  if (!isLowCode(text)) return undefined;
  const read = readLowCode(text);
  const faults = "faults" in read ? read.faults : [];
  return { faults, is_cut: faults.length >= LOW_CODE_LIMITS.faults_max };
}
