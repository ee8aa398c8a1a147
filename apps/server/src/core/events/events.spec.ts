import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS, type ConsoleEvent } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type Tap } from "../../../test/harness.ts";
import { events } from "../../platform/database/core.schema.ts";
import { personal } from "../../platform/bus.ts";
import { startServer } from "../../server.ts";

onEachDatabase("events", (open) => {
  let udt: TestServer;
  let ada: Person;
  const query = { project: "alpha" };
  const announce = (project: string | null, device_id: string) =>
    udt.server.bus.transaction(async (_tx, announce) => announce(project, { type: "device.changed", device_id }));
  const follow = (after?: number, as = ada) =>
    udt.socket(SOCKETS.events, { as, query: { ...query, ...(after !== undefined && { after: String(after) }) } });
  const told = (tap: Tap) => tap.json as ConsoleEvent[];
  const devices = (tap: Tap) =>
    told(tap).flatMap((event) => (event.type === "device.changed" ? [event.device_id] : []));

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    await udt.project("alpha", [{ person: ada, user_type: 2 }]);
    await udt.project("beta", []);
  });
  afterAll(() => udt.dispose());

  it("come in order, from the own project and from those for all", async () => {
    const tap = await follow();
    await until(() => expect(told(tap)).toHaveLength(1));
    for (const [project, id] of [
      ["alpha", "a1"],
      ["beta", "b1"],
      [null, "all1"],
      ["alpha", "a2"],
    ] as const)
      await announce(project, id);
    await until(() => expect(devices(tap)).toEqual(["a1", "all1", "a2"]));
    const ids = told(tap).map((event) => event.event_id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("of one person come to them alone, with a project's and without, and after a break", async () => {
    const bob = await udt.person("bob");
    const own = (as: Person, after?: number) =>
      udt.socket(SOCKETS.ownEvents, { as, query: after === undefined ? {} : { after: String(after) } });
    const taps = [await follow(), await own(ada), await own(bob)];
    await until(() => expect(taps.map((tap) => told(tap).length)).toEqual([1, 1, 1]));
    const after = told(taps[1]!)[0]!.event_id;
    await announce(personal(ada.user_id), "adas");
    await announce("alpha", "alphas");
    await announce(personal(bob.user_id), "bobs");
    await announce(null, "all");
    const expected = [
      ["adas", "alphas", "all"],
      ["adas", "all"],
      ["bobs", "all"],
    ];
    await until(() => expect(taps.map(devices)).toEqual(expected));
    const late = await own(ada, after);
    await until(() => expect(devices(late)).toEqual(["adas", "all"]));
  });

  it("of one person are kept from what acts for them in one project alone", async () => {
    const owner = await udt.person("owner");
    const token_of = await udt.project("gamma", [{ person: owner, user_type: 1 }]);
    const ofProject = { as: owner, params: { project_id: token_of }, query: { project: token_of } };
    const { token } = await udt.ok(ENDPOINTS.tokenReset, { ...ofProject, body: { confirm: token_of } });
    const keyOf = async (project_id: string | null) => {
      const body = { name: `of ${project_id}`, access: "read", project_id };
      const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyCreate, { as: owner, body });
      return `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`;
    };
    const shown = [`Bearer ${token}`, await keyOf(token_of), await keyOf(null)];
    const listen = (authorization: string, after?: number) =>
      udt.socket(SOCKETS.events, {
        headers: { authorization },
        query: { project: token_of, ...(after !== undefined && { after: String(after) }) },
      });
    const taps = await Promise.all(shown.map((each) => listen(each)));
    await until(() => expect(taps.map((tap) => told(tap).length)).toEqual([1, 1, 1]));
    const after = told(taps[0]!)[0]!.event_id;
    await announce(personal(owner.user_id), "owners");
    await announce(token_of, "gammas");
    const expected = [["gammas"], ["gammas"], ["owners", "gammas"]];
    await until(() => expect(taps.map(devices)).toEqual(expected));
    const late = await Promise.all(shown.map((each) => listen(each, after)));
    await until(() => expect(late.map(devices)).toEqual(expected));
  });

  it("that were missed come after the break, each once", async () => {
    const first = await follow();
    await until(() => expect(told(first)).toHaveLength(1));
    const after = told(first)[0]!.event_id;
    first.socket.terminate();
    await announce("alpha", "missed1");
    await announce("beta", "other");
    await announce("alpha", "missed2");
    const second = await follow(after);
    await announce("alpha", "live");
    await until(() => expect(devices(second)).toEqual(["missed1", "missed2", "live"]));
  });

  it("of another server that this one hears of only after telling them are told once", async () => {
    const first = await follow();
    await until(() => expect(told(first)).toHaveLength(1));
    const after = told(first)[0]!.event_id;
    await announce("alpha", "heard");
    await until(() => expect(devices(first)).toEqual(["heard"]));
    const payload = { type: "device.changed", device_id: "late" };
    await udt.server.database.db.insert(events).values({ project_id: "alpha", payload, created_at: udt.clock.now() });
    const second = await follow(after);
    await until(() => expect(devices(second)).toEqual(["heard", "late"]));
    await announce("alpha", "live");
    await until(() => expect(devices(second)).toContain("live"));
    expect(devices(second)).toEqual(["heard", "late", "live"]);
  });

  it("that are no longer known, or never were, ask for a fresh start", async () => {
    for (let index = 0; index < 3; index++) await announce("alpha", `old${index}`);
    await udt.server.database.db.execute("delete from events");
    await announce("alpha", "new");
    for (const after of [0, 1_000_000]) {
      const tap = await follow(after);
      await until(() => expect(told(tap)[0]?.type).toBe("resync"));
    }
  });

  it("are kept from who loses access", async () => {
    const bob = await udt.person("bob", { udt_admin: true });
    const tap = await follow(undefined, bob);
    await until(() => expect(told(tap)).toHaveLength(1));
    await udt.ok(ENDPOINTS.userLogout, { as: bob });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
  });

  it("tick, so that a dead connection shows", async () => {
    const tap = await follow();
    await until(() => expect(told(tap)).toHaveLength(1));
    udt.clock.turn(15_000);
    await until(() => expect(told(tap).filter((event) => event.type === "tick")).toHaveLength(2));
  });

  it("are not told when the change is taken back", async () => {
    const tap = await follow();
    await until(() => expect(told(tap)).toHaveLength(1));
    const failed = udt.server.bus.transaction(async (_tx, announce) => {
      announce("alpha", { type: "device.changed", device_id: "never" });
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    await announce("alpha", "then");
    await until(() => expect(devices(tap)).toEqual(["then"]));
  });

  it("have ids in order although many transactions commit at once", async () => {
    const heard: number[] = [];
    const stop = udt.server.bus.subscribe((event) => heard.push(event.event_id));
    await Promise.all(Array.from({ length: 100 }, (_, index) => announce(null, `many${index}`)));
    await until(() => expect(heard).toHaveLength(100));
    stop();
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  });

  it("go on after the database has dropped every connection", async ({ skip }) => {
    if (udt.server.database.kind === "pglite") skip("the embedded database has no connections to drop");
    const tap = await follow();
    await until(() => expect(told(tap)).toHaveLength(1));
    const others =
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'udt'";
    await udt.server.database.db.execute(others);
    // A connection that the pool believes in may still fail once.
    await until(() => announce("alpha", "after"));
    await until(() => expect(devices(tap)).toContain("after"));
    await until(async () => {
      const { rows } = await udt.server.database.db.execute(
        "select 1 from pg_stat_activity where query = 'listen \"udt_events\"'",
      );
      expect(rows).toHaveLength(1);
    });
  });

  it("cross from one server to another on the same database", async ({ skip }) => {
    if (udt.server.database.kind === "pglite") skip("the embedded database has one server");
    const other = await startServer(udt.settings, { clock: udt.clock, logLevel: "silent" });
    try {
      const tap = await follow();
      await until(() => expect(told(tap)).toHaveLength(1));
      await other.bus.transaction(async (_tx, announce) =>
        announce("alpha", { type: "device.changed", device_id: "afar" }),
      );
      await until(() => expect(devices(tap)).toEqual(["afar"]));
    } finally {
      await other.stop();
    }
  });
});
