import { constants, createHash, createPublicKey, type KeyObject, publicDecrypt } from "node:crypto";

/** Android's keys have this size and no other. */
const MODULUS_BYTES = 256;
/** Words of the modulus, its inverse, modulus, the helper for Montgomery's multiplication, exponent. */
const STRUCT_BYTES = 4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4;
/** As long as Android itself takes one to be. */
const MAX_TEXT = 1_024;
const MAX_NAME = 200;
/** What PKCS #1 puts before a SHA-1 digest: the client signs the token as if it were one. */
const SHA1_PREFIX = Buffer.from("3021300906052b0e03021a05000414", "hex");

/**
 * The public half of an adb client's key, as the client sends it: a C struct in base64, a space, and a name for people.
 * https://cs.android.com/android/platform/superproject/+/android-14.0.0_r1:system/core/libcrypto_utils/android_pubkey.cpp
 */
export class AdbPublicKey {
  /** The struct in base64. */
  readonly text: string;
  /** `user@computer`, as its owner's adb says; nobody has checked it. */
  readonly name: string;
  /** MD5 with colons, as the dialog on a phone shows it. */
  readonly fingerprint: string;
  /** SHA-256 in hex digits. */
  readonly id: string;
  readonly #key: KeyObject;

  private constructor(text: string, name: string, struct: Buffer, key: KeyObject) {
    const md5 = createHash("md5").update(struct).digest("hex").toUpperCase();
    this.text = text;
    this.name = name;
    this.fingerprint = md5.replace(/..(?=.)/g, "$&:");
    this.id = createHash("sha256").update(struct).digest("hex");
    this.#key = key;
  }

  /** Undefined for what is no such key. */
  static parse(sent: string): AdbPublicKey | undefined {
    const [said = ""] = sent.split("\0", 1);
    const [text = "", ...words] = said.trim().split(" ");
    if (text.length > MAX_TEXT || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
    const struct = Buffer.from(text, "base64");
    if (struct.length !== STRUCT_BYTES || struct.readUInt32LE(0) !== MODULUS_BYTES / 4) return undefined;
    const modulus = Buffer.from(struct.subarray(8, 8 + MODULUS_BYTES).toReversed());
    const exponent = Buffer.alloc(4);
    exponent.writeUInt32BE(struct.readUInt32LE(STRUCT_BYTES - 4));
    // Any other would be a weak one, and no adb makes it.
    if (![3, 65_537].includes(exponent.readUInt32BE(0)) || (modulus[0] ?? 0) < 0x80) return undefined;
    const key = createPublicKey({
      key: { kty: "RSA", n: modulus.toString("base64url"), e: exponent.toString("base64url") },
      format: "jwk",
    });
    const name = words.join(" ").replace(/\p{C}/gu, "").slice(0, MAX_NAME);
    return new AdbPublicKey(text, name, struct, key);
  }

  /** Whether the private half has signed this token. */
  hasSigned(token: Uint8Array, signature: Uint8Array): boolean {
    if (signature.length !== MODULUS_BYTES) return false;
    try {
      const signed = publicDecrypt({ key: this.#key, padding: constants.RSA_PKCS1_PADDING }, signature);
      return signed.equals(Buffer.concat([SHA1_PREFIX, token]));
    } catch {
      return false;
    }
  }
}
