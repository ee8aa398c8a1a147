import { randomBytes } from "node:crypto";
import type { Queries } from "../../platform/database/database.ts";
import { hashSecret } from "../../platform/ids.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./second-factor.repository.ts";
import { base32 } from "./totp.ts";

const COUNT = 10;
const BYTES = 15;

/** In place of those before. They are kept as hashes: only this answer knows them. */
export async function newRecoveryCodes(tx: Queries, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => base32(randomBytes(BYTES)));
  await replaceRecoveryCodes(tx, user_id, codes.map(hashSecret));
  return codes.map((code) => code.replace(/.{6}(?=.)/g, "$&-"));
}

/** None for who has some already. */
export const firstRecoveryCodes = async (tx: Queries, user_id: string): Promise<string[]> =>
  (await countRecoveryCodes(tx, user_id)) > 0 ? [] : newRecoveryCodes(tx, user_id);
