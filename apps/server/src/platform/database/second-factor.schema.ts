/** What people prove themselves by beside a password, and sign-ins that wait for it. */
import type { PasskeyTransport } from "@udt/contract";
import { bigint, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { users } from "./core.schema.ts";
import { ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });

/** An authenticator app (RFC 6238); one a person. */
export const totp_factors = pgTable("totp_factors", {
  user_id: text()
    .primaryKey()
    .references(() => users.user_id, { onDelete: "cascade" }),
  /** Sealed; empty once its key is lost: then no code fits. */
  secret_sealed: text().notNull(),
  created_at: time().notNull(),
  /** Null until a first code has shown that the app has the secret; until then it proves nothing. */
  confirmed_at: time(),
  last_used_at: time(),
  /** The newest time step whose code was taken: none of it or before is taken again. */
  last_step: time().notNull().default(0),
});

export const recovery_codes = pgTable(
  "recovery_codes",
  {
    user_id: ofUser(),
    /** SHA-256: a code has 120 bits, is shown once and kept nowhere. */
    code_hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Keys that a device keeps for this server (W3C WebAuthn). Each signs in by itself: the device, and what unlocks it. */
export const passkeys = pgTable(
  "passkeys",
  {
    passkey_id: text().primaryKey(),
    user_id: ofUser(),
    name: text().notNull(),
    /** What the device calls it, as base64url. */
    credential_id: text().notNull().unique(),
    /** COSE, as base64url. No secret: it proves nothing by itself. */
    public_key: text().notNull(),
    /** The host name that it is for. */
    rp_id: text().notNull(),
    transports: jsonb().$type<PasskeyTransport[]>().notNull(),
    /** How often the device says to have used it; 0 for ever where it does not count. */
    sign_count: bigint({ mode: "number" }).notNull(),
    created_at: time().notNull(),
    last_used_at: time(),
  },
  (table) => [index("passkeys_user").on(table.user_id)],
);

/** What devices are to sign, each once: one of a session that adds a passkey, one of a browser that signs in. */
export const passkey_challenges = pgTable(
  "passkey_challenges",
  {
    ceremony: text({ enum: ["add", "sign_in"] }).notNull(),
    /** SHA-256 of the session's or the browser's cookie: nobody else's answer counts. */
    holder_hash: text().notNull(),
    challenge: text().notNull(),
    expires_at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ceremony, table.holder_hash] }),
    index("passkey_challenges_expiry").on(table.expires_at),
  ],
);

/** Whose password was right and who still owes the second step. No session: it opens nothing but that step. */
export const sign_in_steps = pgTable(
  "sign_in_steps",
  {
    /** SHA-256 of the cookie that the browser got. */
    step_hash: text().primaryKey(),
    user_id: ofUser(),
    /** How the first step was done: `password`, or the provider's kind. */
    kind: text().notNull(),
    expires_at: time().notNull(),
  },
  (table) => [index("sign_in_steps_expiry").on(table.expires_at), index("sign_in_steps_user").on(table.user_id)],
);
