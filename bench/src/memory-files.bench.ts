import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark, Row } from "./lib/report.ts";
import { countingOf, readingOf, type Reading, type Taken } from "./memory-files/measured.ts";
import { goMissing, goTop, writeProfile } from "./memory-files/profile.ts";
import { writeAllBySize, writeSmaps } from "./memory-files/texts.ts";

const ALL_BY_SIZE_BYTES = 1.3e9;
const SMAPS_BYTES = 500e6;
const BUDGET_MS = 90_000;
const BUDGET_MB = 300;
const PROFILES = 3;

/** Reads a file that is there for as long as that takes. */
async function readOnce(
  path: string,
  write: (path: string) => void,
): Promise<{ mb: number; ours: Reading; wc: Taken }> {
  try {
    write(path);
    const mb = statSync(path).size / 1e6;
    // First wc: of what lies in the page cache then both have the same.
    const wc = await countingOf(path);
    return { mb, ours: await readingOf(path), wc };
  } finally {
    rmSync(path, { force: true });
  }
}

const rowsOf = (what: string, { mb, ours, wc }: Awaited<ReturnType<typeof readOnce>>): Row[] => [
  { what: `${what}, read`, unit: "ms", value: ours.ms, floor: wc.ms, budget: BUDGET_MS },
  { what: `${what}, CPU of it, user and system`, unit: "ms", value: ours.cpu_ms, floor: wc.cpu_ms },
  {
    what: `${what}, throughput`,
    unit: "MB/s",
    value: (mb * 1_000) / ours.ms,
    floor: (mb * 1_000) / wc.ms,
    at_least: (mb * 1_000) / BUDGET_MS,
  },
  { what: `${what}, peak memory`, unit: "MB", value: ours.peak_mb, floor: wc.peak_mb, budget: BUDGET_MB },
];

/** A profile of which both say the same, to the byte. */
async function profileRows(path: string): Promise<{ rows: Row[]; notes: string[] }> {
  const total = writeProfile(path);
  const missing = await goMissing();
  const took: { ours: Reading[]; go: number[] } = { ours: [], go: [] };
  for (let time = 0; time < PROFILES; time += 1) {
    const reading = await readingOf(path);
    if (reading.bytes !== total) throw new Error(`the profile has ${total} bytes, and ${reading.bytes} were read`);
    took.ours.push(reading);
    if (missing !== undefined) continue;
    const from = performance.now();
    const told = await goTop(path);
    took.go.push(performance.now() - from);
    if (told !== total) throw new Error(`the profile has ${total} bytes, and Go's pprof says ${told}`);
  }
  const least = (values: readonly number[]) => Math.min(...values);
  const [reading] = took.ours;
  const floor = missing === undefined ? { floor: least(took.go) } : {};
  return {
    rows: [
      { what: "pprof, read", unit: "ms", value: least(took.ours.map(({ ms }) => ms)), ...floor },
      { what: "pprof, CPU of it, user and system", unit: "ms", value: least(took.ours.map(({ cpu_ms }) => cpu_ms)) },
      { what: "pprof, peak memory", unit: "MB", value: least(took.ours.map(({ peak_mb }) => peak_mb)) },
    ],
    notes: [
      `a profile of ${reading?.lines} samples and ${total} bytes in use`,
      missing === undefined
        ? `go tool pprof -top says the same to the byte; its floor is the whole process, of ours the start is left out; least of ${PROFILES}`
        : `SKIPPED: Go's pprof is not here, and the floor is left out (${missing})`,
    ],
  };
}

export default {
  title: "files of memory, read in a process of their own; floor: wc -l on the same file, Go's own pprof -top",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-memory-files-"));
    try {
      const sizes = await readOnce(join(folder, "all-by-size.txt"), (path) => writeAllBySize(path, ALL_BY_SIZE_BYTES));
      const smaps = await readOnce(join(folder, "smaps.txt"), (path) => writeSmaps(path, SMAPS_BYTES));
      const profile = await profileRows(join(folder, "heap.pb.gz"));
      return {
        rows: [...rowsOf("-allBySize", sizes), ...rowsOf("smaps", smaps), ...profile.rows],
        notes: [
          `-allBySize: ${Math.round(sizes.mb)} MB, ${sizes.ours.lines} lines, a tree of ${sizes.ours.calls} calls`,
          `smaps: ${Math.round(smaps.mb)} MB, ${smaps.ours.lines} lines`,
          ...profile.notes,
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
