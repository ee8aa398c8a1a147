import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { TestServer } from "../../../test/harness.ts";
import { updateUser } from "./users.repository.ts";

describe("a ticket", () => {
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start();
  });
  afterAll(() => udt.dispose());
  const issue = async (as: Parameters<typeof udt.ok>[1]) => (await udt.ok(ENDPOINTS.ticketCreate, as)).ticket;

  it("is exchanged once for a session of the same user", async () => {
    const ada = await udt.person("ada");
    const ticket = await issue({ as: ada });
    const answer = await udt.call(ENDPOINTS.userInfo, { query: { ticket } });
    expect(answer.data).toMatchObject({ user_id: ada.user_id });
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/^udt_session_id=[\w-]{43};.*HttpOnly/);
    const mine = { headers: { cookie: cookie.split(";")[0]! } };
    expect(await udt.ok(ENDPOINTS.userInfo, mine)).toMatchObject({ user_id: ada.user_id });
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket } }, "sign_in_ticket");
  });

  it("is too old after a minute, and none is made up", async () => {
    const bob = await udt.person("bob");
    const [early, late] = [await issue({ as: bob }), await issue({ as: bob })];
    udt.clock.turn(LIMITS.ticket_ms - 1);
    await udt.ok(ENDPOINTS.userInfo, { query: { ticket: early } });
    udt.clock.turn(1);
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket: late } }, "sign_in_ticket");
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket: "made-up" } }, "sign_in_ticket");
  });

  it("is worth nothing once the session that asked is over, and none is made for it", async () => {
    const dora = await udt.person("dora");
    const ticket = await issue({ as: dora });
    const early = Array.from({ length: 5 }, () => udt.call(ENDPOINTS.ticketCreate, { as: dora }));
    await udt.ok(ENDPOINTS.userLogout, { as: dora, body: {} });
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket } }, "sign_in_ticket");
    for (const answer of await Promise.all(early)) {
      const made = (answer.data as { ticket?: string } | null)?.ticket;
      if (made === undefined) expect(answer.code).toBe("invalid_session");
      else await udt.refused(ENDPOINTS.userInfo, { query: { ticket: made } }, "sign_in_ticket");
    }
  });

  it("is not taken from a link or a picture on another site", async () => {
    const ticket = await issue({ as: await udt.person("eve") });
    const headers = { "x-requested-with": "" };
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket }, headers }, "xhr_header_required");
    await udt.ok(ENDPOINTS.userInfo, { query: { ticket } });
  });

  it("does not let in who was disabled meanwhile", async () => {
    const carl = await udt.person("carl");
    const ticket = await issue({ as: carl });
    await updateUser(udt.server.database.db, carl.user_id, { state: "disabled" });
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket } }, "user_disabled");
  });
});
