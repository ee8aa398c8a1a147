import type { CaseDetail, CaseRun, JunitCase, Run, Slot } from "@udt/contract";

/** What a JUnit file counts. */
export interface JunitCounts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  cost: number;
}

/** What a file is made from: the head at once, the cases in pieces, in the library's order. */
export interface ReportData {
  run: Run;
  slots: readonly Slot[];
  /** What the applications of its configuration are called, by `app_id`. */
  app_names: ReadonlyMap<string, string>;
  /** `details` are those of failed and skipped cases. */
  cases(): AsyncIterable<{ list: CaseRun[]; details: Map<number, CaseDetail> }>;
  /** One device after the other, besides with what their framework's own files say of them. */
  casesByDevice(): AsyncIterable<{
    list: CaseRun[];
    details: Map<number, CaseDetail>;
    reported: Map<number, JunitCase[]>;
  }>;
  /** The last picture that a case's script kept, as a data URL; undefined where there is none, or it is too large to send around. */
  pictureOf(one: CaseRun): Promise<string | undefined>;
  /** Whoever reads it is to see what was recorded. */
  shows_videos: boolean;
  /** The address of what was recorded of a case, with its moments; true where it is left out, undefined where there is none. */
  videoOf(one: CaseRun): Promise<string | true | undefined>;
  /** By device; null has the cases that no device has been given. */
  countsByDevice(): Promise<Map<number | null, JunitCounts>>;
}

/** Pieces of text become chunks of this size: what a socket takes at once. */
const CHUNK = 64 * 1024;

/** Joins small texts, so that a file of 100,000 cases is not 100,000 writes. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = "";
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = "";
  }
  if (waiting !== "") yield waiting;
}
