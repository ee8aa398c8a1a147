/** What is asked for by a session, and done after a reset of the password has ended that session. */
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { authenticatorCode, SoftPasskey } from "@udt/testkit";
import { hasPostgresql, postgresql } from "../../../test/postgresql.ts";
import { TestServer, until, type Answer, type Person } from "../../../test/harness.ts";
import { sql } from "../../platform/database/sql.ts";
import { setPassword } from "./passwords.repository.ts";
import { deleteSecondFactors } from "./second-factor.repository.ts";
import { holdUser } from "./users.repository.ts";

const PASSWORD = "sunny day 1";
const ORIGIN = "https://udt.example.com";

// The embedded database does one transaction at a time.
describe.skipIf(!hasPostgresql)("a second factor, once a reset has ended the session that asked", () => {
  let udt: TestServer;
  let as: Person;
  beforeAll(async () => {
    udt = await TestServer.start(postgresql, { public_url: ORIGIN });
  });
  afterAll(() => udt.dispose());

  const begin = async () => {
    as = await udt.person("ada", {
      email: `ada-${crypto.randomUUID()}@example.com`,
      password_hash: await hash(PASSWORD),
    });
  };
  const passkey = async () => {
    const { options } = await udt.ok(ENDPOINTS.passkeyBegin, { as, body: { password: PASSWORD } });
    return { name: "a key", credential: new SoftPasskey(ORIGIN).make(options) };
  };
  const withPasskey = async () => {
    const { passkey: added } = await udt.ok(ENDPOINTS.passkeyAdd, { as, body: await passkey() });
    return added.passkey_id as string;
  };

  /** Makes the call, which waits for the reset to end. */
  async function across(call: () => Promise<Answer>): Promise<Answer> {
    const { database } = udt.server;
    const password_hash = await hash("a new one 9");
    const [held, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reset = database.transaction(async (tx) => {
      await holdUser(tx, as.user_id);
      held.resolve();
      await waits.promise;
      await setPassword(tx, as.user_id, password_hash);
      await deleteSecondFactors(tx, as.user_id);
    });
    await held.promise;
    // Outside of the transaction: what is called in one may only ask by it.
    const calling = call();
    await until(async () => {
      const { rows } = await database.db.execute(sql`select 1 from pg_locks where not granted`);
      expect(rows).not.toEqual([]);
    });
    waits.resolve();
    await reset;
    return calling;
  }

  it.each([
    [
      "is not added: a passkey",
      async () => {
        const body = await passkey();
        return () => udt.call(ENDPOINTS.passkeyAdd, { as, body });
      },
    ],
    [
      "is not added: an authenticator app",
      async () => {
        const { secret_key } = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
        const body = { code: authenticatorCode(secret_key, udt.clock.now()) };
        return () => udt.call(ENDPOINTS.totpConfirm, { as, body });
      },
    ],
    ["is not begun", async () => () => udt.call(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } })],
    [
      "is not removed by the password before",
      async () => {
        const passkey_id = await withPasskey();
        return () => udt.call(ENDPOINTS.passkeyRemove, { as, params: { passkey_id }, body: { password: PASSWORD } });
      },
    ],
    [
      "gets no recovery codes by the password before",
      async () => {
        await withPasskey();
        return () => udt.call(ENDPOINTS.recoveryCodesMake, { as, body: { password: PASSWORD } });
      },
    ],
  ])("%s", async (_, prepare) => {
    await begin();
    const answer = await across(await prepare());
    expect(answer.code).toBe("invalid_session");
    expect(
      await udt.server.database.db.execute(sql`select 1 from passkeys where user_id = ${as.user_id}`),
    ).toMatchObject({
      rows: [],
    });
  });
});
