/** Secrets that must be used again, and so cannot be kept as hashes: webhook addresses, tokens, passwords of others. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** What was sealed cannot be read: with another key, or it was changed, or moved to another place. */
export class SecretUnreadable extends Error {}

export interface SecretBox {
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

/**
 * The box of this server: its key is derived from `secret_key` (the setting `UDT_SECRET_KEY`, which several servers on one
 * database must share), else kept in `file`, made at the first start and readable by its owner alone.
 */
export async function openSecretBox(source: { secret_key: string } | { file: string }): Promise<SecretBox> {
  const material = "secret_key" in source ? Buffer.from(source.secret_key) : await keyFile(source.file);
  return boxWith(Buffer.from(hkdfSync("sha256", material, "", "udt secrets at rest", KEY_BYTES)));
}

function boxWith(key: Buffer): SecretBox {
  // Names the key without telling anything of it, so that a wrong one is told apart from a damaged text.
  const keyName = createHash("sha256").update(key).digest("hex").slice(0, 8);
  return {
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
  return (await readKey(file))!;
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
  if (key.length !== KEY_BYTES) throw new Error(`${file} is no key: restore it, or what was sealed with it is lost.`);
  return key;
}
