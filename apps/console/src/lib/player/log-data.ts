/** A line of a recorded log: `1767225600.123 1234 5678 I Tag: message`, its time by the server's clock. */
export interface RecordedLine {
  /** Epoch milliseconds. */
  time: number;
  level: string;
  tag: string;
  message: string;
}

const LINE = /^(\d+\.\d{3}) \d+ \d+ (\S) ([^:]*): ?(.*)$/;

/** Lines that are none, such as the half of one at the edge of what was read, are left out. */
export function parseLog(text: string): RecordedLine[] {
  return text.split("\n").flatMap((line) => {
    const match = LINE.exec(line);
    if (!match) return [];
    const [, time = "", level = "", tag = "", message = ""] = match;
    return [{ time: Math.round(Number(time) * 1000), level, tag, message }];
  });
}

/** Reads bytes from `start` up to and without `end` as text. */
export type ReadRange = (start: number, end: number) => Promise<string>;

const PROBE = 8 * 1024;
const NEAR = 64 * 1024;
const STEP = 1024 ** 2;
/** As much of a log as a page shows at once. */
const MOST = 6 * 1024 ** 2;

/** The lines from `from` to `to` of a log of any length: their place is found by halving, not by reading all before. */
export async function readLog(read: ReadRange, size: number, from: number, to: number): Promise<RecordedLine[]> {
  let low = 0;
  let high = size;
  while (high - low > NEAR) {
    const middle = Math.floor((low + high) / 2);
    const [first] = parseLog(await read(middle, Math.min(size, middle + PROBE)));
    if (first === undefined || first.time >= from) high = middle;
    else low = middle;
  }
  let text = "";
  for (let start = low; start < size && text.length < MOST; start += STEP) {
    text += await read(start, Math.min(size, start + STEP));
    const last = parseLog(text.slice(-PROBE)).at(-1);
    if (last !== undefined && last.time > to) break;
  }
  return parseLog(text).filter(({ time }) => time >= from && time <= to);
}

/** The last line that was there at `time`; -1 before the first. */
export function lineAt(lines: readonly RecordedLine[], time: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.time ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
