import { forgetSealed } from "../platform/database/sealed.ts";
import { presentSecretBox } from "../platform/crypto.ts";
import { secretKeySource, type ServerSettings } from "../platform/settings.ts";
import { openExisting } from "./existing.ts";

/**
 * Empties the secrets that the key there is cannot open, all of them when it is not there, so that the server starts again.
 * @returns how many
 * @throws OperatorRefusal, Error with one sentence
 */
export async function forgetSecrets(settings: ServerSettings): Promise<number> {
  const database = await openExisting(settings);
  try {
    const box = await presentSecretBox(secretKeySource(settings));
    return await database.transaction((tx) => forgetSealed(tx, box?.keyName));
  } finally {
    await database.close();
  }
}
