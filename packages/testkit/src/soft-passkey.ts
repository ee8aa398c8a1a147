import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** CBOR (RFC 8949) of the few kinds that WebAuthn needs, written from the RFC for the tests alone. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** What an attestation is made of. */
export interface AttestedFacts {
  rpIdHash: Buffer;
  authData: Buffer;
  clientDataHash: Buffer;
  credentialId: Buffer;
  /** The public key as an uncompressed point. */
  point: Buffer;
  /** Signs with the new key. */
  signed: (data: Buffer) => Buffer;
}

/** What an authenticator and its browser may do otherwise than they were asked. */
export interface PasskeyOdds {
  origin?: string;
  rp_id?: string;
  challenge?: string;
  /** Whether its owner unlocked it; they did when nothing is said. */
  verified?: boolean;
  count?: number;
  /** Whether the page was in a frame of another site. */
  crossOrigin?: boolean;
  type?: string;
  userHandle?: string | null;
  /** Bits that a signature has wrong. */
  flipped?: boolean;
  /** The attestation that comes along instead of none. */
  attestation?: (facts: AttestedFacts) => { fmt: string; attStmt: Map<string, unknown> };
}

/** A passkey in software: ES256, as a phone or a security key keeps it (W3C WebAuthn Level 3, §6). */
export class SoftPasskey {
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  readonly #point: Buffer;
  readonly id = randomBytes(24).toString("base64url");
  readonly #origin: string;
  #rp_id = "";
  #user = "";
  count = 0;
  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    const [left, right] = [Buffer.from(x!, "base64url"), Buffer.from(y!, "base64url")];
    this.#point = Buffer.concat([Buffer.from([4]), left, right]);
    this.#origin = origin;
    // RFC 9053: an elliptic key of two coordinates, for ES256, on P-256.
    this.#cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, left],
        [-3, right],
      ]),
    );
  }

  /** What `navigator.credentials.create` answers with. */
  make(options: { challenge: string; rp: { id: string }; user: { id: string } }, odds: PasskeyOdds = {}) {
    this.#rp_id = options.rp.id;
    this.#user = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const size = Buffer.from([id.length >> 8, id.length & 0xff]);
    const credential = Buffer.concat([Buffer.alloc(16), size, id, this.#cose]);
    const said = this.#said("webauthn.create", options.challenge, odds);
    const authData = Buffer.concat([this.#state(odds, 0x40), credential]);
    const { fmt, attStmt } = odds.attestation?.({
      rpIdHash: sha256(this.#rp_id),
      authData,
      clientDataHash: sha256(said),
      credentialId: id,
      point: this.#point,
      signed: (data) => sign("sha256", data, this.#key),
    }) ?? { fmt: "none", attStmt: new Map() };
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", fmt],
        ["attStmt", attStmt],
        ["authData", authData],
      ]),
    );
    return this.#answer(said, {
      attestationObject: attestation.toString("base64url"),
      transports: ["internal", "of a later time"],
    });
  }

  /** What `navigator.credentials.get` answers with. */
  show(options: { challenge: string }, odds: PasskeyOdds = {}) {
    const said = this.#said("webauthn.get", options.challenge, odds);
    const state = this.#state(odds);
    const signature = sign("sha256", Buffer.concat([state, sha256(said)]), this.#key);
    if (odds.flipped) signature[signature.length - 1]! ^= 1;
    return this.#answer(said, {
      authenticatorData: state.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: odds.userHandle === undefined ? this.#user : odds.userHandle,
    });
  }

  #answer<R extends object>(said: Buffer, response: R) {
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key" as const,
      response: { clientDataJSON: said.toString("base64url"), ...response },
    };
  }

  #said(type: string, challenge: string, odds: PasskeyOdds): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: odds.type ?? type,
        challenge: odds.challenge ?? challenge,
        origin: odds.origin ?? this.#origin,
        crossOrigin: odds.crossOrigin ?? false,
      }),
    );
  }

  /** Authenticator data: whose it is for, that somebody was there and unlocked it, and how often it was used. */
  #state(odds: PasskeyOdds, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(odds.count ?? this.count);
    const flags = 0x01 | ((odds.verified ?? true) ? 0x04 : 0) | more;
    return Buffer.concat([sha256(odds.rp_id ?? this.#rp_id), Buffer.from([flags]), count]);
  }
}
