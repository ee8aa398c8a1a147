const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How far apart the times below an axis may be; of days it is the days of any month that count. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((count) => count * DAY),
] as const;
/** At either end of an axis of times, for a dot beside the end of the scale. */
const EDGE = 0.05;

interface Timed {
  readonly time?: number;
}

/** From 0 to 1 where each is across a plot: at its time where all have one, else in rooms of the same width. */
export function placesOf(days: readonly Timed[]): number[] {
  const times = timesOf(days);
  if (!times) return days.map((_, index) => (index + 0.5) / days.length);
  const [first, last] = endsOf(times);
  return times.map((time) => placeOf(time, first, last));
}

/** The times of all, where all have one. */
export function timesOf(days: readonly Timed[]): number[] | undefined {
  const times = days.flatMap(({ time }) => time ?? []);
  return times.length > 0 && times.length === days.length ? times : undefined;
}

/** A time below an axis. */
export interface Tick {
  time: number;
  place: number;
  /** Another day than that of the tick before it. */
  isNewDay: boolean;
  /** How far apart ticks are. */
  step_ms: number;
}

/** At most so many round times of the viewer's clock within the axis; the first of the times where there is none. */
export function ticksOf(times: readonly number[], most: number): Tick[] {
  if (times.length === 0) return [];
  const [first, last] = endsOf(times);
  const step_ms = STEPS.find((step) => (last - first) / step < most - 1) ?? STEPS[STEPS.length - 1] ?? DAY;
  const round = first === last ? [] : roundTimes(first, last, step_ms);
  return (round.length > 0 ? round : [first]).map((time, index, all) => {
    const before = all[index - 1];
    const isNewDay = before === undefined || new Date(before).toDateString() !== new Date(time).toDateString();
    return { time, place: placeOf(time, first, last), isNewDay, step_ms };
  });
}

/** By the clock on the wall: an hour that is left out or comes twice moves none of those after it. */
function roundTimes(first: number, last: number, step: number): number[] {
  const from = new Date(first);
  const [year, month, date] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const days = step / DAY;
  const found = new Set<number>();
  // Below a day from midnight on; else every so many days, whichever the first sample's is.
  const past = days > 1 ? Math.floor(Date.UTC(year, month, date) / DAY) % days : 0;
  const sinceMidnight = first - new Date(year, month, date).getTime();
  for (let count = days >= 1 ? 0 : Math.max(0, Math.floor((sinceMidnight - HOUR) / step)); ; count++) {
    const at =
      days >= 1
        ? new Date(year, month, date - past + count * days)
        : new Date(year, month, date, 0, 0, 0, count * step);
    const time = at.getTime();
    if (time > last) return [...found];
    // What the clock leaves out is told as the hour after it, which is not round.
    if (time >= first && (days >= 1 || clockOf(at) % step === 0)) found.add(time);
  }
}

const clockOf = (at: Date): number =>
  at.getHours() * HOUR + at.getMinutes() * MINUTE + at.getSeconds() * SECOND + at.getMilliseconds();

const endsOf = (times: readonly number[]): [first: number, last: number] => {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[0] ?? 0, sorted.at(-1) ?? 0];
};

const placeOf = (time: number, first: number, last: number): number =>
  first === last ? 0.5 : EDGE + ((time - first) / (last - first)) * (1 - 2 * EDGE);

/** From the last back those that leave each other so much room. */
export function apart(places: readonly number[], room: number): ReadonlySet<number> {
  const kept = new Set<number>();
  let next = Infinity;
  for (const [index, place] of [...places.entries()].toReversed()) {
    if (next - place < room) continue;
    kept.add(index);
    next = place;
  }
  return kept;
}

/** The nearest across; of several at one place the nearest in height. */
export function nearest(
  points: readonly { place: number; height: number | null }[],
  at: { place: number; height: number },
): number {
  const farOf = ({ place, height }: (typeof points)[number]) => [
    Math.abs(place - at.place),
    height === null ? 1 : Math.abs(height - at.height),
  ];
  let best = 0;
  let least = [Infinity, Infinity];
  for (const [index, point] of points.entries()) {
    const far = farOf(point);
    const [across = 0, up = 0] = far;
    if (across < (least[0] ?? 0) || (across === least[0] && up < (least[1] ?? 0))) [best, least] = [index, far];
  }
  return best;
}
