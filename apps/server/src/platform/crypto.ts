/** Secrets that must be used again, and so cannot be kept as hashes: webhook addresses, tokens, passwords of others. */
import { must } from "@udt/base";
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { see, StartRefusal } from "./operations-page.ts";

/** What was sealed cannot be read: with another key, or it was changed, or moved to another place. */
export class SecretUnreadable extends Error {}

/** The key is not the one that the database's secrets were sealed with, is damaged, or is not there. Its message is for the operator. */
export class SecretKeyLost extends StartRefusal {}

export interface SecretBox {
  /** Tells this key from others and nothing of it; it is part of every text that the box seals. */
  readonly keyName: string;
  /**
   * Encrypts and authenticates (AES-256-GCM).
   * @param place Where it is kept, such as `channel/<id>/webhook`: a sealed text that is copied to another place cannot
   *   be opened there.
   */
  seal(plain: string, place: string): string;
  /** @throws SecretUnreadable */
  open(sealed: string, place: string): string;
}

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type SecretKeySource = { secret_key: string } | { file: string };

/**
 * The box of this server: its key is derived from `secret_key` (the setting `UDT_SECRET_KEY`, which several servers on one
 * database must share), else kept in `file`, made at the first start and readable by its owner alone.
 * @param sealed How many texts there are by each key's name: a key that can open none of them is refused, and none is made.
 * @throws SecretKeyLost
 */
export async function openSecretBox(
  source: SecretKeySource,
  sealed: ReadonlyMap<string, number> = new Map(),
): Promise<SecretBox> {
  const present = await presentSecretBox(source);
  const count = [...sealed.values()].reduce((sum, each) => sum + each, 0);
  if (present && (count === 0 || sealed.has(present.keyName))) return present;
  if (count === 0 && "file" in source) return boxOf(await keyFile(source.file));
  const what = "file" in source ? source.file : "UDT_SECRET_KEY";
  const wrong = present
    ? `${what} is not the secret key that the database's secrets were sealed with`
    : `The secret key is missing: ${what} is not there, and the database holds secrets that were sealed with it`;
  throw new SecretKeyLost(
    `${wrong} (${count} in all). Put the key back from where it is kept, as that file or as the setting UDT_SECRET_KEY. ` +
      `If it is lost for good, \`udt forget-secrets\` empties what nobody can read any more. ${see("A lost secret key")}`,
  );
}

/** The box of the key that is there; undefined when its file is not. */
export async function presentSecretBox(source: SecretKeySource): Promise<SecretBox | undefined> {
  const material = "secret_key" in source ? Buffer.from(source.secret_key) : await readKey(source.file);
  return material && boxOf(material);
}

const boxOf = (material: Buffer): SecretBox =>
  boxWith(Buffer.from(hkdfSync("sha256", material, "", "udt secrets at rest", KEY_BYTES)));

function boxWith(key: Buffer): SecretBox {
  const keyName = createHash("sha256").update(key).digest("hex").slice(0, 8);
  return {
    keyName,
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
      const bytes = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${keyName}.${bytes.toString("base64url")}`;
    },
    open(sealed, place) {
      const [version, name, text = ""] = sealed.split(".");
      if (version !== VERSION) throw new SecretUnreadable("sealed by an unknown version");
      if (name !== keyName) throw new SecretUnreadable("sealed with another key");
      const bytes = Buffer.from(text, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([plain, decipher.final()]).toString("utf8");
      } catch (error) {
        throw new SecretUnreadable("changed or moved since it was sealed", { cause: error });
      }
    },
  };
}

/** Reads the key, or makes it; of two servers that start at once on one folder, both get the same. */
async function keyFile(file: string): Promise<Buffer> {
  const present = await readKey(file);
  if (present) return present;
  await mkdir(dirname(file), { recursive: true });
  const making = `${file}.${randomUUID()}`;
  await writeFile(making, `${randomBytes(KEY_BYTES).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link does not take the place of a file that is there.
    await link(making, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(making, { force: true });
  }
  return must(await readKey(file), `secret key in ${file}`);
}

async function readKey(file: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), "base64url");
  if (key.length !== KEY_BYTES)
    throw new SecretKeyLost(
      `${file} is damaged and no secret key any more. Put the key back from where it is kept. If it is lost for good, delete ` +
        `that file, and \`udt forget-secrets\` empties what nobody can read any more. ${see("A lost secret key")}`,
    );
  return key;
}
