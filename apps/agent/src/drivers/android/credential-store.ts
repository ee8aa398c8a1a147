import { generateKeyPair } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { AdbCredentialStore } from "@yume-chan/adb";

/** One RSA key in `file` (PKCS #8, readable by the owner alone), made on first use. Phones remember its public half. */
export function fileCredentialStore(file: string): AdbCredentialStore {
  const name = `udt-agent@${hostname()}`;
  return {
    async *iterateKeys() {
      const buffer = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (buffer) yield { buffer: new Uint8Array(buffer), name };
    },
    async generateKey() {
      const { privateKey } = await promisify(generateKeyPair)("rsa", {
        modulusLength: 2048,
        publicExponent: 65537,
        publicKeyEncoding: { type: "spki", format: "der" },
        privateKeyEncoding: { type: "pkcs8", format: "der" },
      });
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, privateKey, { mode: 0o600 });
      return { buffer: new Uint8Array(privateKey), name };
    },
  };
}
