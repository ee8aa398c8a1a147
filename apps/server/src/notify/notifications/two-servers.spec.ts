/** Several servers empty one queue: no message is lost, and none is sent by two. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import type { Server } from "../../running-server.ts";
import { startServer } from "../../server.ts";
import { claimDue } from "./deliveries.repository.ts";
import { testNotice } from "./notice.fixture.ts";
import { Receiver } from "./receiver.fixture.ts";

onEachDatabase("the queue of notifications", (open) => {
  let udt: TestServer;
  let second: Server | undefined;
  let receiver: Receiver;
  let owner: Person;
  const query = { project: "shared" };

  beforeAll(async () => {
    receiver = await new Receiver().start();
    const outgoing = {
      smtp_url: undefined,
      mail_from: undefined,
      outbound_allow: ["127.0.0.0/8"],
      secret_key: "the same for all servers, 32 characters",
    };
    udt = await TestServer.start(open, { outgoing });
    owner = await udt.person("Olga");
    await udt.project("shared", [{ person: owner, user_type: 1 }]);
    // The embedded database has one server; there this is about the deliverers of one.
    if (udt.server.database.kind === "postgresql") {
      second = await startServer({ ...udt.settings, port: 0 }, { clock: udt.clock, logLevel: "silent" });
    }
  });
  afterAll(async () => {
    await second?.stop();
    await udt?.dispose();
    await receiver?.stop();
  });
  beforeEach(() => {
    receiver.received.length = 0;
  });

  const tell = (server: Server, test_id: string) =>
    server.database.transaction((tx) =>
      server.services.notifications.enqueue(tx, testNotice("shared", { test: { test_id } })),
    );
  const states = async () => {
    const { list, total } = await udt.ok(ENDPOINTS.deliveryList, { as: owner, query: { ...query, page_size: 100 } });
    return { total, states: [...new Set(list.map(({ state }) => state))] };
  };

  it("is emptied by all together, each message once", async () => {
    const body = {
      name: "CI",
      kind: "webhook" as const,
      webhook: receiver.url("shared"),
      secret: "a secret of some length",
    };
    const channel = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body });
    const bind = { buss_type: "gce" as const, event: "end-test" as const, channels: [channel.id] };
    await udt.ok(ENDPOINTS.triggerCreate, { as: owner, query, body: bind });
    const servers = [udt.server, second ?? udt.server];
    const tests = Array.from({ length: 60 }, (_, index) => `t${index}`);
    await Promise.all(tests.map((test_id, index) => tell(servers[index % 2]!, test_id)));
    await until(async () => expect(await states()).toEqual({ total: 60, states: ["delivered"] }));
    const ids = receiver.received.map(({ headers }) => headers["x-udt-delivery"]);
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
  });

  it("gives a dead server's message to another, once it is sure to be dead", async () => {
    const { database } = udt.server;
    const now = udt.clock.now();
    // A server that takes the message in the transaction that queues it, and is never heard of again.
    await database.transaction(async (tx) => {
      await udt.server.services.notifications.enqueue(tx, testNotice("shared", { test: { test_id: "left" } }));
      expect(await claimDue(tx, now, now + 120_000, 10)).toHaveLength(1);
    });
    udt.clock.turn(119_999);
    expect((await states()).states.toSorted()).toEqual(["delivered", "sending"]);
    expect(receiver.received).toEqual([]);
    udt.clock.turn(1);
    await until(async () => expect((await states()).states).toEqual(["delivered"]));
    expect(receiver.received).toHaveLength(1);
  });

  it("says nothing twice by the clock, however many look at it", async () => {
    const schedule = { days: "daily" as const, time: "08:00", time_zone: "UTC" };
    const body = { name: "Digest", kind: "scheduled" as const, target: "wework" as const, schedule };
    const wish = { ...body, webhook: receiver.url("digest") };
    const channel = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body: wish });
    for (let day = 1; day <= 3; day++) {
      udt.clock.turn(day === 1 ? channel.next_at! - udt.clock.now() : 86_400_000);
      await until(async () => {
        const { list } = await udt.ok(ENDPOINTS.deliveryList, { as: owner, query: { ...query, event: "digest" } });
        // Sent, too: the next turn is longer than any claim, and what is not settled by then is sent again.
        expect(list.map(({ state }) => state)).toEqual(Array.from({ length: day }, () => "delivered"));
      });
    }
    await until(() => expect(receiver.received).toHaveLength(3));
  });
});
