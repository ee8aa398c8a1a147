import { Cron } from "croner";
import { UdtError, type Timing, say } from "@udt/contract";

/**
 * The next times at which a schedule fires, as epoch milliseconds. Where clocks are put forward a time that does not exist
 * fires at the first one that does; where they are put back it fires once.
 * @throws UdtError cron_invalid, time_zone_invalid
 */
export function nextTimes(timing: Timing, after: number, count: number): number[] {
  assertTimeZone(timing.time_zone);
  const patterns = timing.kind === "crontab" ? [timing.cron.trim()] : patternsOf(timing);
  const times = patterns.flatMap((pattern) => timesOf(pattern, timing.time_zone, after, count));
  return [...new Set(times)].toSorted((a, b) => a - b).slice(0, count);
}

/**
 * The same of a schedule that is to be made: one that would never fire, as on a 30 February, is a mistake.
 * @throws UdtError cron_invalid, time_zone_invalid
 */
export function comingTimes(timing: Timing, after: number, count: number): [number, ...number[]] {
  const [first, ...others] = nextTimes(timing, after, count);
  if (first === undefined) throw new UdtError("cron_invalid", { reason: say("cron_never") });
  return [first, ...others];
}

function patternsOf(timing: Extract<Timing, { kind: "timed" }>): string[] {
  const [hour, minute] = timing.time.split(":").map(Number);
  const days = timing.days.includes("daily") ? "*" : timing.days.join(",");
  return [`${minute} ${hour} * * ${days}`];
}

function timesOf(pattern: string, time_zone: string, after: number, count: number): number[] {
  try {
    // Five fields: a test takes longer than a second, so seconds would only be a mistake.
    const cron = new Cron(pattern, { timezone: time_zone, paused: true, mode: "5-part" });
    return cron.nextRuns(count, new Date(after)).map((date) => date.getTime());
  } catch (error) {
    const raw = error instanceof Error ? error.message : String(error);
    const hasFive = pattern.split(/\s+/).length === 5;
    throw new UdtError("cron_invalid", { reason: say(hasFive ? "cron_unreadable" : "cron_fields", {}, raw) });
  }
}

function assertTimeZone(time_zone: string): void {
  try {
    Intl.DateTimeFormat("en", { timeZone: time_zone });
  } catch {
    throw new UdtError("time_zone_invalid", { time_zone });
  }
}
