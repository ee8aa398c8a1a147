/** Codes of authenticator apps: RFC 6238 with what every app knows, SHA-1, 30 seconds and six digits. */
import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 §6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** RFC 4226 §5.3. */
function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

export const totpStep = (now: number): number => Math.floor(now / STEP_MS);
export const totpCode = (secret: Uint8Array, now: number): string => codeOf(secret, totpStep(now));

/** The time step that the code is of, the present one or a neighbour, for clocks that differ; undefined when it is of none. */
export function acceptedStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  const present = totpStep(now);
  return [present, present - 1, present + 1].find(
    (step) => given.length === DIGITS && timingSafeEqual(given, Buffer.from(codeOf(secret, step))),
  );
}
