import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("a session that is used on and on", () => {
  let udt: TestServer;
  let admin: Person;
  let ada: Person;
  const limit = async (session_max_hours: number) => {
    const as = { ...admin, ...(await udt.session(admin)) };
    await udt.ok(ENDPOINTS.adminSettingsSet, { as, body: { session_max_hours } });
  };
  const signIn = async (): Promise<Person> => {
    const body = { email: "ada@example.com", password: "sunny day 1" };
    const answer = await udt.call(ENDPOINTS.userLogin, { body });
    expect(answer.ret).toBe(0);
    return { ...ada, cookie: String(answer.headers["set-cookie"]).split(";")[0]! };
  };
  const useFor = async (as: Person, days: number) => {
    for (let day = 0; day < days; day++) {
      await udt.ok(ENDPOINTS.userInfo, { as });
      udt.clock.turn(DAY_MS);
    }
  };

  beforeAll(async () => {
    udt = await TestServer.start(embedded);
    admin = await udt.person("root", { udt_admin: true });
    ada = await udt.person("ada", { email: "ada@example.com", password_hash: await hash("sunny day 1") });
    await udt.project("alpha", [{ person: ada, user_type: 2 }]);
  });
  afterAll(() => udt.dispose());

  it("ends 30 days after its sign-in, sockets too", async () => {
    const as = await signIn();
    await useFor(as, 29);
    udt.clock.turn(DAY_MS - 1);
    const tap = await udt.socket(SOCKETS.events, { as, query: { project: "alpha" } });
    const { list } = await udt.ok(ENDPOINTS.sessionList, { as });
    expect(list.find(({ current }) => current)).toMatchObject({ expires_at: udt.clock.now() + 1 });
    udt.clock.turn(1);
    await udt.refused(ENDPOINTS.userInfo, { as }, "invalid_session");
    udt.clock.turn(HOUR_MS);
    expect(await tap.closed).toMatchObject({ reason: "invalid_session" });
    const other = await signIn();
    expect((await udt.ok(ENDPOINTS.sessionList, { as: other })).list.every(({ current }) => current)).toBe(true);
  });

  it("lasts no longer by a ticket for another one", async () => {
    let as = await signIn();
    await useFor(as, 20);
    const { ticket } = await udt.ok(ENDPOINTS.ticketCreate, { as });
    const answer = await udt.call(ENDPOINTS.userInfo, { query: { ticket } });
    expect(answer.ret).toBe(0);
    as = { ...ada, cookie: String(answer.headers["set-cookie"]).split(";")[0]! };
    await useFor(as, 10);
    await udt.refused(ENDPOINTS.userInfo, { as }, "invalid_session");
  });

  it("ends as soon as administrators say, those that there are too", async () => {
    const as = await signIn();
    udt.clock.turn(13 * HOUR_MS);
    await udt.ok(ENDPOINTS.userInfo, { as });
    await limit(12);
    await udt.refused(ENDPOINTS.userInfo, { as }, "invalid_session");
    const next = await signIn();
    udt.clock.turn(12 * HOUR_MS - 1);
    await udt.ok(ENDPOINTS.userInfo, { as: next });
    udt.clock.turn(1);
    await udt.refused(ENDPOINTS.userInfo, { as: next }, "invalid_session");
  });

  it("goes on for ever without a limit, and ends without use all the same", async () => {
    await limit(0);
    const as = await signIn();
    await useFor(as, 40);
    udt.clock.turn(13 * DAY_MS + 1);
    await udt.refused(ENDPOINTS.userInfo, { as }, "invalid_session");
  });
});
