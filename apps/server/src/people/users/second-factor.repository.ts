import { and, eq, gt, isNotNull, lt } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { passkeys, recovery_codes, sign_in_steps, totp_factors } from "../../platform/database/second-factor.schema.ts";
import type { UserRow } from "./users.repository.ts";

export type TotpRow = typeof totp_factors.$inferSelect;

export async function findTotp(db: Queries, user_id: string): Promise<TotpRow | undefined> {
  const [row] = await db.select().from(totp_factors).where(eq(totp_factors.user_id, user_id));
  return row;
}

/** Whether codes of it can be right: its secret may have been forgotten with the key that sealed it. */
export const isSetUp = (totp: TotpRow | undefined): totp is TotpRow & { confirmed_at: number } =>
  totp !== undefined && totp.confirmed_at !== null && totp.secret_sealed !== "";

/** In place of one that is not set up. */
export async function putTotp(db: Queries, row: typeof totp_factors.$inferInsert): Promise<void> {
  await db
    .insert(totp_factors)
    .values(row)
    .onConflictDoUpdate({
      target: totp_factors.user_id,
      set: { secret_sealed: row.secret_sealed, created_at: row.created_at, confirmed_at: null, last_used_at: null },
    });
}

/** Takes a code's step, with which the app is confirmed; false when that or a later one was taken before. */
export async function takeStep(db: Queries, user_id: string, last_step: number, change: Partial<TotpRow>) {
  const rows = await db
    .update(totp_factors)
    .set({ ...change, last_step })
    .where(and(eq(totp_factors.user_id, user_id), lt(totp_factors.last_step, last_step)))
    .returning({ user_id: totp_factors.user_id });
  return rows.length > 0;
}

/** False when there was no confirmed one. */
export async function deleteTotp(db: Queries, user_id: string): Promise<boolean> {
  const rows = await db
    .delete(totp_factors)
    .where(and(eq(totp_factors.user_id, user_id), isNotNull(totp_factors.confirmed_at)))
    .returning({ user_id: totp_factors.user_id });
  return rows.length > 0;
}

export const countRecoveryCodes = (db: Queries, user_id: string): Promise<number> =>
  db.$count(recovery_codes, eq(recovery_codes.user_id, user_id));

export async function replaceRecoveryCodes(db: Queries, user_id: string, hashes: readonly string[]): Promise<void> {
  await db.delete(recovery_codes).where(eq(recovery_codes.user_id, user_id));
  if (hashes.length > 0) await db.insert(recovery_codes).values(hashes.map((code_hash) => ({ user_id, code_hash })));
}

/** Uses a recovery code up; false when there is no such one. */
export async function takeRecoveryCode(db: Queries, user_id: string, code_hash: string): Promise<boolean> {
  const rows = await db
    .delete(recovery_codes)
    .where(and(eq(recovery_codes.user_id, user_id), eq(recovery_codes.code_hash, code_hash)))
    .returning({ user_id: recovery_codes.user_id });
  return rows.length > 0;
}

export interface SecondFactors {
  totp: boolean;
  /** By name. */
  passkeys: string[];
}

/**
 * Removes all of somebody's; their sign-in takes one step from then on, and what waits for the second begins anew.
 * @returns what there was
 */
export async function deleteSecondFactors(db: Queries, user_id: string): Promise<SecondFactors> {
  await db.delete(sign_in_steps).where(eq(sign_in_steps.user_id, user_id));
  const [totp] = await db.delete(totp_factors).where(eq(totp_factors.user_id, user_id)).returning();
  const gone = await db.delete(passkeys).where(eq(passkeys.user_id, user_id)).returning({ name: passkeys.name });
  await replaceRecoveryCodes(db, user_id, []);
  await db.update(users).set({ second_factor: false }).where(eq(users.user_id, user_id));
  return { totp: isSetUp(totp), passkeys: gone.map(({ name }) => name) };
}

/** After one is removed: with the last of them goes what only stands in for it. */
export async function settleSecondFactors(db: Queries, user_id: string): Promise<void> {
  const has = isSetUp(await findTotp(db, user_id)) || (await db.$count(passkeys, eq(passkeys.user_id, user_id))) > 0;
  if (!has) await deleteSecondFactors(db, user_id);
}

export async function insertStep(db: Queries, step: typeof sign_in_steps.$inferInsert, now: number): Promise<void> {
  await db.delete(sign_in_steps).where(lt(sign_in_steps.expires_at, now));
  await db.insert(sign_in_steps).values(step);
}

export type StepRow = typeof sign_in_steps.$inferSelect;

export async function findStep(
  db: Queries,
  step_hash: string,
  now: number,
): Promise<{ step: StepRow; user: UserRow } | undefined> {
  const [row] = await db
    .select({ step: sign_in_steps, user: users })
    .from(sign_in_steps)
    .innerJoin(users, eq(users.user_id, sign_in_steps.user_id))
    .where(and(eq(sign_in_steps.step_hash, step_hash), gt(sign_in_steps.expires_at, now)));
  return row;
}

/** Ends a sign-in that waits; false when it is over already. */
export async function takePendingStep(db: Queries, step_hash: string): Promise<boolean> {
  const rows = await db
    .delete(sign_in_steps)
    .where(eq(sign_in_steps.step_hash, step_hash))
    .returning({ step_hash: sign_in_steps.step_hash });
  return rows.length > 0;
}
