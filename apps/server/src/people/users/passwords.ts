/** Passwords of people: which are taken, and how they are kept and compared. */
import { hash, verify } from "@node-rs/argon2";
import { LIMITS, rules, UdtError } from "@udt/contract";
import { valid } from "../../platform/http/answers.ts";

let common: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen: most servers run for long without one. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(dictionary["passwords-common"].filter((password) => password.length >= LIMITS.password_min)),
  ));

/** Whether it is one of those that are tried first, in whatever case it is written. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await commonPasswords()).has(rules.normalPassword(password).toLowerCase());

/**
 * Judges a new password.
 * @param field The call's field that it came in.
 * @param strong The run-time setting `strong_passwords`.
 * @throws UdtError invalid_param that names field and rule, password_common
 */
export async function judgePassword(password: string, field: string, strong: boolean): Promise<void> {
  valid(rules.passwordRule(strong), password, field);
  if (await isCommonPassword(password)) throw new UdtError("password_common");
}

export const hashPassword = (password: string): Promise<string> => hash(rules.normalPassword(password));

/** Whether `password` is the one that is kept; it was hashed as it had been typed before passwords were normalised. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const normal = rules.normalPassword(password);
  return (await verify(kept, normal)) || (normal !== password && verify(kept, password));
}
