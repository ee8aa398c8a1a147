import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or } from "../../platform/database/sql.ts";
import { INSTALL_FILE_STATES, INSTALL_FINAL_STATES, LIMITS, type EndReason } from "@udt/contract";
import { apps, installs } from "../../platform/database/apps.schema.ts";
import { devices, leases, test_devices, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";

export type InstallRow = typeof installs.$inferSelect;
/** Where an installation belongs. */
export interface InstallPlace {
  project_id: string;
  test_id: string;
  device_id: string;
}

/** What sending a package takes. */
export type PackageFile = Pick<typeof apps.$inferSelect, "blob_key" | "md5" | "size_bytes" | "kind">;

const at = (place: InstallPlace) =>
  and(
    eq(installs.project_id, place.project_id),
    eq(installs.test_id, place.test_id),
    eq(installs.device_id, place.device_id),
  );
const underWay = () => notInArray(installs.state, [...INSTALL_FINAL_STATES]);

/** False when the same is under way there already, or the test's own installation was started before. */
export async function insertInstall(db: Queries, install: InstallRow): Promise<boolean> {
  const rows = await db
    .insert(installs)
    .values(install)
    .onConflictDoNothing()
    .returning({ install_id: installs.install_id });
  return rows.length > 0;
}

/** The one that stands in the way of another: of the same app, or off the device of the same package. */
export async function findUnderWay(
  db: Queries,
  place: InstallPlace,
  { app_id, package_name }: Pick<InstallRow, "app_id" | "package_name">,
): Promise<InstallRow | undefined> {
  const same =
    app_id === null
      ? and(isNull(installs.app_id), eq(installs.package_name, package_name))
      : eq(installs.app_id, app_id);
  const [row] = await db
    .select()
    .from(installs)
    .where(and(at(place), same, underWay()));
  return row;
}

export async function findInstall(
  db: Queries,
  place: InstallPlace,
  install_id: string,
): Promise<InstallRow | undefined> {
  const [row] = await db
    .select()
    .from(installs)
    .where(and(at(place), eq(installs.install_id, install_id)));
  return row;
}

export async function listInstalls(db: Queries, place: InstallPlace): Promise<InstallRow[]> {
  return db
    .select()
    .from(installs)
    .where(at(place))
    .orderBy(desc(installs.created_at), desc(installs.install_id))
    .limit(LIMITS.install_list_max);
}

/** Locks an installation whose lease this agent holds. */
export async function lockOfAgent(
  tx: Queries,
  agent_id: string,
  of: { install_id: string; test_id: string; serial: string; lease_token: number },
): Promise<InstallRow | undefined> {
  const [row] = await tx
    .select({ install: installs })
    .from(installs)
    .innerJoin(leases, eq(leases.lease_token, installs.lease_token))
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .where(
      and(
        eq(installs.install_id, of.install_id),
        eq(installs.test_id, of.test_id),
        eq(installs.lease_token, of.lease_token),
        isNull(leases.released_at),
        eq(devices.serial, of.serial),
        eq(devices.agent_id, agent_id),
      ),
    )
    .for("update", { of: installs });
  return row?.install;
}

export async function lockInstall(tx: Queries, install_id: string): Promise<InstallRow | undefined> {
  const [row] = await tx.select().from(installs).where(eq(installs.install_id, install_id)).for("update");
  return row;
}

/** Locks those of an app that have not come as far as to need its file no more. */
export async function lockNeedingFile(tx: Queries, app_id: string): Promise<InstallRow[]> {
  return tx
    .select()
    .from(installs)
    .where(and(eq(installs.app_id, app_id), inArray(installs.state, [...INSTALL_FILE_STATES])))
    .for("update");
}

const orphans = (test_ids: string[] | undefined) =>
  and(test_ids && inArray(installs.test_id, test_ids), underWay(), eq(tests.state, "ended"));

/** Whether any is under way although its test has ended: of these tests, or of all. */
export async function hasOrphans(db: Queries, test_ids: string[] | undefined): Promise<boolean> {
  const rows = await db
    .select({ install_id: installs.install_id })
    .from(installs)
    .innerJoin(tests, eq(tests.test_id, installs.test_id))
    .where(orphans(test_ids))
    .limit(1);
  return rows.length > 0;
}

/** Locks them. */
export async function lockOrphans(
  tx: Queries,
  test_ids: string[] | undefined,
): Promise<{ install: InstallRow; end_reason: EndReason | null }[]> {
  return tx
    .select({ install: installs, end_reason: tests.end_reason })
    .from(installs)
    .innerJoin(tests, eq(tests.test_id, installs.test_id))
    .where(orphans(test_ids))
    .for("update", { of: installs });
}

export async function updateInstall(db: Queries, install_id: string, change: Partial<InstallRow>): Promise<void> {
  await db.update(installs).set(change).where(eq(installs.install_id, install_id));
}

/** The package of an installation under way whose lease this agent holds, on a test that has not ended. */
export async function findFileForAgent(
  db: Queries,
  agent_id: string,
  install_id: string,
): Promise<PackageFile | undefined> {
  const [row] = await db
    .select({ blob_key: apps.blob_key, md5: apps.md5, size_bytes: apps.size_bytes, kind: apps.kind })
    .from(installs)
    .innerJoin(apps, and(eq(apps.app_id, installs.app_id), eq(apps.project_id, installs.project_id)))
    .innerJoin(leases, eq(leases.lease_token, installs.lease_token))
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .innerJoin(
      test_devices,
      and(eq(test_devices.test_id, installs.test_id), eq(test_devices.device_id, installs.device_id)),
    )
    .innerJoin(tests, eq(tests.test_id, installs.test_id))
    .where(
      and(
        eq(installs.install_id, install_id),
        underWay(),
        isNull(leases.released_at),
        eq(devices.agent_id, agent_id),
        eq(test_devices.state, "running"),
        ne(tests.state, "ended"),
      ),
    );
  return row;
}

/** Those under way on this agent's devices, with their apps; what is uninstalled has none. */
export async function listOfAgent(
  db: Queries,
  agent_id: string,
): Promise<{ install: InstallRow; app: { md5: string; size_bytes: number } | null }[]> {
  return db
    .select({ install: installs, app: { md5: apps.md5, size_bytes: apps.size_bytes } })
    .from(installs)
    .leftJoin(apps, and(eq(apps.app_id, installs.app_id), eq(apps.project_id, installs.project_id)))
    .innerJoin(leases, eq(leases.lease_token, installs.lease_token))
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .where(
      and(
        underWay(),
        isNull(leases.released_at),
        eq(devices.agent_id, agent_id),
        or(isNull(installs.app_id), isNotNull(apps.app_id)),
      ),
    );
}

export async function deleteInstalls(db: Queries, project_id: string): Promise<void> {
  await db.delete(installs).where(eq(installs.project_id, project_id));
}
