import { must } from "@udt/base";
import {
  DEFAULT_INSPECTION,
  ENDPOINTS,
  LIMITS,
  say,
  type CheckOccasion,
  type InspectionConfig,
  type SelfCheckResult,
} from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase, onPostgresql } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { MONKEY_JOB } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { occasionsOf } from "../../core/tags/tags.service.ts";

const found = (state: SelfCheckResult["state"]): SelfCheckResult => {
  const message = state === "failed" ? say("check_picture_dark", { percent: 100 }) : null;
  return { step: "capture_check", state, cost_ms: 1, message, evidence_name: null, remedy: null };
};

/** A project with an agent of its own, and what its people and its agent do there. */
class Lab {
  readonly #udt: TestServer;
  /** The server that the agent speaks to, of several. */
  readonly #linked: TestServer;
  readonly agent: TestAgent;
  readonly owner: Person;
  readonly query: { project: string };

  private constructor(servers: readonly [TestServer, TestServer], agent: TestAgent, owner: Person, project: string) {
    [this.#udt, this.#linked] = servers;
    this.agent = agent;
    this.owner = owner;
    this.query = { project };
  }

  static async open(udt: TestServer, project: string, linked = udt): Promise<Lab> {
    const owner = await udt.person("owner");
    await udt.project(project, [{ person: owner, user_type: 1 }]);
    return new Lab([udt, linked], await linked.agent(project, [project]), owner, project);
  }

  /** The agent has these devices. */
  connect = (...names: string[]) =>
    this.agent.connect(names.map((name) => deviceReport(this.serial(name), { model: name })));
  serial = (name: string) => `${name}-${this.query.project}`;

  device = async (name: string) => {
    const { list } = await this.#udt.ok(ENDPOINTS.deviceList, { as: this.owner, query: this.query });
    return must(
      list.find(({ model }) => model === name),
      name,
    );
  };
  readonly #about = (device_id: string) => ({ as: this.owner, query: this.query, params: { device_id } });
  idle = (name: string) => until(async () => expect(await this.device(name)).toMatchObject({ state: "idle" }));

  tag = (check_on: CheckOccasion[], change: Partial<InspectionConfig> = {}, name = "checked") => {
    const rules = [{ attribute: "agent" as const, operator: "in" as const, values: [this.query.project] }];
    const body = { name, rules, is_default: false, included_device_ids: [], excluded_device_ids: [] };
    const inspection = { ...DEFAULT_INSPECTION, ...change, check_on };
    return this.#udt.ok(ENDPOINTS.tagCreate, {
      as: this.owner,
      query: this.query,
      body: { ...body, inspection },
    });
  };
  retag = ({ tag_id, version, ...tag }: Awaited<ReturnType<Lab["tag"]>>, check_on: CheckOccasion[]) => {
    const { name, rules, is_default, included_device_ids, excluded_device_ids } = tag;
    const wish = { name, rules, is_default, included_device_ids, excluded_device_ids, version };
    const body = { ...wish, inspection: { ...DEFAULT_INSPECTION, check_on } };
    return this.#udt.ok(ENDPOINTS.tagUpdate, { as: this.owner, query: this.query, params: { tag_id }, body });
  };

  /** The checks that the agent was to begin, from the first on. */
  begun = () => this.agent.all("session_start").filter(({ kind }) => kind === "inspection");
  nth = (nth: number) => until(() => must(this.begun()[nth], `check ${nth}`));
  /** One of them comes to its end, after which cleaning takes a second. */
  finish = async (nth: number, state: SelfCheckResult["state"] = "passed") => {
    const start = await this.nth(nth);
    const { test_id, device_id, lease_token } = start;
    const body = { lease_token, results: [found(state)], step: null };
    this.agent.script.reportsCleaned = false;
    const params = { test_id, device_id };
    await this.#linked.ok(ENDPOINTS.agentSelfCheck, { bearer: this.agent.token, params, body });
    await until(() => expect(this.agent.all("session_stop").map((stop) => stop.test_id)).toContain(test_id));
    this.#udt.clock.turn(1_000);
    this.agent.script.reportsCleaned = true;
    this.agent.report(start, { state: "cleaned" });
  };
  /** Why each check of a device was done, the newest first. */
  causes = async (name: string) => {
    const { device_id } = await this.device(name);
    const { list } = await this.#udt.ok(ENDPOINTS.selfCheckList, this.#about(device_id));
    return list.map(({ occasion, user_name, state }) => [user_name ?? occasion, state]);
  };
  /** All that happened to its devices has been seen to: nothing of it is due any more. */
  settled = (name: string) =>
    until(async () => {
      const { device_id } = await this.device(name);
      expect(await occasionsOf(this.#udt.server.database.db, [device_id])).toEqual(new Map());
    });

  /** Somebody debugs a device. */
  debug = async (name: string) => {
    this.#udt.clock.turn(1_000);
    const { device_id } = await this.device(name);
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await this.#udt.ok(ENDPOINTS.testCreate, { as: this.owner, query: this.query, body });
    await this.runs(test_id);
    return test_id;
  };
  runs = (test_id: string) => {
    const ofTest = { as: this.owner, query: this.query, params: { test_id } };
    return until(async () => expect(await this.#udt.ok(ENDPOINTS.testGet, ofTest)).toMatchObject({ state: "running" }));
  };
  leave = async (test_id: string) => {
    this.#udt.clock.turn(1_000);
    await this.#udt.ok(ENDPOINTS.testCancel, { as: this.owner, query: this.query, params: { test_id } });
  };
  use = async (name: string) => this.leave(await this.debug(name));
  inspect = async (name: string) => {
    this.#udt.clock.turn(1_000);
    await this.#udt.ok(ENDPOINTS.selfCheckStart, this.#about((await this.device(name)).device_id));
  };
  takeOut = async (name: string) => {
    const of = this.#about((await this.device(name)).device_id);
    await this.#udt.ok(ENDPOINTS.deviceTakeOut, { ...of, body: { reason: "The battery swells" } });
  };
  drain = (draining: boolean) => {
    const params = { agent_id: this.agent.agent_id };
    return this.#udt.ok(ENDPOINTS.projectAgentDrain, {
      as: this.owner,
      query: this.query,
      params,
      body: { draining },
    });
  };
  putBack = async (name: string) =>
    this.#udt.ok(ENDPOINTS.devicePutBack, this.#about((await this.device(name)).device_id));
}

onEachDatabase("checks on an occasion that a tag names", (open) => {
  let udt: TestServer;
  let lab: Lab;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    lab = await Lab.open(udt, `occasions-${++count}`);
    return async () => {
      lab.agent.close();
      const params = { project_id: lab.query.project };
      const query = { confirm: lab.query.project };
      await udt.ok(ENDPOINTS.projectDelete, { as: lab.owner, params, query });
    };
  });

  it("come once for a device that first appears, and for none that was there before", async () => {
    await lab.connect("Known");
    const tag = await lab.tag(["first_seen"], { latency_ms: 77 });
    lab.agent.send({ type: "device", device: deviceReport(lab.serial("New"), { model: "New" }) });
    const start = await lab.nth(0);
    expect(start.serial).toBe(lab.serial("New"));
    const { params, ...plan } = { params: start, bearer: lab.agent.token, query: { lease_token: start.lease_token } };
    const { test_id, device_id } = params;
    expect(await udt.ok(ENDPOINTS.agentSelfCheckPlan, { ...plan, params: { test_id, device_id } })).toMatchObject({
      config: { latency_ms: 77, check_on: ["first_seen"] },
    });
    await lab.finish(0, "failed");
    await lab.settled("New");
    expect(await lab.causes("New")).toEqual([["first_seen", "failed"]]);
    // It was there before from now on.
    lab.agent.close();
    await lab.connect("Known", "New", "Newer");
    expect((await lab.nth(1)).serial).toBe(lab.serial("Newer"));
    await lab.finish(1);
    await lab.use("New");
    await lab.settled("New");
    for (const name of ["Known", "New", "Newer"]) await lab.idle(name);
    expect(lab.begun()).toHaveLength(2);
    expect(await lab.causes("Known")).toEqual([]);
    expect(tag.inspection?.check_on).toEqual(["first_seen"]);
  });

  it("come again for a new device that somebody took from its check", async () => {
    await lab.tag(["first_seen"]);
    await lab.connect("New");
    await lab.nth(0);
    await lab.use("New");
    await lab.finish(1);
    await lab.settled("New");
    expect(await lab.causes("New")).toEqual([
      ["first_seen", "passed"],
      ["first_seen", "yielded"],
    ]);
  });

  it("do not come again for a new device that is lost in its check", async () => {
    await lab.tag(["first_seen"]);
    await lab.connect("New");
    await lab.nth(0);
    udt.clock.turn(1_000);
    const serial = lab.serial("New");
    lab.agent.send({ type: "device_gone", serial, reason: say("device_connection_lost") });
    await until(async () => expect(await lab.causes("New")).toEqual([["first_seen", "broken_off"]]));
    lab.agent.send({ type: "device", device: deviceReport(serial, { model: "New" }) });
    await lab.settled("New");
    expect(lab.begun()).toHaveLength(1);
  });

  it("are looked at again where one failed, whatever other tags are made meanwhile", async () => {
    await lab.connect("Used");
    await lab.tag(["cleaned"]);
    await lab.use("Used");
    await lab.finish(0, "failed");
    await lab.idle("Used");
    udt.clock.turn(LIMITS.scheduled_check_retry_minutes * 60_000);
    await lab.nth(1);
    // Which asks of each check under way whether anything wants it.
    await lab.tag([], {}, "another");
    await lab.use("Used");
    await lab.finish(2);
    await lab.settled("Used");
    expect((await lab.causes("Used")).map(([, state]) => state)).toEqual(["passed", "yielded", "failed"]);
  });

  it("come once after each session and run, however they go, and after no check", async () => {
    await lab.connect("Used");
    await lab.use("Used");
    await lab.idle("Used");
    await lab.tag(["cleaned"]);
    // That it was used before nobody had asked for does not count.
    await lab.inspect("Used");
    await lab.finish(0);
    await lab.idle("Used");
    for (const [at, state] of (["failed", "passed"] as const).entries()) {
      await lab.use("Used");
      await lab.finish(at + 1, state);
      await lab.settled("Used");
      await lab.idle("Used");
    }
    const config = { ...MONKEY_JOB, only_healthy: false };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, {
      as: lab.owner,
      query: lab.query,
      body: { name: "Job", config },
    });
    const run = { as: lab.owner, query: lab.query, params: { job_id }, body: {} };
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, run);
    await until(() => expect(lab.agent.all("session_start").map((start) => start.test_id)).toContain(test_id));
    await lab.leave(test_id);
    await lab.finish(3);
    await lab.settled("Used");
    await lab.idle("Used");
    expect(await lab.causes("Used")).toEqual([
      ["cleaned", "passed"],
      ["cleaned", "passed"],
      ["cleaned", "failed"],
      ["owner", "passed"],
    ]);
    expect(lab.begun()).toHaveLength(4);
  });

  it("count as the check that the clock asks for, and one that waited for the session's end counts as them", async () => {
    await lab.tag(["first_seen", "cleaned"], { check_every_hours: 2 });
    await lab.connect("Used");
    await lab.finish(0);
    await lab.settled("Used");
    await lab.idle("Used");
    const test_id = await lab.debug("Used");
    await lab.inspect("Used");
    await lab.leave(test_id);
    await lab.finish(1);
    await lab.settled("Used");
    await lab.idle("Used");
    expect(await lab.causes("Used")).toEqual([
      ["owner", "passed"],
      ["first_seen", "passed"],
    ]);
  });

  it("wait for a device that is out of use, and for a server that starts again", async () => {
    await lab.tag(["cleaned"]);
    await lab.connect("Used");
    const test_id = await lab.debug("Used");
    await lab.takeOut("Used");
    await lab.leave(test_id);
    await until(async () => expect(await lab.device("Used")).toMatchObject({ state: "out_of_use" }));
    await udt.restart();
    await lab.connect("Used");
    expect(lab.begun()).toHaveLength(0);
    await lab.putBack("Used");
    await lab.finish(0);
    await lab.settled("Used");
    expect(await lab.causes("Used")).toEqual([["cleaned", "passed"]]);
  });

  it("wait while their device's agent is drained", async () => {
    await lab.tag(["cleaned"]);
    await lab.connect("Used");
    const test_id = await lab.debug("Used");
    await lab.drain(true);
    await lab.leave(test_id);
    await lab.idle("Used");
    expect(lab.begun()).toHaveLength(0);
    await lab.drain(false);
    await lab.finish(0);
    await lab.settled("Used");
    expect(await lab.causes("Used")).toEqual([["cleaned", "passed"]]);
  });

  it("are up to the tag that decides, and what none asked for is not made up for", async () => {
    await lab.tag([], {}, "never");
    const second = await lab.tag(["cleaned"], {}, "second");
    await lab.connect("Used");
    await lab.use("Used");
    await lab.idle("Used");
    await lab.settled("Used");
    const params = { tag_id: second.tag_id };
    await udt.ok(ENDPOINTS.tagMove, { as: lab.owner, query: lab.query, params, body: { position: 1 } });
    await lab.use("Used");
    await lab.finish(0);
    await lab.settled("Used");
    expect(await lab.causes("Used")).toEqual([["cleaned", "passed"]]);
    expect(lab.begun()).toHaveLength(1);
  });

  it("end with the occasion that the tag no longer names", async () => {
    const tag = await lab.tag(["first_seen"], {});
    await lab.connect("New");
    await lab.nth(0);
    await lab.retag(tag, ["cleaned"]);
    await until(async () => expect(await lab.causes("New")).toEqual([["first_seen", "cancelled"]]));
    await lab.settled("New");
    await lab.use("New");
    await lab.finish(1);
    await lab.settled("New");
    expect(await lab.causes("New")).toEqual([
      ["cleaned", "passed"],
      ["first_seen", "cancelled"],
    ]);
  });
});

onPostgresql("checks on an occasion, by two servers", (open) => {
  it("come once", async () => {
    const a = await TestServer.start(open);
    const b = await a.beside();
    try {
      const labs = [await Lab.open(a, "lab-a"), await Lab.open(a, "lab-b", b)];
      for (const lab of labs) {
        await lab.tag(["first_seen", "cleaned"]);
        await lab.connect("New");
        await lab.finish(0);
        await lab.settled("New");
        await lab.idle("New");
        await lab.use("New");
        await lab.finish(1);
        await lab.settled("New");
        await lab.idle("New");
        expect(await lab.causes("New")).toEqual([
          ["cleaned", "passed"],
          ["first_seen", "passed"],
        ]);
        expect(lab.begun()).toHaveLength(2);
      }
    } finally {
      await b.dispose();
      await a.dispose();
    }
  });
});
