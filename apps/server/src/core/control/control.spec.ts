import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS, type StreamName } from "@udt/contract";
import { TestServer, until, type Person, type Tap, type TestAgent } from "../../../test/harness.ts";
import { passTime } from "../../../test/pass-time.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { insertMember } from "../../people/projects/members.repository.ts";

describe("control of a debug session", () => {
  let udt: TestServer;
  let ada: Person;
  let bea: Person;
  let cem: Person;
  let root: Person;
  let agent: TestAgent;
  let query: { project: string };
  let params: { test_id: string; device_id: string };
  let count = 0;

  const ofTest = () => ({ query, params: { test_id: params.test_id } });
  const give = (to: Person, instead = false, as = ada) =>
    udt.call(ENDPOINTS.controlGive, { as, ...ofTest(), body: { user_id: to.user_id, instead } });
  const given = async (to: Person, instead = false) => expect(await give(to, instead)).toMatchObject({ ret: 0 });
  const takeBack = (as = ada) => udt.ok(ENDPOINTS.controlTakeBack, { as, ...ofTest() });
  const drivers = async () =>
    (await udt.ok(ENDPOINTS.testGet, { as: ada, ...ofTest() })).drivers.map(({ user_name, instead }) => [
      user_name,
      instead,
    ]);
  const open = (stream: StreamName, as: Person) =>
    udt.socket(SOCKETS.stream, { as, params: { ...params, stream }, query });
  const joined = async (stream: StreamName, as: Person): Promise<{ tap: Tap; end: TestAgent["streams"][number] }> => {
    const before = agent.streams.length;
    const tap = await open(stream, as);
    return { tap, end: await until(() => agent.streams[before] ?? expect.fail(`${stream} was not opened`)) };
  };
  const touches = ({ heard }: TestAgent["streams"][number]) => heard.map(({ data }) => data.toString());
  const audited = async () =>
    (await udt.ok(ENDPOINTS.auditList, { as: root, query: { project_id: query.project } })).list.map(
      ({ action, user_name }) => `${user_name} ${action}`,
    );
  const start = async (as: Person) => udt.ok(ENDPOINTS.appStart, { as, query, params, body: { package_name: "a.b" } });

  beforeAll(async () => {
    udt = await TestServer.start();
    root = await udt.person("root", { udt_admin: true });
    [ada, bea, cem] = [await udt.person("ada"), await udt.person("bea"), await udt.person("cem")];
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    await udt.project(
      query.project,
      [ada, bea, cem].map((person) => ({ person, user_type: 2 as const })),
    );
    agent = await udt.agent(`agent-${count}`, [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: ada, query })).list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    params = { test_id, device_id };
    await until(async () => expect((await udt.ok(ENDPOINTS.testGet, { as: ada, ...ofTest() })).state).toBe("running"));
  });

  it("is shared: both touch, and ending and giving stay the holder's", async () => {
    expect((await open("input", bea).then((tap) => tap.closed)).reason).toBe("not_driver");
    await given(bea);
    expect(await drivers()).toEqual([["bea", false]]);
    const [mine, theirs] = [await joined("input", ada), await joined("input", bea)];
    mine.tap.socket.send("from ada");
    theirs.tap.socket.send("from bea");
    await until(() => expect(touches(mine.end)).toEqual(["from ada"]));
    await until(() => expect(touches(theirs.end)).toEqual(["from bea"]));
    expect(agent.all("stream_open").at(-1)).toMatchObject({
      watching: false,
      who: { user_id: bea.user_id, user_name: "bea" },
    });
    await start(bea);
    await udt.refused(ENDPOINTS.testExtend, { as: bea, ...ofTest(), body: { minutes: 5 } }, "not_holder");
    await udt.refused(ENDPOINTS.testCancel, { as: bea, ...ofTest() }, "not_holder");
    expect((await give(cem, false, bea)).code).toBe("not_holder");
    await udt.refused(ENDPOINTS.controlTakeBack, { as: bea, ...ofTest() }, "not_holder");
    await udt.refused(ENDPOINTS.watchLinkCreate, { as: bea, ...ofTest(), body: { hours: 1 } }, "not_holder");
  });

  it("is kept by the word of who drives, at once and each time, and of nobody else", async () => {
    const keep = (as: Person) => udt.ok(ENDPOINTS.testKeep, { as, ...ofTest() });
    const until15 = () => udt.clock.now() + 15 * 60_000;
    const written = async () => (await udt.ok(ENDPOINTS.testGet, { as: ada, ...ofTest() })).inactive_deadline;
    await udt.refused(ENDPOINTS.testKeep, { as: bea, ...ofTest() }, "not_driver");
    await given(bea);
    // Within the half minute in which a touch is written down once, too.
    for (const as of [ada, bea, ada]) {
      udt.clock.turn(2_000);
      expect(await keep(as)).toEqual({ inactive_deadline: until15() });
      expect(await written()).toBe(until15());
    }
    await given(cem, true);
    for (const as of [ada, bea]) await udt.refused(ENDPOINTS.testKeep, { as, ...ofTest() }, "not_driver");
    await keep(cem);
    await takeBack();
    await udt.ok(ENDPOINTS.testCancel, { as: ada, ...ofTest() });
    await udt.refused(ENDPOINTS.testKeep, { as: ada, ...ofTest() }, "test_ended");
  });

  it("ends on the server at once when it is taken back, and is told with who did it", async () => {
    await given(bea);
    const events = await udt.socket(SOCKETS.events, { as: bea, query });
    const input = await joined("input", bea);
    const terminal = await joined("terminal", bea);
    const screen = await joined("screen", bea);
    const log = await joined("log", bea);
    await takeBack();
    expect(await input.tap.closed).toEqual({ code: 4403, reason: "not_driver" });
    expect((await terminal.tap.closed).reason).toBe("not_driver");
    // What a driver may do there a watcher may not: it begins anew as another thing.
    expect((await log.tap.closed).code).toBe(1012);
    expect(screen.tap.socket.readyState).toBe(screen.tap.socket.OPEN);
    await until(() =>
      expect(events.json).toContainEqual(
        expect.objectContaining({
          type: "drivers.changed",
          test_id: params.test_id,
          drivers: [],
          by: { user_id: ada.user_id, user_name: "ada" },
        }),
      ),
    );
    await udt.refused(ENDPOINTS.appStart, { as: bea, query, params, body: { package_name: "a.b" } }, "not_driver");
    expect((await open("input", bea).then((tap) => tap.closed)).reason).toBe("not_driver");
    expect(agent.all("stream_open").map(({ stream, watching }) => [stream, watching])).toContainEqual(["log", false]);
    await joined("log", bea);
    expect(agent.all("stream_open").at(-1)).toMatchObject({ stream: "log", watching: true });
  });

  it("breaks off what is being written for who loses it", async () => {
    await given(bea);
    const before = agent.streams.length;
    const call = udt.call(ENDPOINTS.fileList, { as: bea, params, query: { ...query, path: "/sdcard" } });
    const end = await until(() => agent.streams[before] ?? expect.fail("nothing was asked"));
    await takeBack();
    expect((await call).code).toBe("not_driver");
    await until(() => expect(end.socket.readyState).toBe(end.socket.CLOSED));
  });

  it("is handed over: the holder's hands are off until it is taken back", async () => {
    await given(cem);
    const mine = await joined("input", ada);
    await given(bea, true);
    expect(await drivers()).toEqual([["bea", true]]);
    expect((await mine.tap.closed).reason).toBe("not_driver");
    expect((await open("input", ada).then((tap) => tap.closed)).reason).toBe("not_driver");
    await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body: { package_name: "a.b" } }, "not_driver");
    await udt.refused(ENDPOINTS.appStart, { as: root, query, params, body: { package_name: "a.b" } }, "not_driver");
    await start(bea);
    // To share with others leaves it where it is; to share with who has it gives the holder their hands back.
    await given(cem);
    await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body: { package_name: "a.b" } }, "not_driver");
    await given(bea);
    await start(ada);
    await given(cem, true);
    await takeBack();
    await start(ada);
    expect(await drivers()).toEqual([]);
  });

  it("is asked for a few times and no more, so that nobody's page is filled with it", async () => {
    const ask = (as: Person) => udt.call(ENDPOINTS.controlAsk, { as, ...ofTest() });
    const answers = [];
    for (let index = 0; index < 20; index++) answers.push((await ask(bea)).code);
    expect([answers[0], answers.at(-1)]).toEqual([undefined, "too_many_attempts"]);
    expect((await audited()).filter((entry) => entry === "bea control.ask")).toHaveLength(10);
    // Who has not asked is not kept from it.
    expect((await ask(cem)).code).toBeUndefined();
    await passTime(udt.clock, [agent], 6 * 60_000);
    expect((await ask(bea)).code).toBeUndefined();
  });

  it("is asked for by who watches: the holder is told alone, and who asked whatever comes of it", async () => {
    const ask = async (as: Person) =>
      udt.call(ENDPOINTS.controlAsk, { as: { ...as, ...(await udt.session(as)) }, ...ofTest() });
    const decline = (as: Person) =>
      udt.call(ENDPOINTS.controlDecline, { as, query, params: { test_id: params.test_id, user_id: bea.user_id } });
    const [adas, beas, cems] = await Promise.all(
      [ada, bea, cem].map((as) => udt.socket(SOCKETS.events, { as, query })),
    );
    const heard = (tap: Tap | undefined, type: string) =>
      tap?.json.filter((event) => (event as { type: string }).type === type) ?? [];
    const of = { project_id: query.project, test_id: params.test_id };
    expect(await ask(bea)).toMatchObject({ ret: 0 });
    await until(() =>
      expect(heard(adas, "control.asked")).toMatchObject([
        { ...of, device_id: params.device_id, by: { user_name: "bea" } },
      ]),
    );
    expect((await decline(bea)).code).toBe("not_holder");
    expect(await decline(ada)).toMatchObject({ ret: 0 });
    await until(() => expect(heard(beas, "control.declined")).toMatchObject([{ ...of, by: { user_name: "ada" } }]));
    expect(await drivers()).toEqual([]);
    await given(bea);
    for (const own of [bea, ada]) expect((await ask(own)).code).toBe("control_own");
    expect(await audited()).toEqual(expect.arrayContaining(["bea control.ask", "ada control.decline"]));
    // What was said between the two is nobody else's to hear.
    await until(() => expect(heard(cems, "drivers.changed")).toHaveLength(1));
    expect([
      ...heard(cems, "control.asked"),
      ...heard(cems, "control.declined"),
      ...heard(beas, "control.asked"),
    ]).toEqual([]);
    const [stranger] = [await udt.person("asks from outside")];
    expect((await ask(stranger)).code).toBe("user_not_in_project");
    await udt.ok(ENDPOINTS.testCancel, { as: ada, ...ofTest() });
    expect((await ask(cem)).code).toBe("test_ended");
  });

  it("is given up by who has it, and taken from one alone", async () => {
    await given(bea, true);
    const left = await udt.ok(ENDPOINTS.controlLeave, { as: bea, ...ofTest() });
    expect(left).toEqual({ drivers: [] });
    await start(ada);
    await udt.refused(ENDPOINTS.controlLeave, { as: bea, ...ofTest() }, "not_driver");
    await given(bea);
    await given(cem);
    const of = { query, params: { test_id: params.test_id, user_id: bea.user_id } };
    await udt.refused(ENDPOINTS.controlTakeFrom, { as: cem, ...of }, "not_holder");
    await udt.ok(ENDPOINTS.controlTakeFrom, { as: ada, ...of });
    expect(await drivers()).toEqual([["cem", false]]);
  });

  it("goes to nobody who may not watch, nor to whom it belongs, nor to too many", async () => {
    const [stranger, guest] = [await udt.person("stranger"), await udt.person("guest")];
    for (const unfit of [stranger, guest, ada]) expect((await give(unfit)).code).toBe("driver_unfit");
    const nobody = { user_id: "nobody", instead: false };
    await udt.refused(ENDPOINTS.controlGive, { as: ada, ...ofTest(), body: nobody }, "driver_unfit");
    for (let index = 0; index < LIMITS.drivers_max; index++) {
      const person = await udt.person(`person ${index}`);
      const of = { project_id: query.project, user_id: person.user_id };
      await insertMember(udt.server.database.db, { ...of, user_type: 2, joined_at: 0 });
      await given(person);
    }
    expect((await give(bea)).code).toBe("driver_limit");
  });

  it("is taken by an administrator, who only looks before", async () => {
    expect((await open("input", root).then((tap) => tap.closed)).reason).toBe("not_driver");
    await joined("screen", root);
    expect(agent.all("stream_open").at(-1)).toMatchObject({ stream: "screen", watching: true });
    await start(ada);
    expect(await give(root, true, root)).toMatchObject({ ret: 0 });
    await start(root);
    await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body: { package_name: "a.b" } }, "not_driver");
    expect(await audited()).toContain("root control.give");
    await udt.ok(ENDPOINTS.controlLeave, { as: root, ...ofTest() });
    await start(ada);
  });

  it("is taken from a program by whose key it acts, and given back to it", async () => {
    await udt.ok(ENDPOINTS.testCancel, { as: ada, ...ofTest() });
    const wish = { name: `key-${count}`, access: "write", project_id: query.project };
    const key = await udt.ok(ENDPOINTS.keyCreate, { as: { ...ada, ...(await udt.session(ada)) }, body: wish });
    const headers = {
      authorization: `Basic ${Buffer.from(`${key.secret_id}:${key.secret_key}`).toString("base64")}`,
    };
    const { device_id } = params;
    const begin = () =>
      udt.ok(ENDPOINTS.testCreate, { headers, query, body: { kind: "debug", device_id, duration_minutes: 30 } });
    params = { test_id: (await until(begin)).test_id, device_id };
    await until(async () => expect((await udt.ok(ENDPOINTS.testGet, { as: ada, ...ofTest() })).state).toBe("running"));
    const body = { package_name: "a.b" };
    const acts = { headers, query, params, body };
    await udt.ok(ENDPOINTS.appStart, acts);
    await start(ada);
    await given(ada, true);
    await start(ada);
    await udt.refused(ENDPOINTS.appStart, acts, "not_driver");
    await udt.ok(ENDPOINTS.controlLeave, { as: ada, ...ofTest() });
    await udt.ok(ENDPOINTS.appStart, acts);
  });

  it("is judged once more when the agent has dialled in: what was lost meanwhile is not used", async () => {
    await given(bea);
    const { promise: isFree, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    agent.script.stream_open = async () => {
      asked++;
      await isFree;
      return { data: null };
    };
    const list = udt.call(ENDPOINTS.fileList, { as: bea, params, query: { ...query, path: "/sdcard" } });
    const adb = udt.call(ENDPOINTS.remoteAdbOpen, { as: bea, params, query });
    await until(() => expect(asked).toBe(2));
    await takeBack();
    release();
    expect((await list).code).toBe("not_driver");
    expect((await adb).code).toBe("not_driver");
  });

  it("ends calls that are under way with the right to watch, or with the sign-in", async () => {
    await given(bea);
    const begun = async () => {
      const before = agent.streams.length;
      const as = { ...bea, ...(await udt.session(bea)) };
      const call = udt.call(ENDPOINTS.fileList, { as, params, query: { ...query, path: "/sdcard" } });
      await until(() => agent.streams[before] ?? expect.fail("nothing was asked"));
      return { as, call };
    };
    const signed = await begun();
    await udt.ok(ENDPOINTS.userLogout, { as: signed.as });
    expect((await signed.call).ret).not.toBe(0);
    const { call } = await begun();
    const of = { project_id: query.project, user_id: bea.user_id };
    await udt.ok(ENDPOINTS.memberRemove, { as: root, query, params: of });
    expect((await call).ret).not.toBe(0);
  });

  it("comes back to its holder when who has it instead leaves the project", async () => {
    await given(bea, true);
    const of = { project_id: query.project, user_id: bea.user_id };
    await udt.ok(ENDPOINTS.memberRemove, { as: root, query, params: of });
    await until(async () => expect(await drivers()).toEqual([]));
    await start(ada);
  });

  it("is lost with the right to watch", async () => {
    await given(bea);
    const input = await joined("input", bea);
    const of = { project_id: query.project, user_id: bea.user_id };
    await udt.ok(ENDPOINTS.memberRemove, { as: root, query, params: of });
    expect((await input.tap.closed).code).toBeGreaterThanOrEqual(4400);
    await udt.refused(
      ENDPOINTS.appStart,
      { as: bea, query, params, body: { package_name: "a.b" } },
      "user_not_in_project",
    );
  });

  it("changes once when two do the same at one moment, and has one place to hand over", async () => {
    await given(bea);
    await Promise.all([takeBack(), takeBack(), takeBack(root)]);
    const took = (await audited()).filter((entry) => entry.endsWith("control.take_back"));
    expect(took).toHaveLength(1);
    const both = await Promise.all([give(bea, true), give(cem, true)]);
    expect(both.map(({ ret }) => ret)).toEqual([0, 0]);
    expect(await drivers()).toHaveLength(1);
    await Promise.all([give(bea), takeBack()]);
    expect((await drivers()).every(([, instead]) => !instead)).toBe(true);
    await udt.ok(ENDPOINTS.testCancel, { as: ada, ...ofTest() });
    expect((await give(bea)).code).toBe("test_ended");
  });
});
