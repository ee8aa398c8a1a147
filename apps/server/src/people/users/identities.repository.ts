import { and, eq, gt, lt } from "../../platform/database/sql.ts";
import type { SignInKind } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { identities, sign_in_tickets } from "../../platform/database/signin.schema.ts";
import type { UserRow } from "./users.repository.ts";

/** Whom a provider speaks of. */
export interface IdentityKey {
  kind: SignInKind;
  issuer: string;
  subject: string;
}

const isIdentity = (key: IdentityKey) =>
  and(eq(identities.kind, key.kind), eq(identities.issuer, key.issuer), eq(identities.subject, key.subject));

export async function findUserByIdentity(db: Queries, key: IdentityKey): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.user_id, identities.user_id))
    .where(isIdentity(key));
  return row?.user;
}

/** Whether this provider already knows the user as somebody. */
export async function hasIdentityOf(db: Queries, user_id: string, key: IdentityKey): Promise<boolean> {
  const found = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.user_id, user_id), eq(identities.kind, key.kind), eq(identities.issuer, key.issuer)))
    .limit(1);
  return found.length > 0;
}

/** False when somebody has it already. */
export async function insertIdentityIfFree(
  db: Queries,
  key: IdentityKey,
  user_id: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .insert(identities)
    .values({ ...key, user_id, created_at: now, last_login_at: now })
    .onConflictDoNothing()
    .returning({ user_id: identities.user_id });
  return rows.length > 0;
}

export async function touchIdentity(db: Queries, key: IdentityKey, now: number): Promise<void> {
  await db.update(identities).set({ last_login_at: now }).where(isIdentity(key));
}

export async function insertTicket(db: Queries, ticket: typeof sign_in_tickets.$inferInsert): Promise<void> {
  await db.insert(sign_in_tickets).values(ticket);
}

/** Takes a ticket: whoever is second finds none. */
export async function takeTicket(
  db: Queries,
  ticket_hash: string,
  now: number,
): Promise<{ user_id: string; signed_in_at: number | null; session_hash: string | null } | undefined> {
  const [row] = await db
    .delete(sign_in_tickets)
    .where(and(eq(sign_in_tickets.ticket_hash, ticket_hash), gt(sign_in_tickets.expires_at, now)))
    .returning({
      user_id: sign_in_tickets.user_id,
      signed_in_at: sign_in_tickets.signed_in_at,
      session_hash: sign_in_tickets.session_hash,
    });
  return row;
}

export async function deleteExpiredTickets(db: Queries, now: number): Promise<void> {
  await db.delete(sign_in_tickets).where(lt(sign_in_tickets.expires_at, now));
}
