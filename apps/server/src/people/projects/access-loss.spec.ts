import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

/** The clock stands still here, so nothing closes by the checks that come round every few seconds. */
onEachDatabase("who loses access", (open) => {
  let udt: TestServer;
  let owner: Person;
  let member: Person;
  let agent: TestAgent;
  let query: { project: string };
  let device_id: string;
  let count = 0;

  const at = (as: Person, user_id?: string) => ({
    as,
    query,
    params: { project_id: query.project, ...(user_id !== undefined && { user_id }) },
  });
  const start = async (as: Person) => {
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    return udt.call(ENDPOINTS.testCreate, { as, query, body });
  };
  const running = async (as: Person): Promise<string> => {
    const { test_id } = (await start(as)).data as { test_id: string };
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.testGet, { as, query, params: { test_id } })).toMatchObject({ state: "running" }),
    );
    return test_id;
  };
  const follow = (as: Person) => udt.socket(SOCKETS.events, { as, query });
  const watch = async (as: Person, test_id: string) => {
    const before = agent.streams.length;
    const tap = await udt.socket(SOCKETS.stream, { as, query, params: { test_id, device_id, stream: "screen" } });
    await until(() => expect(agent.streams.length).toBe(before + 1));
    return tap;
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    owner = await udt.person("owner");
    member = await udt.person("member");
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    await udt.project(
      query.project,
      [
        { person: owner, user_type: 1 },
        { person: member, user_type: 2 },
      ],
      { member_privileges: ["debug.monitor"] },
    );
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.device_id;
  });

  it("by removal loses sessions and sockets at once, and nobody else does", async () => {
    const test_id = await running(member);
    const [events, screen] = [await follow(member), await watch(member, test_id)];
    const others = await follow(owner);
    await udt.ok(ENDPOINTS.memberRemove, at(owner, member.user_id));
    expect(await events.closed).toEqual({ code: 4403, reason: "user_not_in_project" });
    // Whichever is noticed first: that the session ended, or that its user is no member.
    expect(["test_ended", "user_not_in_project"]).toContain((await screen.closed).reason);
    const { state, end_reason } = await udt.ok(ENDPOINTS.testGet, { as: owner, query, params: { test_id } });
    expect({ state, end_reason }).toEqual({ state: "ended", end_reason: "access_lost" });
    await until(() => expect(others.json).toContainEqual(expect.objectContaining({ type: "member.changed" })));
    expect(others.socket.readyState).toBe(others.socket.OPEN);
    await udt.refused(ENDPOINTS.testGet, { as: member, query, params: { test_id } }, "user_not_in_project");
  });

  it("cannot begin a session while being removed that would go on after it", async () => {
    for (let round = 0; round < 5; round++) {
      const [begun, removed] = await Promise.all([
        start(member),
        udt.call(ENDPOINTS.memberRemove, at(owner, member.user_id)),
      ]);
      expect(removed.ret).toBe(0);
      if (begun.ret !== 0) expect(begun.code).toBe("user_not_in_project");
      await until(async () => {
        const { list } = await udt.ok(ENDPOINTS.testList, { as: owner, query });
        expect(list.filter((test) => test.state !== "ended")).toEqual([]);
        expect((await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.state).toBe("idle");
      });
      const body = { user_id_list: [member.user_id] };
      await udt.ok(ENDPOINTS.memberAdd, { ...at(owner), body });
    }
  });

  it("by a privilege taken away stops to watch, and goes on with what is their own", async () => {
    const test_id = await running(owner);
    const [events, screen] = [await follow(member), await watch(member, test_id)];
    await udt.ok(ENDPOINTS.privilegeSet, { ...at(owner), body: { privilege_list: [] } });
    expect(await screen.closed).toEqual({ code: 4401, reason: "no_permission" });
    await until(() => expect(events.json).toContainEqual(expect.objectContaining({ type: "project.changed" })));
    expect(events.socket.readyState).toBe(events.socket.OPEN);
  });

  it("as a guest loses it when the project is public no more", async () => {
    const guest = await udt.person("guest");
    const facts = { name: query.project, description: "", target_usage: "normal" };
    await udt.ok(ENDPOINTS.projectUpdate, { ...at(owner), body: { ...facts, visibility: 2 } });
    const events = await follow(guest);
    expect(events.socket.readyState).toBe(events.socket.OPEN);
    await udt.ok(ENDPOINTS.projectUpdate, { ...at(owner), body: { ...facts, visibility: 1 } });
    expect(await events.closed).toEqual({ code: 4403, reason: "user_not_in_project" });
  });
});
