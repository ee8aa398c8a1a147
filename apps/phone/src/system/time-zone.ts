/** What a clock on a wall says somewhere. Zones are IANA names. */

const offsets = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that nobody knows */
const offsetFormat = (zone: string): Intl.DateTimeFormat => {
  let made = offsets.get(zone);
  if (made === undefined) {
    made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    offsets.set(zone, made);
  }
  return made;
};

export function isTimeZone(zone: string): boolean {
  try {
    offsetFormat(zone);
    return true;
  } catch {
    return false;
  }
}

/** Minutes that a zone is ahead of UTC at a moment. */
export function offsetMinutes(timeMs: number, zone: string): number {
  const told = offsetFormat(zone)
    .formatToParts(timeMs)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d{2}):(\d{2})/.exec(told ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** `2026-01-31T13:05:09.007` as it is read there. */
export const wallTime = (timeMs: number, zone: string): string =>
  new Date(timeMs + offsetMinutes(timeMs, zone) * 60_000).toISOString().slice(0, -1);

/** `+0800` */
export function offsetText(timeMs: number, zone: string): string {
  const minutes = offsetMinutes(timeMs, zone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;
}

/** The moment that is read so there, given as if it were UTC. */
export function momentOf(wallMs: number, zone: string): number {
  const guess = wallMs - offsetMinutes(wallMs, zone) * 60_000;
  // Around a change of the clocks the first guess may be of the other side.
  return wallMs - offsetMinutes(guess, zone) * 60_000;
}
