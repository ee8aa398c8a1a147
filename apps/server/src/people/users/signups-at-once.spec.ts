/** Several links of one address, opened at one moment. */
import { expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { mailText, startMailbox, until } from "@udt/testkit";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";
import { sql } from "../../platform/database/sql.ts";

const PASSWORD = "sunny day 1";
const CALLERS = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];

// The embedded database does one transaction at a time.
onPostgresql("registrations of one address", (open) => {
  it("are one account, by whichever link comes first, and the others are over", async () => {
    const mailbox = await startMailbox();
    const access = { metrics_token: undefined, allowed_hosts: [], calls_per_minute: 0, trusted_proxies: ["127.0.0.1"] };
    const udt = await TestServer.start(open, {
      access,
      outgoing: { smtp_url: mailbox.url, mail_from: "udt@example.com", outbound_allow: [], secret_key: undefined },
    });
    const { database } = udt.server;
    try {
      for (let round = 1; round <= 3; round++) {
        const [email, user_name] = [`ada${round}@example.com`, `Ada ${round}`];
        for (const caller of CALLERS) {
          const body = { email, user_name, password: PASSWORD };
          await udt.ok(ENDPOINTS.userSignup, { body, headers: { "x-forwarded-for": caller } });
        }
        const mails = await until("a mail of each", async () => {
          const theirs = mailbox.mails.filter(({ to }) => to.includes(email));
          return theirs.length === CALLERS.length ? theirs : undefined;
        });
        const tokens = mails.map(({ raw }) => /\/confirm_email#([\w-]+)/.exec(mailText(raw))![1]!);
        const [held, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const holding = database.transaction(async (tx) => {
          // Nobody is made an account until all of them have begun.
          await tx.execute(sql`lock table users in share mode`);
          held.resolve();
          await waits.promise;
        });
        await held.promise;
        // Outside of the transaction: what is called in one may only ask by it.
        const calls = tokens.map((token) =>
          udt.call(ENDPOINTS.userSignupConfirm, { body: { token, password: PASSWORD } }),
        );
        await until("all of them wait", async () => {
          const { rows } = await database.db.execute(
            sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows.length === CALLERS.length ? true : undefined;
        });
        waits.resolve();
        await holding;
        const codes = (await Promise.all(calls)).map(({ status, code }) => code ?? status);
        expect(codes.toSorted()).toEqual([200, "signup_link_over", "signup_link_over"]);
      }
    } finally {
      await udt.dispose();
      await mailbox.stop();
    }
  });
});
