/** Files on a disk that does not answer: a real one, over the folder of a real server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { silentDisk, type SilentDisk } from "@udt/testkit";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { untilLooked } from "./looks.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "udt-silent-disk-"));
const probe = silentDisk(folder);
probe?.end();
if (!probe) console.warn("SKIPPED: alerts of a disk that does not answer, because this process may not mount one");

describe.skipIf(!probe)("a disk that does not answer", () => {
  let udt: TestServer;
  let admin: Person;
  let disk: SilentDisk | undefined;
  const answers = () => {
    disk?.end();
    disk = undefined;
  };
  const list = async (state: "open" | "ended") =>
    (await udt.ok(ENDPOINTS.alertList, { as: admin, query: { state } })).list;
  const look = async () => {
    await untilLooked(udt, { as: admin });
    return (await list("open")).map(({ kind, reason }) => [kind, reason.code]);
  };
  const health = () => udt.ok(ENDPOINTS.systemHealth, { as: admin });
  const signIn = () => {
    const { admin_email: email, admin_password: password } = udt.settings;
    return udt.ok(ENDPOINTS.userLogin, { body: { email, password } });
  };

  beforeAll(async () => {
    udt = await TestServer.start(embedded, { blob_url: pathToFileURL(folder).href });
    admin = await udt.person("Root", { udt_admin: true });
    await udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { alert_queue_minutes: 10 } });
    await udt.project("waits", []);
  });
  afterAll(async () => {
    answers();
    await udt?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is told as such beside all else that is wrong, holds nobody up, and is well once it answers", async () => {
    const now = udt.clock.now();
    await udt.server.database.db.insert(tests).values({
      test_id: "waits",
      project_id: "waits",
      kind: "job",
      state: "queued",
      duration_minutes: 60,
      deadline: now + 86_400_000,
      user_id: admin.user_id,
      created_at: now - 3_600_000,
    });
    disk = silentDisk(folder);
    const silent = [
      ["disk", "alert_files_silent"],
      ["queue", "alert_queue_waits"],
    ];
    expect((await look()).toSorted()).toEqual(silent);
    expect((await health()).blobs).toMatchObject({ ok: false, fault: { code: "alert_files_silent" } });
    await udt.refused(ENDPOINTS.health, {}, "unavailable");
    // More often than the process has threads for files and passwords, each of which would hang.
    for (let again = 0; again < 4; again++) {
      expect((await look()).toSorted()).toEqual(silent);
      await health();
      await udt.refused(ENDPOINTS.health, {}, "unavailable");
    }
    await signIn();
    // The next one tidies its files when it starts, which hangs, too.
    await udt.restart();
    await udt.server.stop();
    answers();
    await udt.restart();
    await look();
    await look();
    expect(await list("ended")).toMatchObject([{ kind: "disk", reason: { code: "alert_files_silent" } }]);
    expect((await health()).blobs).toMatchObject({ ok: true, fault: null });
    expect(await udt.call(ENDPOINTS.health)).toMatchObject({ status: 200 });
  });
});
