import { and, eq, isNull, or, sql, type SQL } from "../../platform/database/sql.ts";
import { devices, leases } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_pictures } from "../../platform/database/pictures.schema.ts";

/**
 * Joins a device and the lease that holds it with its picture. One that was taken in a test is there for nobody once that
 * test holds the device no longer, whether or not it has been deleted yet.
 */
export const isItsPicture = (): SQL | undefined =>
  and(
    eq(device_pictures.device_id, devices.device_id),
    or(isNull(device_pictures.test_id), eq(device_pictures.test_id, leases.test_id)),
  );

/** Of a device that is this agent's now; undefined for every other. Locked: who takes it waits to the end of the transaction. */
export async function lockDeviceOf(
  tx: Queries,
  agent_id: string,
  serial: string,
): Promise<{ device_id: string; lease: { lease_token: number; test_id: string } | null } | undefined> {
  const [device] = await tx
    .select({ device_id: devices.device_id })
    .from(devices)
    .where(and(eq(devices.serial, serial), eq(devices.agent_id, agent_id), eq(devices.attached, true)))
    .for("no key update");
  if (!device) return undefined;
  const [lease] = await tx
    .select({ lease_token: leases.lease_token, test_id: leases.test_id })
    .from(leases)
    .where(and(eq(leases.device_id, device.device_id), isNull(leases.released_at)));
  return { ...device, lease: lease ?? null };
}

/** In place of the one before. */
export async function putPicture(tx: Queries, picture: typeof device_pictures.$inferInsert): Promise<void> {
  const { taken_at, jpeg, test_id = null } = picture;
  await tx
    .insert(device_pictures)
    .values(picture)
    .onConflictDoUpdate({
      target: device_pictures.device_id,
      // Two pictures have two names, also where a clock was set back.
      set: { taken_at: sql`greatest(${taken_at}::bigint, ${device_pictures.taken_at} + 1)`, jpeg, test_id },
    });
}

/** The very picture that somebody was told of. */
export async function readPicture(
  db: Queries,
  of: { device_id: string; taken_at: number; test_id: string | null },
): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ jpeg: device_pictures.jpeg })
    .from(device_pictures)
    .where(
      and(
        eq(device_pictures.device_id, of.device_id),
        eq(device_pictures.taken_at, of.taken_at),
        sql`${device_pictures.test_id} is not distinct from ${of.test_id}`,
      ),
    );
  return row?.jpeg;
}
