import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say, type BodyInputOf, type DeviceCommand, type Endpoint } from "@udt/contract";
import { meminfoText } from "@udt/memory/testing";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Answer, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { memory_samples } from "../../platform/database/memory.schema.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";

type Wish = Partial<BodyInputOf<(typeof ENDPOINTS)["memoryRecordingStart"]>>;
type Handed = Partial<BodyInputOf<(typeof ENDPOINTS)["agentMemorySample"]>>;
const SHOP = "dev.udt.shop";
const KB = 1024;
const textOf = (kb: number) => meminfoText(4711, SHOP, [{ type: "Native Heap", numbers: [kb, kb, 0, 0, kb] }]);

onEachDatabase("recordings of memory", (open) => {
  let udt: TestServer;
  let holder: Person;
  let other: Person;
  let guest: Person;
  let project: string;
  let agent: TestAgent;
  let place: { test_id: string; device_id: string };
  let lease_token: number;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [holder, other, guest] = [await udt.person("holder"), await udt.person("other"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const members = [holder, other].map((person) => ({ person, user_type: 2 as const }));
    project = await udt.project(`p-${newId().slice(0, 8)}`, members, { visibility: 2 });
    agent = await udt.agent("agent", [project]);
    await agent.connect([deviceReport(`serial-${project}`, { capabilities: ["screen", "input", "memory"] })]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, as(holder));
    const device_id = list[0]?.device_id ?? expect.fail("no device");
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { ...as(holder), body });
    place = { test_id, device_id };
    await until(async () => expect(await stateOf()).toBe("running"));
    lease_token = agent.all("session_start")[0]?.lease_token ?? expect.fail("no session");
  });
  afterEach(() => agent.close());

  const as = (person: Person) => ({ as: person, query: { project } });
  const at = (person = holder) => ({ ...as(person), params: place });
  const stateOf = async () => (await udt.ok(ENDPOINTS.testGet, at())).state;
  const start = (wish: Wish = {}, person = holder) =>
    udt.ok(ENDPOINTS.memoryRecordingStart, {
      ...at(person),
      body: { process: SHOP, every_seconds: 5, name: "Shop leaks", ...wish },
    });
  const last = async (person = holder) => (await udt.ok(ENDPOINTS.memoryRecordingGet, at(person))).recording;
  const traceOf = (trace_id: string, person = holder) =>
    udt.ok(ENDPOINTS.memoryTraceGet, { ...as(person), params: { trace_id } });
  const commands = (name: DeviceCommand["name"]) =>
    agent.all("command").flatMap(({ command }) => (command.name === name ? [command] : []));
  const agentCall = (recording_id: string, more: object, by = agent) => ({
    bearer: by.token,
    params: { ...place, recording_id },
    ...more,
  });
  const handIn = (recording_id: string, kb: number | null, by = agent, token = lease_token) =>
    udt.call(
      ENDPOINTS.agentMemoryFile,
      agentCall(
        recording_id,
        {
          query: { lease_token: token },
          body: Buffer.from(kb === null ? "Dear Sir\n" : textOf(kb)),
        },
        by,
      ),
    );
  const tell = (recording_id: string, handed: Handed, by = agent) =>
    udt.call(
      ENDPOINTS.agentMemorySample,
      agentCall(
        recording_id,
        {
          body: {
            lease_token,
            number: 1,
            label: "",
            taken_at: udt.clock.now(),
            files: [],
            notes: [],
            fault: null,
            ...handed,
          },
        },
        by,
      ),
    );
  const sample = async (recording_id: string, number: number, kb: number | null, handed: Handed = {}) => {
    const { file_id } = (await handIn(recording_id, kb)).data as { file_id: string };
    const answer = await tell(recording_id, { number, files: [{ file_id, file_name: "meminfo.txt" }], ...handed });
    expect(answer.ret, answer.text).toBe(0);
    return file_id;
  };
  const codes = async (endpoints: readonly Endpoint[], person: Person, body?: object) => {
    const answers: Answer[] = [];
    for (const endpoint of endpoints) answers.push(await udt.call(endpoint, { ...at(person), ...(body && { body }) }));
    return answers.map(({ code }) => code);
  };

  it("has its agent take samples, which are read into a trace of their own", async () => {
    agent.script.command = ({ command }) => ({
      data: command.name === "memory_processes" ? { list: [{ pid: 4711, name: SHOP, is_in_front: true }] } : null,
    });
    expect((await udt.ok(ENDPOINTS.memoryProcessList, at())).list).toMatchObject([{ name: SHOP }]);
    const { recording_id, trace_id } = await start({ app_name: "Shop 商店", app_version: "1.2" });
    expect(commands("memory_start")).toMatchObject([
      { recording_id, device_id: place.device_id, process: SHOP, every_seconds: 5, with_heap: false, next_number: 1 },
    ]);
    const notes = [say("memory_no_smaps", {}, "Permission denied")];
    const taken_at = udt.clock.now();
    await sample(recording_id, 1, 20 * KB, { label: "List", taken_at, notes });
    // Its answer was lost.
    await sample(recording_id, 1, 20 * KB, { label: "List", taken_at });
    await sample(recording_id, 2, 24 * KB, { taken_at: taken_at + 60_000 });
    await until(async () =>
      expect((await traceOf(trace_id, guest)).samples.map(({ state }) => state)).toEqual(["read", "read"]),
    );
    const { trace, samples } = await traceOf(trace_id, guest);
    expect(samples[0]).toMatchObject({ label: "List", taken_at, recording_id, notes, user_name: "holder" });
    expect(samples.map(({ facts }) => facts?.footprint_bytes)).toEqual([20 * KB * KB, 24 * KB * KB]);
    expect(trace).toMatchObject({
      name: "Shop leaks",
      app_name: "Shop 商店",
      app_version: "1.2",
      recording: { recording_id, ...place, state: "recording", process: SHOP, serial: `serial-${project}` },
    });
    const params = { sample_id: samples[0]?.sample_id ?? "", file_no: 0 };
    const file = await udt.call(ENDPOINTS.memoryFileDownload, { ...as(other), params });
    expect(file.text).toContain(`** MEMINFO in pid 4711 [${SHOP}] **`);
    expect((await udt.ok(ENDPOINTS.memoryTraceList, as(guest))).list).toMatchObject([
      { trace_id, samples: 2, recording: { state: "recording" } },
    ]);
  });

  it("tells what its agent is at, and samples that could not be taken", async () => {
    const { recording_id, trace_id } = await start({ every_seconds: null });
    const phase = (body: object) =>
      udt.call(ENDPOINTS.agentMemoryPhase, agentCall(recording_id, { body: { lease_token, ...body } }));
    expect((await phase({ phase: "sampling" })).ret).toBe(0);
    expect(await last()).toMatchObject({ phase: "sampling" });
    const fault = say("memory_process_gone", { process: SHOP });
    await tell(recording_id, { fault, label: "Away" });
    expect(await last()).toMatchObject({ phase: "waiting", state: "recording" });
    const { samples } = await traceOf(trace_id);
    expect(samples).toMatchObject([{ state: "refused", fault, label: "Away", files: [], facts: null }]);
    const file_id = await sample(recording_id, 2, null);
    await until(async () =>
      expect((await traceOf(trace_id)).samples[1]).toMatchObject({
        state: "refused",
        fault: { code: "memory_unknown" },
      }),
    );
    expect(await last()).toMatchObject({ phase: "idle" });
    await until(() => expect(existsSync(join(udt.settings.data_dir, "blobs/memory", file_id))).toBe(false));
    expect((await tell(recording_id, { number: 3, files: [{ file_id, file_name: "a" }] })).code).toBe(
      "memory_file_not_found",
    );
  });

  it("is for who drives the device; who watches sees it", async () => {
    const { memoryProcessList, memoryRecordingStart, memoryRecordingSample, memoryRecordingStop } = ENDPOINTS;
    const acts = [memoryProcessList, memoryRecordingStart, memoryRecordingSample, memoryRecordingStop];
    const body = { process: SHOP, every_seconds: 5 };
    expect(await codes(acts, other, body)).toEqual(acts.map(() => "not_driver"));
    expect(await codes(acts, guest, body)).toEqual(acts.map(() => "user_not_in_project"));
    await start();
    expect(await last(other)).toMatchObject({ state: "recording", process: SHOP });
    expect(await codes([ENDPOINTS.memoryRecordingGet], guest)).toEqual(["user_not_in_project"]);
    const own = {
      ...at(),
      query: { project: await udt.project(`q-${newId().slice(0, 8)}`, [{ person: holder, user_type: 2 }]) },
    };
    await udt.refused(memoryRecordingStart, { ...own, body }, "test_not_in_project");
    await udt.refused(ENDPOINTS.memoryRecordingGet, own, "test_not_in_project");
    // A trace of another project is not there.
    await udt.ok(memoryRecordingStop, at());
    const elsewhere = await udt.ok(ENDPOINTS.memoryTraceCreate, { ...own, body: { name: "theirs" } });
    const into = { ...at(), body: { ...body, trace_id: elsewhere.trace_id } };
    await udt.refused(memoryRecordingStart, into, "memory_trace_not_found");
    await udt.refused(memoryRecordingStart, { ...at(), body: { ...body, every_seconds: 4 } }, "invalid_param");
    await udt.refused(memoryRecordingSample, { ...at(), body: { label: "" } }, "memory_recording_over");
  });

  it("takes in what comes under its own lease alone", async () => {
    const { recording_id } = await start();
    expect((await handIn(recording_id, 1, agent, lease_token + 1_000)).code).toBe("agent_stale_lease");
    expect((await tell(recording_id, { lease_token: 1 })).code).toBe("memory_file_not_found");
    expect((await tell(recording_id, { lease_token: 1, fault: say("too_long") })).code).toBe("agent_stale_lease");
    const foreign = await udt.agent("foreign", [project]);
    expect((await handIn(recording_id, 1, foreign)).code).toBe("device_not_found");
    expect((await handIn(newId(), 1)).code).toBe("memory_recording_over");
    await udt.ok(ENDPOINTS.testCancel, at());
    await until(async () => expect((await handIn(recording_id, 1)).code).toBe("agent_stale_lease"));
    foreign.close();
  });

  it("is one at a time on a device, and may go on with a trace", async () => {
    const first = await start();
    const body = { process: SHOP, every_seconds: null };
    await udt.refused(ENDPOINTS.memoryRecordingStart, { ...at(), body }, "memory_recording_on");
    await sample(first.recording_id, 1, 10);
    expect(await udt.ok(ENDPOINTS.memoryRecordingStop, at())).toMatchObject({
      state: "ended",
      ended_reason: { code: "memory_recording_stopped", args: { user_name: "holder" } },
    });
    await until(() => expect(commands("memory_stop")).toMatchObject([{ recording_id: first.recording_id }]));
    expect((await tell(first.recording_id, { number: 2, fault: say("too_long") })).code).toBe("memory_recording_over");
    const second = await start({ trace_id: first.trace_id, every_seconds: null });
    expect(second.trace_id).toBe(first.trace_id);
    await udt.ok(ENDPOINTS.memoryRecordingSample, { ...at(), body: { label: "Level 2" } });
    expect(commands("memory_sample")).toMatchObject([{ recording_id: second.recording_id, label: "Level 2" }]);
    await sample(second.recording_id, 1, 20, { label: "Level 2" });
    expect((await traceOf(first.trace_id)).samples.map(({ number }) => number)).toEqual([1, 2]);
  });

  it("leaves nothing where its agent does not begin it", async () => {
    agent.script.command = () => ({
      error: { code: "capability_missing", args: { device_id: "d", capability: "memory" } },
    });
    const body = { process: SHOP, every_seconds: 5 };
    await udt.refused(ENDPOINTS.memoryRecordingStart, { ...at(), body }, "capability_missing");
    expect(await last()).toBeNull();
    expect((await udt.ok(ENDPOINTS.memoryTraceList, as(holder))).list).toEqual([]);
  });

  it.each([
    ["the session", "memory_recording_session_over", () => udt.ok(ENDPOINTS.testCancel, at())],
    [
      "its device",
      "memory_recording_device_lost",
      () => agent.send({ type: "device_gone", serial: `serial-${project}`, reason: say("device_connection_lost") }),
    ],
    [
      "its agent",
      "memory_recording_agent_lost",
      async () => {
        agent.close();
        // Once the server has noticed.
        await until(async () => {
          udt.clock.turn(LIMITS.agent_lost_ms);
          expect(await stateOf()).toBe("ended");
        });
      },
    ],
  ])("ends with %s", async (_, code, end) => {
    const { trace_id } = await start();
    await end();
    await until(async () =>
      expect((await traceOf(trace_id)).trace.recording).toMatchObject({ state: "ended", ended_reason: { code } }),
    );
  });

  it("goes on over a restart of the server, which asks for it again, and ends where its test has meanwhile", async () => {
    const { recording_id, trace_id } = await start();
    await sample(recording_id, 1, 10);
    await udt.restart();
    const held = { test_id: place.test_id, serial: `serial-${project}`, lease_token };
    const report = deviceReport(held.serial, { capabilities: ["screen", "input", "memory"] });
    await agent.connect([report], {
      sessions: [{ ...held, state: "running", error: null, end_reason: null }],
    });
    await until(() => expect(commands("memory_start").at(-1)).toMatchObject({ recording_id, next_number: 2 }));
    await sample(recording_id, 2, 20);
    expect((await traceOf(trace_id)).trace.recording).toMatchObject({ state: "recording" });
    // As if a server had died as it ended the test, before it told anybody.
    await udt.server.database.db.update(tests).set({ state: "ended" }).where(eq(tests.test_id, place.test_id));
    await udt.restart();
    await until(async () =>
      expect((await traceOf(trace_id)).trace.recording).toMatchObject({
        state: "ended",
        ended_reason: { code: "memory_recording_session_over" },
      }),
    );
  });

  it("ends once its trace, or its project, is full", async () => {
    const { recording_id, trace_id } = await start();
    const fault = say("memory_process_gone", { process: SHOP });
    for (let number = 1; number <= LIMITS.memory_samples_max; number++) await tell(recording_id, { number, fault });
    expect((await traceOf(trace_id)).samples).toHaveLength(LIMITS.memory_samples_max);
    expect(await last()).toMatchObject({ ended_reason: { code: "memory_recording_full" } });
    expect((await tell(recording_id, { number: LIMITS.memory_samples_max + 1, fault })).code).toBe(
      "memory_recording_over",
    );
    await until(() => expect(commands("memory_stop")).toHaveLength(1));

    udt.clock.turn(1_000);
    const second = await start();
    await sample(second.recording_id, 1, 10);
    const { db } = udt.server.database;
    await until(async () => expect((await traceOf(second.trace_id)).samples[0]?.state).toBe("read"));
    const all = { size_bytes: LIMITS.memory_project_max_bytes };
    await db.update(memory_samples).set(all).where(eq(memory_samples.trace_id, second.trace_id));
    await sample(second.recording_id, 2, 10);
    expect(await last()).toMatchObject({ ended_reason: { code: "memory_recording_no_room" } });
  });

  it("knows a sample that comes again, though its files are gone with it", async () => {
    const { recording_id, trace_id } = await start();
    const { file_id } = (await handIn(recording_id, null)).data as { file_id: string };
    const handed = { number: 1, files: [{ file_id, file_name: "letter.txt" }] };
    expect((await tell(recording_id, handed)).ret).toBe(0);
    await until(() => expect(existsSync(join(udt.settings.data_dir, "blobs/memory", file_id))).toBe(false));
    expect((await tell(recording_id, handed)).ret).toBe(0);
    await sample(recording_id, 2, 10, { label: "Level 2" });
    expect((await traceOf(trace_id)).samples.map(({ label }) => label)).toEqual(["", "Level 2"]);
  });

  it("takes no file that somebody has, nor one twice", async () => {
    const { recording_id, trace_id } = await start();
    const file_id = await sample(recording_id, 1, 10);
    const { file_id: other_id } = (await handIn(recording_id, 20)).data as { file_id: string };
    for (const ids of [[file_id], [other_id, other_id], [other_id, file_id]]) {
      const files = ids.map((id) => ({ file_id: id, file_name: "meminfo.txt" }));
      expect((await tell(recording_id, { number: 2, files })).code).toBe("memory_file_not_found");
    }
    expect((await traceOf(trace_id)).samples).toHaveLength(1);
  });

  it("is over where its agent does not go on with it after a restart", async () => {
    const { recording_id, trace_id } = await start();
    await udt.restart();
    agent.script.command = () => ({ error: { code: "device_command_failed", args: {} } });
    const held = { test_id: place.test_id, serial: `serial-${project}`, lease_token };
    const report = deviceReport(held.serial, { capabilities: ["screen", "input", "memory"] });
    await agent.connect([report], {
      sessions: [{ ...held, state: "running", error: null, end_reason: null }],
    });
    await until(async () =>
      expect((await traceOf(trace_id)).trace.recording).toMatchObject({
        recording_id,
        ended_reason: { code: "memory_recording_not_begun" },
      }),
    );
  });

  it("is over with its trace, and is kept longer than its test", async () => {
    const first = await start();
    await udt.ok(ENDPOINTS.memoryTraceDelete, { ...as(holder), params: { trace_id: first.trace_id } });
    expect((await tell(first.recording_id, { fault: say("too_long") })).code).toBe("memory_recording_over");
    expect(await last()).toBeNull();
    const { trace_id, recording_id } = await start();
    await sample(recording_id, 1, 10);
    await udt.ok(ENDPOINTS.testCancel, at());
    await until(async () => expect((await traceOf(trace_id)).trace.recording).toMatchObject({ state: "ended" }));
    await udt.server.database.db.delete(tests).where(eq(tests.test_id, place.test_id));
    const { trace, samples } = await traceOf(trace_id);
    expect(trace.recording).toMatchObject({ test_id: null, serial: `serial-${project}` });
    expect(samples).toMatchObject([{ recording_id }]);
  });
});
