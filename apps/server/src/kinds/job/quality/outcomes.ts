/** The outcomes of a run's cases as bytes: two bits for each case by its number, of which the low one says that it passed and the high one that it failed. */
import { caseHealth, type CaseHealth } from "@udt/contract";

const PASSED = 1;
const FAILED = 2;
/** Of which each byte has so many. */
const CASES_A_BYTE = 4;

export function packOutcomes(passed: readonly number[], failed: readonly number[]): Buffer {
  const last = [passed, failed].reduce((most, numbers) => numbers.reduce((a, b) => Math.max(a, b), most), -1);
  const bytes = Buffer.alloc(Math.ceil((last + 1) / CASES_A_BYTE));
  const put = (numbers: readonly number[], outcome: number) => {
    for (const number of numbers) {
      const at = Math.floor(number / CASES_A_BYTE);
      bytes[at] = (bytes[at] ?? 0) | (outcome << (2 * (number % CASES_A_BYTE)));
    }
  };
  put(passed, PASSED);
  put(failed, FAILED);
  return bytes;
}

/** What a run's cases came to on devices of one kind. */
export interface RunOutcomes {
  test_id: string;
  outcomes: Uint8Array;
}

export interface JudgedCase {
  number: number;
  health: CaseHealth;
  runs: number;
  failed: number;
  /** The newest run in which it came out. */
  test_id: string;
}

/** The runs of one job, one after the other from the newest: by how many a case came out, and how. */
class Series {
  readonly runs: number[] = [];
  readonly failed: number[] = [];
  /** How each came out in the newest run in which it did. */
  readonly last: number[] = [];
  readonly last_test: string[] = [];

  add(test_id: string, bytes: Uint8Array): void {
    for (const [at, byte] of bytes.entries())
      for (let rest = byte, number = at * CASES_A_BYTE; rest !== 0; rest >>= 2, number++) {
        const outcome = rest & 3;
        if (outcome !== 0) this.#count(number, (outcome & FAILED) !== 0, test_id);
      }
  }

  #count(number: number, isFailed: boolean, test_id: string): void {
    const before = this.runs[number] ?? 0;
    this.runs[number] = before + 1;
    this.failed[number] = (this.failed[number] ?? 0) + Number(isFailed);
    if (before > 0) return;
    this.last[number] = isFailed ? FAILED : PASSED;
    this.last_test[number] = test_id;
  }
}

/**
 * Judges the cases of one job that came out in `now`, by the runs of then and of `before`, each with the newest first.
 * Rows of one run lie beside each other.
 */
export function judgeCases(
  now: readonly RunOutcomes[],
  before: readonly RunOutcomes[],
  flaky: ReadonlySet<number>,
): JudgedCase[] {
  const [these, those] = [seriesOf(now), seriesOf(before)];
  return Object.keys(these.runs).map((key) => {
    const number = Number(key);
    const [runs, failed] = [these.runs[number] ?? 0, these.failed[number] ?? 0];
    const then = those.last[number];
    const health = caseHealth({
      runs,
      failed,
      failed_last: these.last[number] === FAILED,
      failed_before: then === undefined ? undefined : then === FAILED,
      is_flaky: flaky.has(number),
    });
    return { number, health, runs, failed, test_id: these.last_test[number] ?? "" };
  });
}

function seriesOf(rows: readonly RunOutcomes[]): Series {
  const series = new Series();
  for (let at = 0; at < rows.length;) {
    const first = rows[at];
    if (first === undefined) break;
    let bytes = first.outcomes;
    for (at++; rows[at]?.test_id === first.test_id; at++) bytes = either(bytes, rows[at]?.outcomes ?? bytes);
    series.add(first.test_id, bytes);
  }
  return series;
}

/** What came out on devices of one kind or of another. */
function either(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  const bytes = Uint8Array.from(long);
  for (const [at, byte] of short.entries()) bytes[at] = (bytes[at] ?? 0) | byte;
  return bytes;
}
