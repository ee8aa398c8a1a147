import { expect, it } from "vitest";
import { type BodyInputOf, ENDPOINTS, LIMITS } from "@udt/contract";
import { shopFiles } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { memoryBench, type MemoryPerson } from "../../../test/memory-bench.ts";
import { memory_baselines } from "../../platform/database/memory-baselines.schema.ts";
import { newId } from "../../platform/ids.ts";

const MB = 1024 ** 2;

onEachDatabase("memory baselines", (open) => {
  const at = memoryBench(open);
  const { as } = at;
  const sample = async (mb: number) => at.tracer.read((await at.tracer.trace()).trace_id, shopFiles(mb), `${mb} MB`);
  const set = (name: MemoryPerson, sample_id: string, branch?: string) =>
    at.udt.call(ENDPOINTS.memoryBaselineSet, {
      ...as(name),
      body: { sample_id, ...(branch !== undefined && { branch }) },
    });
  const list = (name: MemoryPerson = "guest", app_name?: string) => {
    const query = { project: at.project, ...(app_name !== undefined && { app_name }) };
    return at.udt.ok(ENDPOINTS.memoryBaselineList, { as: at.people[name], query });
  };

  it("are one for each branch of an app, and the next takes its place", async () => {
    const [one, two] = [await sample(100), await sample(138)];
    expect((await set("other", one.sample_id)).data).toMatchObject({ app_name: "Shop", branch: "main" });
    expect((await set("member", two.sample_id, " feature/list ")).ret).toBe(0);
    const [feature, main] = await list();
    expect([feature, main]).toMatchObject([
      { branch: "feature/list", sample_id: two.sample_id, footprint_bytes: 138 * MB },
      {
        app_name: "Shop",
        app_version: "1.2",
        branch: "main",
        sample_id: one.sample_id,
        trace_id: one.trace_id,
        trace_name: "Shop",
        number: 1,
        label: "100 MB",
        taken_at: one.taken_at,
        footprint_bytes: 100 * MB,
        footprint_measure: "phys_footprint",
        user_name: "other",
      },
    ]);
    expect((await set("member", two.sample_id)).ret).toBe(0);
    expect(await list()).toMatchObject([
      { branch: "feature/list" },
      { branch: "main", baseline_id: main?.baseline_id, sample_id: two.sample_id, user_name: "member" },
    ]);
    expect(at.heard).toContainEqual(
      expect.objectContaining({ project_id: at.project, payload: { type: "memory_baselines.changed" } }),
    );
    expect(await list("guest", "Game")).toEqual([]);
    expect((await list("guest", "Shop")).length).toBe(2);
  });

  it("of several set at once for one branch are one", async () => {
    const samples = [await sample(3), await sample(4)];
    const answers = await Promise.all([...samples, ...samples].map(({ sample_id }) => set("member", sample_id)));
    expect(answers.map(({ ret }) => ret)).toEqual([0, 0, 0, 0]);
    expect((await list()).length).toBe(1);
  });

  it("keep their sample, and its trace, until they are removed", async () => {
    const { sample_id, trace_id } = await sample(3);
    await set("other", sample_id, "release");
    const removals = [
      () => at.udt.call(ENDPOINTS.memorySampleDelete, { ...as("member"), params: { sample_id } }),
      () => at.udt.call(ENDPOINTS.memoryTraceDelete, { ...as("member"), params: { trace_id } }),
    ];
    for (const remove of removals)
      expect(await remove()).toMatchObject({
        code: "memory_is_baseline",
        data: { args: { number: 1, app_name: "Shop", branch: "release" } },
      });
    const params = { baseline_id: (await list())[0]?.baseline_id ?? "" };
    await at.udt.ok(ENDPOINTS.memoryBaselineRemove, { ...as("member"), params });
    expect(await list()).toEqual([]);
    for (const remove of removals) expect((await remove()).ret).toBe(0);
    const gone = await at.udt.call(ENDPOINTS.memoryBaselineRemove, { ...as("member"), params });
    expect(gone.code).toBe("memory_baseline_not_found");
  });

  it("are of their app as long as they are: what the trace is called besides may change, and later that, too", async () => {
    const { sample_id, trace_id } = await sample(3);
    await set("member", sample_id, "release");
    const edit = (body: BodyInputOf<(typeof ENDPOINTS)["memoryTraceUpdate"]>) =>
      at.udt.call(ENDPOINTS.memoryTraceUpdate, { ...as("other"), params: { trace_id }, body });
    expect(await edit({ name: "New", app_name: "Shop", app_version: "1.3" })).toMatchObject({
      data: { name: "New", app_name: "Shop", app_version: "1.3", device_memory_gb: null },
    });
    expect((await edit({ app_name: "Store" })).code).toBe("memory_is_baseline");
    expect((await edit({ name: " " })).code).toBe("invalid_param");
    const params = { baseline_id: (await list())[0]?.baseline_id ?? "" };
    await at.udt.ok(ENDPOINTS.memoryBaselineRemove, { ...as("member"), params });
    expect(await edit({ app_name: "Store", device_memory_gb: 4 })).toMatchObject({
      data: { name: "New", app_name: "Store", app_version: "1.3", device_memory_gb: 4 },
    });
    expect((await set("member", sample_id)).data).toMatchObject({ app_name: "Store", app_version: "1.3" });
  });

  it("are set or their sample is deleted, where both are wanted at once", async () => {
    const { sample_id } = await sample(3);
    const [made, deleted] = await Promise.all([
      set("member", sample_id),
      at.udt.call(ENDPOINTS.memorySampleDelete, { ...as("member"), params: { sample_id } }),
    ]);
    const left = await list();
    if (deleted.ret === 0) expect([made.code, left]).toEqual(["memory_sample_not_found", []]);
    else expect([deleted.code, made.ret, left.length]).toEqual(["memory_is_baseline", 0, 1]);
  });

  it("need a sample that is read, of a trace that names its app", async () => {
    const nameless = { name: "x", app_name: "" };
    const { trace_id } = await at.udt.ok(ENDPOINTS.memoryTraceCreate, { ...as("member"), body: nameless });
    const read = await at.tracer.read(trace_id, shopFiles(3));
    expect((await set("member", read.sample_id)).code).toBe("memory_baseline_no_app");
    const refused = await at.tracer.read((await at.tracer.trace()).trace_id, { "a.txt": "Dear Sir\n" });
    expect((await set("member", refused.sample_id)).code).toBe("memory_sample_unread");
    expect((await set("member", newId())).code).toBe("memory_sample_not_found");
    for (const branch of [" ", "b".repeat(LIMITS.name_max + 1)])
      expect((await set("member", read.sample_id, branch)).code).toBe("invalid_param");
  });

  it("are not more than a project may have", async () => {
    const { sample_id } = await sample(3);
    const made = {
      project_id: at.project,
      app_name: "Shop",
      sample_id,
      user_id: at.people.member.user_id,
      created_at: 1,
    };
    const rows = Array.from({ length: LIMITS.memory_baselines_max }, (_, index) => ({
      ...made,
      baseline_id: newId(),
      branch: `b${index}`,
    }));
    await at.udt.server.database.db.insert(memory_baselines).values(rows);
    expect((await set("member", sample_id)).code).toBe("memory_baseline_limit");
    expect((await set("member", sample_id, "b0")).ret).toBe(0);
    expect((await list()).length).toBe(LIMITS.memory_baselines_max);
  });

  it("are seen by guests, changed by members, and end at the project", async () => {
    const { sample_id } = await sample(3);
    expect((await set("guest", sample_id)).code).toBe("user_not_in_project");
    await set("member", sample_id);
    const [baseline] = await list("guest");
    const params = { baseline_id: baseline?.baseline_id ?? "" };
    const call = { ...as("guest"), params };
    expect((await at.udt.call(ENDPOINTS.memoryBaselineRemove, call)).code).toBe("user_not_in_project");
    const elsewhere = await at.udt.project(`q-${newId().slice(0, 8)}`, [{ person: at.people.member, user_type: 1 }]);
    const there = { as: at.people.member, query: { project: elsewhere } };
    expect(await at.udt.ok(ENDPOINTS.memoryBaselineList, there)).toEqual([]);
    const set_there = await at.udt.call(ENDPOINTS.memoryBaselineSet, { ...there, body: { sample_id } });
    expect(set_there.code).toBe("memory_sample_not_found");
    const remove_there = await at.udt.call(ENDPOINTS.memoryBaselineRemove, { ...there, params });
    expect(remove_there.code).toBe("memory_baseline_not_found");
  });

  it("go with their project", async () => {
    await set("member", (await sample(3)).sample_id);
    const params = { project_id: at.project };
    await at.udt.ok(ENDPOINTS.projectDelete, { as: at.people.owner, params, query: { confirm: at.project } });
    await at.udt.project(at.project, [{ person: at.people.owner, user_type: 1 }]);
    expect(await list("owner")).toEqual([]);
  });
});
