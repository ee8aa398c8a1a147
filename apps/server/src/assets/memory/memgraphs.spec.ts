import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ENDPOINTS, fillPath, say, type AgentTaskOf, type MemgraphTool, type MemorySample } from "@udt/contract";
import { footprintText, leaksText, memgraphBytes, shopFiles } from "@udt/memory/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { Tracer } from "../../../test/memory-tracer.ts";
import { newId } from "../../platform/ids.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";
import { eq } from "../../platform/database/sql.ts";

const MB = 1024 ** 2;
const GRAPH = memgraphBytes(Buffer.alloc(MB, 7));
const TEXTS = shopFiles(100);
const text = (name: string): string => TEXTS[name] ?? "";
const ALL: MemgraphTool[] = ["footprint", "vmmap", "heap", "leaks", "malloc_history"];

onEachDatabase("memory graphs of samples", (open) => {
  let udt: TestServer;
  let owner: Person;
  let member: Person;
  let root: Person;
  let project: string;
  let tracer: Tracer;
  let trace_id: string;
  let mac: TestAgent;
  beforeAll(async () => {
    udt = await TestServer.start(open);
    [owner, member] = [await udt.person("owner"), await udt.person("member")];
    root = await udt.person("root", { udt_admin: true });
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    project = await udt.project(`p-${newId().slice(0, 8)}`, [
      { person: owner, user_type: 1 },
      { person: member, user_type: 2 },
    ]);
    mac = await udt.agent(`mac-${project}`, [project]);
    tracer = new Tracer(udt, member, project);
    ({ trace_id } = await tracer.trace());
  });

  const link = (of = mac) => of.connect([], { reads_memgraphs: true });
  const waiting = (files: Record<string, string | Buffer> = { "shop.memgraph": GRAPH }) => tracer.read(trace_id, files);
  const now = async ({ sample_id }: MemorySample) =>
    (await tracer.samples(trace_id)).find((one) => one.sample_id === sample_id);
  const given = async (of = mac, count = 1): Promise<AgentTaskOf<"memgraph">> => {
    await until(() => expect(of.all("task_start")).toHaveLength(count));
    return of.all("task_start").at(-1)?.task as AgentTaskOf<"memgraph">;
  };
  const bring = (task_id: string, tool: MemgraphTool, body: string, of = mac) => ({
    bearer: of.token,
    params: { task_id, tool },
    body: Buffer.from(body),
  });
  const end = (task_id: string, told: object = {}, of = mac) => ({
    bearer: of.token,
    params: { task_id },
    body: { kind: "memgraph" as const, failure: null, ...told },
  });
  const asked = (task_id: string, of = mac) =>
    fetch(udt.server.url + fillPath(ENDPOINTS.agentMemgraphFile.path, { task_id }), {
      headers: { authorization: `Bearer ${of.token}` },
    });
  const blobs = async () => {
    const entries = await readdir(join(udt.settings.data_dir, "blobs"), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.parentPath.includes("/blobs/memory")).length;
  };
  const again = ({ sample_id }: MemorySample) => ({ as: member, params: { sample_id }, query: { project } });

  it("wait for an agent on a Mac, and say so, however many others there are", async () => {
    const linux = await udt.agent(`linux-${project}`, [project]);
    await linux.connect([]);
    const sample = await waiting();
    expect(sample).toMatchObject({
      state: "waiting",
      fault: null,
      facts: null,
      size_bytes: GRAPH.length,
      memgraph: { stage: "waiting", percent: null, agent_name: "", readers: 0 },
      files: [{ file_name: "shop.memgraph", format: "memgraph", lines: 1 }],
    });
    const { trace } = await udt.ok(ENDPOINTS.memoryTraceGet, { as: member, params: { trace_id }, query: { project } });
    expect(trace.size_bytes).toBe(GRAPH.length);
    expect(linux.all("task_start")).toEqual([]);
    await udt.refused(ENDPOINTS.memorySampleGet, again(sample), "memory_sample_unread");
    // Whoever sees an agent sees that it could.
    await link();
    const agents = await udt.ok(ENDPOINTS.agentList, { as: root, query: { page_size: 100 } });
    const ours = agents.list
      .filter(({ name }) => name.endsWith(project))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(ours.map(({ reads_memgraphs }) => reads_memgraphs)).toEqual([false, true]);
  });

  it("are read by one, whose texts become files of the sample and its report", async () => {
    const sample = await waiting({ "shop.memgraph": gzipSync(GRAPH) });
    await link();
    const { task_id, payload } = await given();
    expect(payload).toEqual({ file: { file_name: "shop.memgraph", size_bytes: sample.size_bytes }, tools: ALL });
    const answer = await asked(task_id);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(gzipSync(GRAPH));
    mac.send({ type: "task", task_id, stage: "tools", percent: 40 });
    await until(async () =>
      expect((await now(sample))?.memgraph).toEqual({
        stage: "tools",
        percent: 40,
        agent_name: `mac-${project}`,
        readers: 1,
      }),
    );
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "vmmap", text("vmmap.txt")));
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "heap", text("heap of the shop.txt")));
    // Sent twice, the first stays.
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "heap", "anything"));
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "malloc_history", text("stacks.txt")));
    const notes = [say("memgraph_tool_failed", { tool: "leaks", exit_code: 3 }, "leaks: cannot")];
    await udt.ok(ENDPOINTS.agentTaskFinish, end(task_id, { notes }));
    await until(async () => expect((await now(sample))?.state).toBe("read"));
    const read = await now(sample);
    const sizes = ["vmmap.txt", "heap of the shop.txt", "stacks.txt"].map((name) => Buffer.byteLength(text(name)));
    expect(read).toMatchObject({
      memgraph: null,
      notes,
      size_bytes: sample.size_bytes + sizes.reduce((all, one) => all + one, 0),
      facts: { process: "Shop", pid: 4711, footprint_bytes: 100 * MB, malloc_bytes: 100 * MB },
    });
    expect(read?.files.map(({ file_name, format }) => [file_name, format])).toEqual([
      ["shop.memgraph", "memgraph"],
      ["vmmap.txt", "vmmap"],
      ["heap.txt", "heap"],
      ["malloc_history.txt", "all_by_size"],
    ]);
    // The same as its texts tell that somebody uploads.
    const uploaded = await tracer.read(trace_id, TEXTS);
    expect(read?.facts).toEqual(uploaded.facts);
    await udt.refused(ENDPOINTS.agentMemgraphText, bring(task_id, "leaks", "x"), "agent_task_not_found");
  });

  it("want no text of which the sample has one, and lose none by another that cannot be read", async () => {
    const sample = await waiting({ "shop.memgraph": GRAPH, "vmmap.txt": text("vmmap.txt") });
    await link();
    const { task_id, payload } = await given();
    expect(payload.tools).toEqual(ALL.filter((tool) => tool !== "vmmap"));
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "malloc_history", "no stacks here\n"));
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "leaks", leaksText([{ name: "Cart", blocks: [64] }])));
    await udt.ok(ENDPOINTS.agentTaskFinish, end(task_id));
    await until(async () => expect((await now(sample))?.state).toBe("read"));
    const read = await now(sample);
    expect(read?.notes).toMatchObject([{ code: "memory_unknown", args: { file: "malloc_history.txt" } }]);
    expect(read?.files.map(({ format }) => format)).toEqual(["memgraph", "vmmap", null, "leaks"]);
  });

  it("are kept where nothing can be read of them, and read again for whoever asks", async () => {
    await link();
    const sample = await waiting();
    const first = await given();
    const told = { failure: "tools_failed", message: say("memgraph_nothing"), notes: [say("memgraph_no_stacks")] };
    await udt.ok(ENDPOINTS.agentTaskFinish, end(first.task_id, told));
    await until(async () => expect((await now(sample))?.state).toBe("failed"));
    expect(await now(sample)).toMatchObject({ fault: told.message, notes: told.notes, memgraph: null });
    expect(await udt.ok(ENDPOINTS.memorySampleReadAgain, again(sample))).toMatchObject({
      state: "waiting",
      fault: null,
    });
    await udt.refused(ENDPOINTS.memorySampleReadAgain, again(sample), "memory_sample_not_failed");
    const second = await given(mac, 2);
    // What it brings fits nothing: that is known once it is read, and takes nothing from the memory graph.
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(second.task_id, "vmmap", "nothing\n"));
    await udt.ok(ENDPOINTS.agentTaskFinish, end(second.task_id));
    await until(async () => expect((await now(sample))?.state).toBe("failed"));
    expect(await now(sample)).toMatchObject({
      fault: { code: "memgraph_nothing" },
      notes: [{ code: "memory_unknown" }],
      size_bytes: GRAPH.length,
      files: [{ file_name: "shop.memgraph" }],
    });
    await udt.ok(ENDPOINTS.memorySampleReadAgain, again(sample));
    const third = await given(mac, 3);
    const footprint = footprintText([{ type: "MALLOC", dirty: 5 * MB, regions: 2 }], 5 * MB, 6 * MB);
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(third.task_id, "footprint", footprint));
    await udt.ok(ENDPOINTS.agentTaskFinish, end(third.task_id));
    await until(async () =>
      expect(await now(sample)).toMatchObject({ state: "read", facts: { footprint_bytes: 5 * MB } }),
    );
  });

  it("go to another agent where one is lost with it, without what that had brought", async () => {
    const other = await udt.agent(`other-${project}`, [project]);
    await link();
    const sample = await waiting();
    const { task_id } = await given();
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "vmmap", "half of it\n"));
    await link(other);
    // It is there anew, knows of no task, and has Apple's tools no more.
    await mac.connect([]);
    expect((await given(other)).task_id).toBe(task_id);
    expect((await now(sample))?.files).toHaveLength(1);
    await udt.refused(ENDPOINTS.agentMemgraphText, bring(task_id, "heap", "late"), "agent_task_not_found");
    await udt.refused(ENDPOINTS.agentTaskFinish, end(task_id), "agent_task_not_found");
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "vmmap", text("vmmap.txt"), other));
    await udt.ok(ENDPOINTS.agentTaskFinish, end(task_id, {}, other));
    await until(async () => expect((await now(sample))?.state).toBe("read"));
  });

  it("fail where two agents are lost with it, and can be read again then", async () => {
    await link();
    const sample = await waiting();
    await given();
    await link();
    await given(mac, 2);
    await link();
    await until(async () =>
      expect(await now(sample)).toMatchObject({ state: "failed", fault: { code: "agent_went_away" } }),
    );
    await udt.ok(ENDPOINTS.memorySampleReadAgain, again(sample));
    await given(mac, 3);
  });

  it("are shown to no agent of another project, nor to one that has them no more", async () => {
    const stranger = await udt.agent(`stranger-${project}`, [await udt.project(`far-${newId().slice(0, 8)}`, [])]);
    await link(stranger);
    const sample = await waiting();
    expect(sample.memgraph).toMatchObject({ readers: 0 });
    await link();
    const { task_id } = await given();
    expect(stranger.all("task_start")).toEqual([]);
    expect((await asked(task_id, stranger)).status).toBe(404);
    await udt.refused(
      ENDPOINTS.agentMemgraphText,
      bring(task_id, "vmmap", text("vmmap.txt"), stranger),
      "agent_task_not_found",
    );
    const elsewhere = await udt.project(`els-${newId().slice(0, 8)}`, []);
    const body = { name: "far", project_ids: [elsewhere] };
    await udt.ok(ENDPOINTS.agentEdit, { as: root, params: { agent_id: mac.agent_id }, body });
    expect((await asked(task_id)).status).toBe(404);
    await udt.refused(ENDPOINTS.agentMemgraphText, bring(task_id, "vmmap", "x"), "agent_task_not_found");
  });

  it.each(["sample", "trace", "project"] as const)("are called off and gone with their %s", async (what) => {
    const there = await blobs().catch(() => 0);
    await link();
    const { sample_id } = await waiting();
    const { task_id } = await given();
    await udt.ok(ENDPOINTS.agentMemgraphText, bring(task_id, "vmmap", text("vmmap.txt")));
    const call = { as: member, query: { project } };
    if (what === "sample") await udt.ok(ENDPOINTS.memorySampleDelete, { ...call, params: { sample_id } });
    if (what === "trace") await udt.ok(ENDPOINTS.memoryTraceDelete, { ...call, params: { trace_id } });
    if (what === "project") {
      const query = { confirm: project };
      await udt.ok(ENDPOINTS.projectDelete, { as: owner, params: { project_id: project }, query });
    }
    await until(() => expect(mac.all("task_cancel")).toMatchObject([{ task_id }]));
    await until(async () => expect(await blobs()).toBe(there));
    const { db } = udt.server.database;
    expect(await db.select().from(agent_tasks).where(eq(agent_tasks.subject_id, sample_id))).toEqual([]);
  });

  it("are refused, and nothing of them kept, where they only begin as one", async () => {
    const there = await blobs().catch(() => 0);
    const sample = await waiting({ "shop.memgraph": Buffer.concat([Buffer.from("bplist00"), Buffer.alloc(MB, 5)]) });
    expect(sample).toMatchObject({
      state: "refused",
      fault: { code: "memory_bytes_unexpected", args: { file: "shop.memgraph" } },
      memgraph: null,
    });
    await until(async () => expect(await blobs()).toBe(there));
    await udt.refused(ENDPOINTS.memorySampleReadAgain, again(sample), "memory_sample_not_failed");
  });
});
