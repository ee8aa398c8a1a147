import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, type DataOf } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { makeLibrary } from "../../../test/library-factory.ts";
import { makeRun, MONKEY_JOB } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { libraries } from "../../platform/database/libraries.schema.ts";
import { newId } from "../../platform/ids.ts";

const NOTHING = {
  touch: false,
  run: false,
  phone: false,
  colleague: false,
  library: false,
  device: null,
  job: null,
};

onEachDatabase("first steps in a project", (open) => {
  let udt: TestServer;
  let admin: Person;
  let ada: Person;
  let bob: Person;

  const steps = (as: Person, project: string): Promise<DataOf<typeof ENDPOINTS.homeFirstSteps>> =>
    udt.ok(ENDPOINTS.homeFirstSteps, { as, query: { project } });
  const debugged = (project_id: string, { user_id }: Person) =>
    udt.server.database.db.insert(tests).values({
      test_id: newId(),
      kind: "debug",
      project_id,
      user_id,
      state: "ended",
      end_reason: "user",
      duration_minutes: 60,
      created_at: 0,
      started_at: 0,
      ended_at: 0,
      deadline: 0,
    });
  const library = async (project_id: string, change: Partial<typeof libraries.$inferInsert>) => {
    const library_id = newId();
    await udt.server.database.db.insert(libraries).values({
      library_id,
      project_id,
      name: library_id,
      framework: "node_test",
      url: "https://git.example.com/shop.git",
      branch: "main",
      sync: false,
      hook_secret: "",
      hook_hash: library_id,
      user_id: ada.user_id,
      created_at: 0,
      updated_at: 0,
      ...change,
    });
    return library_id;
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("admin", { udt_admin: true });
    ada = await udt.person("ada");
    bob = await udt.person("bob");
    await udt.project("alone", [{ person: ada, user_type: 1 }]);
    await udt.project("both", [
      { person: ada, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    await udt.project("elsewhere", [{ person: ada, user_type: 1 }], { visibility: 2 });
  });
  afterAll(() => udt.dispose());

  it("are none at first", async () => expect(await steps(ada, "alone")).toEqual(NOTHING));

  it("know a colleague by who belongs to the project", async () => {
    expect(await steps(ada, "both")).toEqual({ ...NOTHING, colleague: true });
  });

  it("know what somebody touched and ran in this project themselves", async () => {
    await debugged("both", ada);
    await debugged("elsewhere", bob);
    expect(await steps(ada, "both")).toEqual({ ...NOTHING, colleague: true, touch: true });
    expect(await steps(bob, "both")).toEqual({ ...NOTHING, colleague: true });
    await makeRun(udt.server.database.db, { project_id: "both", user_id: bob.user_id, at: 0 });
    expect(await steps(bob, "both")).toEqual({ ...NOTHING, colleague: true, run: true });
    expect(await steps(ada, "both")).toMatchObject({ touch: true, run: false });
  });

  it("know a library that did not come with the project, while it is there", async () => {
    await library("alone", { is_builtin: true });
    await library("alone", { deleted_at: 1 });
    expect((await steps(ada, "alone")).library).toBe(false);
    await library("alone", {});
    expect((await steps(ada, "alone")).library).toBe(true);
    expect((await steps(ada, "both")).library).toBe(false);
  });

  it("begin with the task that was there first", async () => {
    const query = { project: "alone" };
    const make = async (name: string) => {
      const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: ada, query, body: { name, config: MONKEY_JOB } });
      udt.clock.turn(1_000);
      return { job_id, name };
    };
    const first = await make("First");
    await make("Second");
    expect((await steps(ada, "alone")).job).toEqual({ ...first, awaits_library: false });
  });

  it("wait with a task whose library is still to be read for the first time", async () => {
    const { db } = udt.server.database;
    const read = await makeLibrary(db, { project_id: "both", user_id: ada.user_id, now: 0 }, 1);
    const unread = await library("both", {});
    const configOf = (library_id: string) => ({ ...MONKEY_JOB, framework: "node_test" as const, library_id });
    const query = { project: "both" };
    const body = { name: "Shop", config: configOf(unread) };
    const { job_id, revision } = await udt.ok(ENDPOINTS.jobCreate, { as: ada, query, body });
    expect((await steps(ada, "both")).job).toEqual({ job_id, name: "Shop", awaits_library: true });
    const change = { name: "Shop", config: configOf(read), revision };
    await udt.ok(ENDPOINTS.jobUpdate, { as: ada, query, params: { job_id }, body: change });
    expect((await steps(ada, "both")).job).toMatchObject({ awaits_library: false });
  });

  it("know a phone that is not virtual, there or not, and begin with one that is free", async () => {
    const virtual = await udt.agent("virtual", ["alone"]);
    await virtual.connect([deviceReport("v-1", { model: "Virtual Fold" })]);
    const before = await steps(ada, "alone");
    expect(before.phone).toBe(false);
    expect(before.device).toMatchObject({ model: "Virtual Fold" });
    const real = await udt.agent("rack", ["alone"]);
    await real.connect([deviceReport("r-1", { is_virtual: false, readiness: "initializing" })]);
    expect(await steps(ada, "alone")).toMatchObject({ phone: true, device: before.device });
    expect(await steps(ada, "both")).toMatchObject({ phone: false, device: null });
  });

  it("offer no phone that is not there for debugging", async () => {
    const { device_id } = (await steps(ada, "alone")).device!;
    const place = (remote_access: boolean) =>
      udt.ok(ENDPOINTS.adminDevicePlace, { as: admin, params: { device_id }, body: { remote_access } });
    await place(false);
    expect((await steps(ada, "alone")).device).toBeNull();
    await place(true);
    expect((await steps(ada, "alone")).device).toMatchObject({ device_id });
  });

  it("are not a guest's to know", async () => {
    await udt.refused(ENDPOINTS.homeFirstSteps, { as: bob, query: { project: "elsewhere" } }, "user_not_in_project");
  });
});
