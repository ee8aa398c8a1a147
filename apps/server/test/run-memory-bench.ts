/** What specs of runs that record memory begin with: a phone that tells of it, an app, and what its agent hands in. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { ENDPOINTS, type JobConfigInput, type MemoryWish, type Said } from "@udt/contract";
import { meminfoText, partitionRuleOf as rule } from "@udt/memory/testing";
import { newPackage, Uploader } from "../src/assets/apps/apps.fixture.ts";
import { insertSample } from "../src/assets/memory/memory.repository.ts";
import { memory_traces } from "../src/platform/database/memory.schema.ts";
import { eq } from "../src/platform/database/sql.ts";
import { newId } from "../src/platform/ids.ts";
import type { TestDatabase } from "./databases.ts";
import { TestServer, until, type Person, type TestAgent } from "./harness.ts";
import { partsOf, type RunPart } from "./run-agents.ts";
import { monkeyConfig } from "./run-project.ts";
import { deviceReport } from "./scripted-agent.ts";

const MB = 1024 ** 2;
type Memory = NonNullable<JobConfigInput["memory"]>;
/** A job that fails by budgets. */
export const GATED: Memory = { every_seconds: 5, fail_over_budget: true };

/** @param phones how many its agent has */
export function runMemoryBench(open: () => Promise<TestDatabase>, { phones = 1 }: { phones?: number } = {}) {
  let udt: TestServer;
  let member: Person;
  let stranger: Person;
  let agent: TestAgent;
  let query: { project: string };
  let app: { app_id: string; package_name: string };

  beforeAll(async () => {
    udt = await TestServer.start(open, {
      outgoing: { outbound_allow: ["127.0.0.1"], smtp_url: undefined, mail_from: undefined, secret_key: undefined },
    });
    [member, stranger] = [await udt.person("member"), await udt.person("stranger")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `p-${newId().slice(0, 8)}` };
    await udt.project(query.project, [{ person: member, user_type: 1 }]);
    agent = await udt.agent("agent", [query.project]);
    const serials = Array.from({ length: phones }, (_, index) => `serial-${index}-${query.project}`);
    await agent.connect(serials.map((serial) => deviceReport(serial, { capabilities: ["screen", "memory"] })));
    app = await new Uploader(udt, member, query.project).upload(newPackage());
  });
  afterEach(() => agent.close());

  const as = () => ({ as: member, query });
  const create = (change: Partial<JobConfigInput>, person = member) => {
    const body = { name: "Shop", config: monkeyConfig({ app_id: app.app_id, ...change }) };
    return udt.call(ENDPOINTS.jobCreate, { as: person, query, body });
  };
  /** A run of a job, at so many of its phones as the job wants. */
  const beginAt = async (memory: Memory | null, many: number, change: Partial<JobConfigInput> = {}) => {
    const { job_id } = (await create({ memory, devices: { kind: "rule", rules: [], count: many }, ...change }))
      .data as {
      job_id: string;
    };
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { ...as(), params: { job_id }, body: {} });
    return { test_id, parts: await partsOf(udt, agent, test_id, many) };
  };
  const begin = async (memory: Memory | null): Promise<{ test_id: string; part: RunPart }> => {
    const {
      test_id,
      parts: [part],
    } = await beginAt(memory, 1);
    return { test_id, part: part ?? expect.fail("no device") };
  };
  const ask = ({ start }: RunPart, body: object = {}, by = agent) => {
    const { test_id, device_id, lease_token } = start;
    const call = { params: { test_id, device_id }, bearer: by.token, body: { lease_token, fault: null, ...body } };
    return udt.call(ENDPOINTS.agentRunMemory, call);
  };
  const wishOf = async (part: RunPart): Promise<MemoryWish> => {
    const { wish } = (await ask(part)).data as { wish: MemoryWish | null };
    return wish ?? expect.fail("nothing to sample");
  };
  const putFile = async ({ start }: RunPart, { recording_id }: MemoryWish, text: string) => {
    const { test_id, device_id, lease_token } = start;
    const call = { bearer: agent.token, params: { test_id, device_id, recording_id } };
    const body = Buffer.from(text);
    const { file_id } = await udt.ok(ENDPOINTS.agentMemoryFile, {
      ...call,
      query: { lease_token: String(lease_token) },
      body,
    });
    return { call, file_id, lease_token };
  };
  const textOf = (mb: number) => {
    const kb = mb * 1_024;
    return meminfoText(4711, app.package_name, [{ type: "Native Heap", numbers: [kb, kb, 0, 0, kb] }]);
  };
  const sample = async (
    part: RunPart,
    wish: MemoryWish,
    number: number,
    text: string,
    label = "",
    notes: Said[] = [],
  ) => {
    const { call, file_id, lease_token } = await putFile(part, wish, text);
    const files = [{ file_id, file_name: "meminfo.txt" }];
    const told = { number, label, taken_at: udt.clock.now(), notes, fault: null };
    await udt.ok(ENDPOINTS.agentMemorySample, { ...call, body: { lease_token, files, ...told } });
  };
  /** A sample that a server which is gone had begun to read. */
  const leftUnread = async (part: RunPart, wish: MemoryWish, text: string) => {
    const { file_id } = await putFile(part, wish, text);
    const { db } = udt.server.database;
    const trace_id = (await memoryOf(part.start.test_id))?.trace_id ?? expect.fail("no trace");
    const [trace] = await db.select().from(memory_traces).where(eq(memory_traces.trace_id, trace_id));
    const user_id = trace?.user_id ?? expect.fail("no trace");
    const sample_id = newId();
    const now = udt.clock.now();
    const times = { created_at: now, taken_at: now, touched_at: now + 24 * 3_600_000 };
    const made = { sample_id, trace_id, number: 1, label: "", user_id, recording_id: wish.recording_id, ...times };
    const unread = { state: "reading", read_bytes: 0, begun: 0, facts: null, fault: null } as const;
    const row = {
      ...made,
      ...unread,
      notes: [],
      over_budget: [],
      size_bytes: text.length,
      sample_blob: null,
      report_blob: null,
    };
    const file = { sample_id, file_no: 0, upload_id: null, file_name: "meminfo.txt", size_bytes: text.length };
    await insertSample(db, row, [{ ...file, format: null, lines: null, tool: null, blob_key: `memory/${file_id}` }]);
    return sample_id;
  };
  const passAll = async (part: RunPart) => {
    const claimed = await part.claim();
    if ("code" in claimed) expect.fail(claimed.code);
    await part.results(claimed.cases);
    expect(await part.finish()).toBeNull();
  };
  const report = (test_id: string) => udt.ok(ENDPOINTS.runGet, { ...as(), params: { test_id } });
  /** What was recorded of a run: at the device that is named, or at its only one. */
  const memoryOf = async (test_id: string, device_id?: string) => {
    const { list } = await udt.ok(ENDPOINTS.runDevices, { ...as(), params: { test_id } });
    const [only] = list.filter((device) => device_id === undefined || device.device_id === device_id);
    return only?.memory ?? null;
  };
  const traceOf = (trace_id: string) => udt.ok(ENDPOINTS.memoryTraceGet, { ...as(), params: { trace_id } });
  const ended = (test_id: string) =>
    until(async () => {
      const run = await report(test_id);
      expect(run.test.state).toBe("ended");
      return run;
    });
  const budget = (mb: number | null) => {
    const rules = [rule("Heap", { region: "Native Heap", budget_bytes: mb === null ? null : mb * MB })];
    return udt.ok(ENDPOINTS.memoryPartitionsSave, { ...as(), body: { base_version: 0, rules } });
  };
  const read = (test_id: string, samples: number, device_id?: string) =>
    until(async () => expect(await memoryOf(test_id, device_id)).toMatchObject({ samples, reading: 0 }));

  /** A run whose devices are done, and a sample of which is not read. */
  const waiting = async (begun = () => begin(GATED)) => {
    await budget(10);
    const { part, test_id } = await begun();
    const sample_id = await leftUnread(part, await wishOf(part), textOf(38));
    await passAll(part);
    await until(async () => expect(await report(test_id)).toMatchObject({ waits_for_memory: true }));
    return { test_id, sample_id };
  };

  return {
    as,
    create,
    begin,
    beginAt,
    ask,
    wishOf,
    textOf,
    sample,
    passAll,
    report,
    memoryOf,
    traceOf,
    ended,
    budget,
    read,
    waiting,
    get udt() {
      return udt;
    },
    get agent() {
      return agent;
    },
    get member() {
      return member;
    },
    get stranger() {
      return stranger;
    },
    get query() {
      return query;
    },
    get app() {
      return app;
    },
  };
}
