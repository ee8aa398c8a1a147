import { AdbCommand, AdbPublicKey, encodePacket, PacketDecoder, type AdbPacket } from "@udt/adb";
import { ENDPOINTS, type RemoteAdb } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { insertMember } from "../../people/projects/members.repository.ts";
import { remote_adb } from "../../platform/database/remote-adb.schema.ts";
import { HandClient, handKey, type HandKey } from "./hand-client.fixture.ts";

const MINUTE_MS = 60_000;
const query = { project: "alpha" };

describe("remote ADB of a session", () => {
  let udt: TestServer;
  let ada: Person;
  let bea: Person;
  let root: Person;
  let agent: TestAgent;
  let params: { test_id: string; device_id: string };
  let clients: HandClient[] = [];

  const as = (person: Person) => ({ as: person, params, query });
  const now = (): Promise<RemoteAdb> => udt.ok(ENDPOINTS.remoteAdbGet, as(ada));
  const open = async (): Promise<number> => (await udt.ok(ENDPOINTS.remoteAdbOpen, as(ada))).address!.port;
  const dial = (port: number): HandClient => {
    const client = new HandClient(port);
    clients.push(client);
    return client;
  };
  const asked = () => until(async () => (await now()).asked ?? expect.fail("nobody asks"));
  const answer = (key_id: string, allow: boolean, person = ada) => ({ ...as(person), body: { key_id, allow } });
  const isOff = () => until(async () => expect((await now()).state).toBe("off"));
  /** The device's end of the newest connection, with all packets that came to it. */
  const deviceEnd = () =>
    until(() => {
      const end = agent.streams.filter(({ stream, heard }) => stream === "adb" && heard.length > 0).at(-1);
      return end ?? expect.fail("nothing came");
    });
  const packets = (heard: readonly { data: Buffer }[]): AdbPacket[] => {
    const decoder = new PacketDecoder();
    decoder.verifyChecksum = false;
    return heard.flatMap(({ data }) => [...decoder.push(data)]);
  };
  /** Time in which the agent is heard. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 10_000) {
      udt.clock.turn(10_000);
      await agent.heartbeat();
    }
  };
  const enter = async (port: number, key: HandKey): Promise<HandClient> => {
    const client = dial(port);
    await client.comeWith(key);
    await udt.ok(ENDPOINTS.remoteAdbAnswer, answer((await asked()).key_id, true));
    await until(async () => expect((await now()).connections).toBe(1));
    return client;
  };

  beforeAll(async () => {
    udt = await TestServer.start();
    [ada, bea, root] = await Promise.all([
      udt.person("ada"),
      udt.person("bea"),
      udt.person("root", { udt_admin: true }),
    ]);
    await udt.project("alpha", [
      { person: ada, user_type: 2 },
      { person: bea, user_type: 1 },
    ]);
  });
  afterAll(() => udt.dispose());
  let count = 0;
  beforeEach(async () => {
    agent = await udt.agent(`agent-${++count}`);
    await agent.connect([deviceReport(`s-${count}`)]);
    const devices = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
    const { device_id } = devices.list.find(({ serial }) => serial.endsWith(`-${count}`))!;
    const wish = { kind: "debug", device_id, duration_minutes: 120 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body: wish });
    params = { device_id, test_id };
    await until(async () => expect((await udt.ok(ENDPOINTS.testGet, as(ada))).state).toBe("running"));
    return () => {
      for (const { socket } of clients) socket.destroy();
      clients = [];
    };
  });

  it("lets in who has just signed by a key that was allowed, and hands on what it says as it is", async () => {
    const key = handKey();
    const client = await enter(await open(), key);
    const { heard, socket } = await deviceEnd();
    expect(packets(heard)[0]).toMatchObject({ command: AdbCommand.Connect, arg1: 1024 * 1024 });
    client.send(AdbCommand.Open, 7, 0, "shell:true\0");
    await until(() => expect(packets(heard).at(-1)).toMatchObject({ command: AdbCommand.Open, arg0: 7 }));
    const said = encodePacket({ command: AdbCommand.Okay, arg0: 1, arg1: 7, payload: new Uint8Array() }, false);
    socket.send(said);
    await until(() => expect(client.received.at(-1)).toMatchObject({ command: AdbCommand.Okay, arg1: 7 }));
    await until(async () => {
      // Counted every five seconds.
      udt.clock.turn(5_000);
      expect((await now()).received_bytes).toBe(said.length);
    });
    const { list } = await udt.ok(ENDPOINTS.adbKeyList, { as: ada });
    const { id, fingerprint } = AdbPublicKey.parse(key.sent)!;
    expect(list.find(({ key_id }) => key_id === id)).toMatchObject({ name: "grace@laptop", fingerprint });
  });

  it("believes nobody who shows a public key that they have not signed by", async () => {
    const [owned, stolen] = [handKey(), handKey("victim@desk")];
    const client = dial(await open());
    client.greet();
    client.sign(owned, await client.token());
    await client.token(2);
    client.show(stolen);
    await client.closed;
    expect((await now()).asked).toBeNull();
    // Nor who signs what another connection was asked.
    const [one, other] = [dial((await now()).address!.port), dial((await now()).address!.port)];
    one.greet();
    other.greet();
    const token = await one.token();
    await other.token();
    other.sign(owned, token);
    await other.token(2);
    other.show(owned);
    await other.closed;
    expect((await now()).asked).toBeNull();
  });

  it.each([
    [
      "what is no packet",
      (client: HandClient) => client.socket.write("GET / HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n"),
    ],
    [
      "what is more than a stranger may send",
      (client: HandClient) => client.send(AdbCommand.Connect, 1, 4096, "x".repeat(5_000)),
    ],
    ["a service before its key", (client: HandClient) => client.send(AdbCommand.Open, 1, 0, "shell:\0")],
  ])("hangs up on who sends %s", async (_, say) => {
    const client = dial(await open());
    say(client);
    await client.closed;
    expect(agent.streams.filter(({ stream, heard }) => stream === "adb" && heard.length > 0)).toEqual([]);
  });

  it("hangs up on who says nothing", async () => {
    const client = dial(await open());
    client.greet();
    await client.token();
    udt.clock.turn(31_000);
    await client.closed;
  });

  it("lets no crowd of silent strangers keep out who has a key, nor push out who is in", async () => {
    const [port, key] = [await open(), handKey()];
    const inside = await enter(port, key);
    const strangers = Array.from({ length: 20 }, () => dial(port));
    await Promise.all(strangers.slice(0, 13).map(({ closed }) => closed));
    const client = dial(port);
    client.greet();
    client.sign(key, await client.token());
    await until(async () => expect((await now()).connections).toBe(2));
    expect(inside.socket.destroyed).toBe(false);
  });

  it("is answered by who turned it on alone, once", async () => {
    const port = await open();
    const client = dial(port);
    await client.comeWith(handKey());
    const { key_id } = await asked();
    await udt.refused(ENDPOINTS.remoteAdbAnswer, answer(key_id, true, bea), "not_driver");
    await udt.refused(ENDPOINTS.remoteAdbAnswer, answer(key_id, true, root), "not_driver");
    await udt.refused(ENDPOINTS.remoteAdbAnswer, answer("0".repeat(64), true), "adb_key_not_found");
    await udt.ok(ENDPOINTS.controlGive, { as: ada, params, query, body: { user_id: bea.user_id, instead: false } });
    await udt.refused(ENDPOINTS.remoteAdbAnswer, answer(key_id, true, bea), "adb_key_not_yours");
    const both = await Promise.all(
      [true, false].map((allow) => udt.call(ENDPOINTS.remoteAdbAnswer, answer(key_id, allow))),
    );
    expect(both.filter(({ ret }) => ret === 0)).toHaveLength(1);
  });

  it("withdraws the question when who asked has left", async () => {
    const client = dial(await open());
    await client.comeWith(handKey());
    await asked();
    client.socket.destroy();
    await until(async () => expect((await now()).state).toBe("waiting"));
  });

  it("is one, however often it is turned on at once", async () => {
    const all = await Promise.all([1, 2, 3].map(() => udt.ok(ENDPOINTS.remoteAdbOpen, as(ada))));
    expect(new Set(all.map(({ address }) => address!.port)).size).toBe(1);
  });

  it("counts what is done at the device as activity, and no idle connection", async () => {
    const client = await enter(await open(), handKey());
    const { heard } = await deviceEnd();
    const deadline = async () => (await udt.ok(ENDPOINTS.testGet, as(ada))).inactive_deadline!;
    const said = (n: number) => until(() => expect(packets(heard)).toHaveLength(n));
    client.send(AdbCommand.Open, 7, 0, "track-jdwp\0");
    await said(2);
    const before = await deadline();
    await pass(MINUTE_MS);
    client.send(AdbCommand.Write, 7, 1, "asked by a tool itself");
    await said(3);
    expect(await deadline()).toBe(before);
    client.send(AdbCommand.Open, 8, 0, "shell:\0");
    client.send(AdbCommand.Write, 8, 2, "typed");
    await said(5);
    await until(async () => {
      udt.clock.turn(1_000);
      expect(await deadline()).toBeGreaterThan(before);
    });
  });

  describe("ends at once", () => {
    let client: HandClient;
    let port: number;
    let key: HandKey;
    beforeEach(async () => {
      port = await open();
      key = handKey();
      client = await enter(port, key);
    });
    const isClosed = async () => {
      await client.closed;
      const next = dial(port);
      await next.closed;
      expect(next.received).toEqual([]);
    };

    it("with the session", async () => {
      await udt.ok(ENDPOINTS.testCancel, as(ada));
      await isClosed();
      await isOff();
    });

    it("when it is turned off", async () => {
      await udt.ok(ENDPOINTS.remoteAdbClose, as(ada));
      await isClosed();
      expect((await now()).state).toBe("off");
    });

    it("when the device is handed over, for whom it was handed to may turn it on for themselves", async () => {
      await udt.ok(ENDPOINTS.controlGive, { ...as(ada), body: { user_id: bea.user_id, instead: true } });
      await isClosed();
      await udt.refused(ENDPOINTS.remoteAdbOpen, as(ada), "not_driver");
      const { address } = await udt.ok(ENDPOINTS.remoteAdbOpen, as(bea));
      const theirs = dial(address!.port);
      theirs.greet();
      await theirs.token();
      await udt.ok(ENDPOINTS.controlTakeBack, as(ada));
      await theirs.closed;
      await isOff();
    });

    it("when who turned it on signs out", async () => {
      const before = { ...ada };
      Object.assign(ada, await udt.session(ada));
      await udt.ok(ENDPOINTS.userLogout, { as: before });
      await isClosed();
      await isOff();
    });

    it("when who turned it on is no member any more", async () => {
      const member = { as: bea, params: { project_id: "alpha", user_id: ada.user_id } };
      await udt.ok(ENDPOINTS.memberRemove, member);
      await isClosed();
      await insertMember(udt.server.database.db, {
        project_id: "alpha",
        user_id: ada.user_id,
        user_type: 2,
        joined_at: udt.clock.now(),
      });
    });

    it("with the connection to the agent", async () => {
      const { socket } = await deviceEnd();
      socket.terminate();
      await client.closed;
      await until(async () => expect(await now()).toMatchObject({ state: "waiting", connections: 0 }));
    });

    it("for a key that is taken back", async () => {
      const one = { params: { key_id: AdbPublicKey.parse(key.sent)!.id } };
      await udt.refused(ENDPOINTS.adbKeyRemove, { as: bea, ...one }, "adb_key_not_found");
      await udt.ok(ENDPOINTS.adbKeyRemove, { as: ada, ...one });
      await client.closed;
    });

    it("for a key that is taken back while the device is asked, and counts nobody", async () => {
      client.socket.destroy();
      await until(async () => expect((await now()).connections).toBe(0));
      const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
      const { promise: answer, resolve: goOn } = Promise.withResolvers<{ data: null }>();
      agent.script.stream_open = () => (isAsked(), answer);
      const next = dial(port);
      next.greet();
      next.sign(key, await next.token());
      await asked;
      await udt.ok(ENDPOINTS.adbKeyRemove, { as: ada, params: { key_id: AdbPublicKey.parse(key.sent)!.id } });
      await next.closed;
      const before = agent.streams.length;
      goOn({ data: null });
      const { socket } = await until(() => agent.streams[before] ?? expect.fail("nobody dials"));
      await until(() => expect(socket.readyState).toBe(socket.CLOSED));
      expect(await now()).toMatchObject({ state: "waiting", connections: 0 });
    });
  });

  it("is off again after a server that died, once it was silent for long enough", async () => {
    const port = await open();
    const client = await enter(port, handKey());
    // What a killed server leaves behind: its row, and nobody who listens.
    const { db } = udt.server.database;
    const left = (await db.select().from(remote_adb)).find((row) => row.port === port);
    await udt.restart();
    await client.closed;
    expect((await now()).state).toBe("off");
    await udt.server.database.db.insert(remote_adb).values(left!);
    expect((await now()).state).toBe("connected");
    udt.clock.turn(46_000);
    expect((await now()).state).toBe("off");
  });
});
