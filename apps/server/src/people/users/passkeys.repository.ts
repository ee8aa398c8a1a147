import { and, asc, desc, eq, gt, inArray, lt } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { passkey_challenges, passkeys } from "../../platform/database/second-factor.schema.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;
export type Ceremony = (typeof passkey_challenges.$inferSelect)["ceremony"];

/** Of sign-ins that anybody may begin: the oldest of more than these are dropped. */
const CHALLENGES_MAX = 10_000;

/** Oldest first. */
export const listPasskeys = (db: Queries, user_id: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user_id, user_id))
    .orderBy(asc(passkeys.created_at), asc(passkeys.passkey_id));

export const countPasskeys = (db: Queries, user_id: string): Promise<number> =>
  db.$count(passkeys, eq(passkeys.user_id, user_id));

/** False when there is one of this credential already, whosever. */
export async function insertPasskeyIfFree(db: Queries, row: PasskeyRow): Promise<boolean> {
  const rows = await db
    .insert(passkeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ passkey_id: passkeys.passkey_id });
  return rows.length > 0;
}

export async function findPasskey(
  db: Queries,
  credential_id: string,
): Promise<{ passkey: PasskeyRow; email: string } | undefined> {
  const [row] = await db
    .select({ passkey: passkeys, email: users.email })
    .from(passkeys)
    .innerJoin(users, eq(users.user_id, passkeys.user_id))
    .where(eq(passkeys.credential_id, credential_id));
  return row;
}

const own = (user_id: string, passkey_id: string) =>
  and(eq(passkeys.user_id, user_id), eq(passkeys.passkey_id, passkey_id));

export async function renamePasskey(
  db: Queries,
  user_id: string,
  passkey_id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.update(passkeys).set({ name }).where(own(user_id, passkey_id)).returning();
  return row;
}

/** Answers what it was; undefined when the user has no such one. */
export async function deletePasskey(db: Queries, user_id: string, passkey_id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.delete(passkeys).where(own(user_id, passkey_id)).returning();
  return row;
}

/** Notes a use; false when the passkey is gone, or was used since its count was read. */
export async function usePasskey(
  db: Queries,
  { passkey_id, sign_count }: PasskeyRow,
  change: Pick<PasskeyRow, "sign_count" | "last_used_at">,
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set(change)
    .where(and(eq(passkeys.passkey_id, passkey_id), eq(passkeys.sign_count, sign_count)))
    .returning({ passkey_id: passkeys.passkey_id });
  return rows.length > 0;
}

/** In place of the one that the same session or browser had. */
export async function putChallenge(
  db: Queries,
  row: typeof passkey_challenges.$inferInsert,
  now: number,
): Promise<void> {
  await db.delete(passkey_challenges).where(lt(passkey_challenges.expires_at, now));
  const { ceremony, challenge, expires_at } = row;
  await db
    .insert(passkey_challenges)
    .values(row)
    .onConflictDoUpdate({
      target: [passkey_challenges.ceremony, passkey_challenges.holder_hash],
      set: { challenge, expires_at },
    });
  const excess = db
    .select({ holder_hash: passkey_challenges.holder_hash })
    .from(passkey_challenges)
    .where(eq(passkey_challenges.ceremony, ceremony))
    .orderBy(desc(passkey_challenges.expires_at), desc(passkey_challenges.holder_hash))
    .offset(CHALLENGES_MAX);
  if (ceremony === "sign_in")
    await db
      .delete(passkey_challenges)
      .where(and(eq(passkey_challenges.ceremony, ceremony), inArray(passkey_challenges.holder_hash, excess)));
}

/** Uses a challenge up; whoever is second, or another, finds none. */
export async function takeChallenge(
  db: Queries,
  ceremony: Ceremony,
  holder_hash: string,
  now: number,
): Promise<string | undefined> {
  const [row] = await db
    .delete(passkey_challenges)
    .where(
      and(
        eq(passkey_challenges.ceremony, ceremony),
        eq(passkey_challenges.holder_hash, holder_hash),
        gt(passkey_challenges.expires_at, now),
      ),
    )
    .returning({ challenge: passkey_challenges.challenge });
  return row?.challenge;
}
