/** Who people are elsewhere, and what their way from there to here leaves for a moment. */
import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SignInKind } from "@udt/contract";
import { ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });

/** A person as a provider knows them. A subject is unique within its issuer alone: another issuer's equal one is somebody else. */
export const identities = pgTable(
  "identities",
  {
    kind: text().$type<SignInKind>().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    user_id: ofUser(),
    created_at: time().notNull(),
    last_login_at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.issuer, table.subject] }),
    index("identities_user").on(table.user_id),
  ],
);

/** What sets a forgotten password: mailed, and good for a while, whatever came after it, until the password is set. */
export const password_links = pgTable(
  "password_links",
  {
    /** SHA-256: what is mailed is kept nowhere. */
    token_hash: text().primaryKey(),
    user_id: ofUser(),
    expires_at: time().notNull(),
  },
  (table) => [index("password_links_user").on(table.user_id)],
);

/**
 * Registrations whose address nobody has confirmed yet: no accounts. A caller has one of each address, so that whoever
 * registers somebody else's neither replaces theirs nor fills the table; and neither address nor nickname is kept from
 * anybody meanwhile.
 */
export const signups = pgTable(
  "signups",
  {
    signup_id: text().primaryKey(),
    email: text().notNull(),
    user_name: text().notNull(),
    password_hash: text().notNull(),
    /** From where, as tries are counted. */
    caller: text().notNull(),
    created_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("signups_caller").on(sql`lower(${table.email})`, table.caller),
    index("signups_email").on(sql`lower(${table.email})`, table.created_at),
    index("signups_created").on(table.created_at),
  ],
);

/** What was mailed of registrations: who has one has the mailbox. Each is good for its time, whatever came after it. */
export const signup_links = pgTable(
  "signup_links",
  {
    /** SHA-256: what is mailed is kept nowhere. */
    token_hash: text().primaryKey(),
    signup_id: text()
      .notNull()
      .references(() => signups.signup_id, { onDelete: "cascade" }),
    ends_at: time().notNull(),
  },
  (table) => [index("signup_links_signup").on(table.signup_id)],
);

/** A sign-in that is under way at a provider; it can come back once, to the browser that began it. */
export const sign_in_flows = pgTable(
  "sign_in_flows",
  {
    /** SHA-256 of the `state` parameter. */
    state_hash: text().primaryKey(),
    /** SHA-256 of the cookie that the browser got. */
    browser_hash: text().notNull(),
    kind: text().$type<SignInKind>().notNull(),
    nonce: text().notNull(),
    /** PKCE's code verifier. */
    verifier: text().notNull(),
    redirect: text().notNull(),
    hand_over: boolean().notNull(),
    expires_at: time().notNull(),
  },
  (table) => [index("sign_in_flows_expiry").on(table.expires_at)],
);

/** Each can be exchanged for a session once. */
export const sign_in_tickets = pgTable(
  "sign_in_tickets",
  {
    ticket_hash: text().primaryKey(),
    user_id: ofUser(),
    expires_at: time().notNull(),
    /** When who asked for it had signed in: what it is exchanged for lasts no longer. Null for who has just signed in. */
    signed_in_at: time(),
    /** The session that asked: once it is over, the ticket is worth nothing. Null for who has just signed in. */
    session_hash: text(),
  },
  (table) => [index("sign_in_tickets_expiry").on(table.expires_at)],
);
