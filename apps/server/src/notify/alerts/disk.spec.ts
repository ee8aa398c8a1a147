/** Alerts of disks, by one that is really filled. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { smallDisk } from "@udt/testkit";
import { untilLooked } from "./looks.fixture.ts";

const MEGABYTE = 1024 ** 2;
const disk = smallDisk(20);
if (!disk) console.warn("SKIPPED: alerts of a disk, because this process may not mount one");

describe.skipIf(!disk)("a disk", () => {
  let udt: TestServer;
  let admin: Person;
  const ballast = join(disk?.folder ?? "", "files");
  const taken = (megabytes: number) => writeFileSync(ballast, Buffer.alloc(megabytes * MEGABYTE));
  const look = async () => {
    await untilLooked(udt, { as: admin });
    return (await udt.ok(ENDPOINTS.alertList, { as: admin, query: { state: "open" } })).list;
  };

  beforeAll(async () => {
    udt = await TestServer.start(embedded, { blob_url: pathToFileURL(disk!.folder).href });
    admin = await udt.person("Root", { udt_admin: true });
    await udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { alert_disk_percent: 30 } });
  });
  afterAll(async () => {
    await udt?.dispose();
    disk?.unmount();
  });

  it("is told below its bound, until a fifth more is free, and when nothing can be written", async () => {
    const of = (list: { subject: string }[]) => list.filter(({ subject }) => subject === "files");
    taken(13);
    expect(of(await look())).toEqual([]);
    taken(15);
    expect(of(await look())).toMatchObject([
      { kind: "disk", reason: { code: "alert_files_low", args: { bound: 30, percent: 25 } } },
    ]);
    const { blobs } = await udt.ok(ENDPOINTS.systemHealth, { as: admin });
    expect(blobs).toMatchObject({ ok: true, total_bytes: 20 * MEGABYTE });
    // 31 %: above the bound, and not so far that it would not come and go.
    taken(13.8);
    await look();
    expect(of(await look())).toHaveLength(1);
    taken(12);
    expect(of(await look())).toHaveLength(1);
    expect(of(await look())).toEqual([]);
    disk!.fill();
    expect(of(await look())).toMatchObject([{ reason: { code: "alert_files_unwritable" } }]);
    disk!.free();
    rmSync(ballast);
    await look();
    expect(of(await look())).toEqual([]);
  });
});
