import type { Queries } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import { isPassword } from "./passwords.ts";
import { signupsOf, type SignupRow } from "./signups.repository.ts";

/** Each costs a comparison, and anybody may register an address. */
const COMPARED_MAX = 3;

interface Registered {
  email: string;
  password: string;
  ip: string;
}

/**
 * The registration of this address and password that waits to be confirmed. Only few are looked at, the caller's own
 * first: so whoever registers somebody else's address again and again hides theirs from nobody at their own place.
 */
export async function registeredWith(db: Queries, { email, password, ip }: Registered): Promise<SignupRow | undefined> {
  for (const row of await signupsOf(db, email.trim(), addressKey(ip), COMPARED_MAX))
    if (await isPassword(password, row.password_hash)) return row;
  return undefined;
}

/**
 * Whether the caller's own registration of this address, or else its newest, has this password.
 * @param nobody What is compared where none waits, so that both take the same time.
 */
export async function isRegisteredWith(
  db: Queries,
  { email, password, ip }: Registered,
  nobody: string,
): Promise<boolean> {
  const [row] = await signupsOf(db, email.trim(), addressKey(ip), 1);
  return isPassword(password, row?.password_hash ?? nobody);
}
