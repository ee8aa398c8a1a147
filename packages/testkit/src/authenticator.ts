import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of a secret as an authenticator app takes it (RFC 4648 §6). */
export function secretBytes(secret: string): Buffer {
  const bits = [...secret].map((each) => ALPHABET.indexOf(each).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** What an authenticator app shows for this secret at this time: RFC 6238, written from the RFC for the tests alone. */
export function authenticatorCode(secret: string, now: number): string {
  const counter = Math.floor(now / 30_000)
    .toString(16)
    .padStart(16, "0");
  const mac = createHmac("sha1", secretBytes(secret)).update(Buffer.from(counter, "hex")).digest();
  const offset = mac[19]! % 16;
  const digits = (mac.readUInt32BE(offset) % 2 ** 31) % 1_000_000;
  return digits.toString().padStart(6, "0");
}
