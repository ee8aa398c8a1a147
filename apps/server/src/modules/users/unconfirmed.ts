import type { Queries } from "../../platform/database/database.ts";
import { isPassword } from "./passwords.ts";
import { newestSignups, type SignupRow } from "./signups.repository.ts";

/** Each costs a comparison, and anybody may register an address. */
const COMPARED_MAX = 3;

/** The registration of this address and password that waits to be confirmed; only the newest are looked at. */
export async function registeredWith(db: Queries, email: string, password: string): Promise<SignupRow | undefined> {
  for (const row of await newestSignups(db, email.trim(), COMPARED_MAX))
    if (await isPassword(password, row.password_hash)) return row;
  return undefined;
}
