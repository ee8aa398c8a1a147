import { and, asc, count, eq, getTableColumns, inArray } from "../../../platform/database/sql.ts";
import type { DeviceResult, RunOutcome, Said } from "@udt/contract";
import { devices, phases, test_devices } from "../../../platform/database/core.schema.ts";
import { run_devices } from "../../../platform/database/jobs.schema.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";

export type SlotRow = typeof slots.$inferSelect;
/** With how its agent said that its part ended, and why it records no memory. */
export type ReportedSlot = SlotRow & { outcome: RunOutcome | null; memory_fault: Said | null };
export type TestDeviceRow = typeof test_devices.$inferSelect;
export type PhaseRow = typeof phases.$inferSelect;

export async function listSlots(
  db: Queries,
  filter: { test_id: string; result?: DeviceResult | undefined; page_num: number; page_size: number },
): Promise<{ rows: ReportedSlot[]; total: number }> {
  const where = and(eq(slots.test_id, filter.test_id), filter.result && eq(slots.result, filter.result));
  const rows = await db
    .select({ ...getTableColumns(slots), outcome: run_devices.outcome, memory_fault: run_devices.memory_fault })
    .from(slots)
    .leftJoin(run_devices, and(eq(run_devices.test_id, slots.test_id), eq(run_devices.device_seq, slots.device_seq)))
    .where(where)
    .orderBy(asc(slots.device_seq))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [counted] = await db.select({ total: count() }).from(slots).where(where);
  return { rows, total: counted?.total ?? 0 };
}

export async function countResults(db: Queries, test_id: string): Promise<{ result: DeviceResult; devices: number }[]> {
  return db
    .select({ result: slots.result, devices: count() })
    .from(slots)
    .where(eq(slots.test_id, test_id))
    .groupBy(slots.result);
}

/** What is known of a test's devices: as they were when it began, and what they went through. */
export async function deviceParts(
  db: Queries,
  test_id: string,
): Promise<{ devices: Map<string, TestDeviceRow>; phases: Map<string, PhaseRow[]> }> {
  const parts = await db.select().from(test_devices).where(eq(test_devices.test_id, test_id));
  const steps = await db.select().from(phases).where(eq(phases.test_id, test_id)).orderBy(asc(phases.phase_id));
  return {
    devices: new Map(parts.map((part) => [part.device_id, part])),
    phases: Map.groupBy(steps, (step) => step.device_id),
  };
}

/** Devices that a test had and that are still known by id alone. */
export async function namesOf(
  db: Queries,
  device_ids: string[],
): Promise<Map<string, { brand: string; model: string; serial: string; os: string; os_version: string }>> {
  if (device_ids.length === 0) return new Map();
  const rows = await db
    .select({
      device_id: devices.device_id,
      brand: devices.brand,
      model: devices.model,
      serial: devices.serial,
      os: devices.os,
      os_version: devices.os_version,
    })
    .from(devices)
    .where(inArray(devices.device_id, device_ids));
  return new Map(rows.map(({ device_id, ...names }) => [device_id, names]));
}
