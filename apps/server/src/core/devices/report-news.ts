/** What became of a report, and what of it is news. */
import type { DeviceReport } from "@udt/contract";
import type { ReportedRow } from "./reports.repository.ts";

/** A device that another live agent holds. */
export interface RefusedDevice {
  serial: string;
  device_id: string;
  agent_name: string;
}

/** What became of devices that an agent reported. */
export interface Reported {
  /** The claims that another live agent holds. */
  refused: RefusedDevice[];
  /** The devices that another agent had until then. */
  moved: string[];
  /** The devices that became ready. */
  ready: string[];
  at: number;
}

/** Whether it tells something new of how worn the device is. */
export const isNewWear = (before: ReportedRow | undefined, after: ReportedRow): boolean =>
  (["battery_celsius", "battery_cycles", "battery_level", "free_bytes"] as const).some(
    (name) => after[name] !== (before?.[name] ?? null),
  );

/**
 * When a device that is reported was seen, at first and now, and since when its agent says of it what it says: that it was
 * there before, at this agent, and the same was said of it.
 */
export function seenNow(
  before: ReportedRow | undefined,
  { agent_id, readiness }: Pick<ReportedRow, "agent_id" | "readiness">,
  now: number,
): Pick<ReportedRow, "attached" | "last_seen_at" | "first_seen_at" | "readiness_since"> {
  const isSame = before?.attached === true && before.agent_id === agent_id && before.readiness === readiness;
  return {
    attached: true,
    last_seen_at: now,
    first_seen_at: before?.first_seen_at ?? now,
    readiness_since: isSame ? before.readiness_since : now,
  };
}

/** Whether a device looks different now. */
export function differs(before: ReportedRow, after: ReportedRow): boolean {
  return (Object.keys(after) as (keyof ReportedRow)[]).some(
    (key) => key !== "last_seen_at" && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}

/** One of each serial, the last where it is said twice; in one order everywhere, so that two agents that report the same do not wait for each other. */
export const ordered = (reports: readonly DeviceReport[]): DeviceReport[] =>
  [...new Map(reports.map((report) => [report.serial, report])).values()].toSorted((a, b) =>
    a.serial < b.serial ? -1 : 1,
  );
