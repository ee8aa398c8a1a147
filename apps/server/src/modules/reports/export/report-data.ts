import type { CaseDetail, CaseRun, Run, Slot } from "@udt/contract";

/** What a file is made from: the head at once, the cases in pieces, in the library's order. */
export interface ReportData {
  run: Run;
  slots: readonly Slot[];
  /** `details` are those of failed cases. */
  cases(): AsyncIterable<{ list: CaseRun[]; details: Map<number, CaseDetail> }>;
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
