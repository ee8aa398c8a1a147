import { expect, it } from "vitest";
import { acceptedStep, base32, totpCode, totpStep } from "./totp.ts";

/** RFC 6238, appendix B: the secret for SHA-1 and, of its eight digits, the last six. */
const SECRET = Buffer.from("12345678901234567890");

it.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("makes the RFC's code of second %i", (seconds, code) => {
  expect(totpCode(SECRET, seconds * 1000)).toBe(code);
});

it.each([
  ["", ""],
  ["f", "MY"],
  ["foobar", "MZXW6YTBOI"],
])("writes %j as RFC 4648 does", (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

it("takes the code of this step and of its neighbours alone", () => {
  const now = 1_111_111_111_000;
  const at = (steps: number) => totpCode(SECRET, now + steps * 30_000);
  for (const steps of [-1, 0, 1]) expect(acceptedStep(SECRET, at(steps), now)).toBe(totpStep(now) + steps);
  for (const code of [at(-2), at(2), "", "12345", "1234567", "abcdef", "١٢٣٤٥٦"]) {
    expect(acceptedStep(SECRET, code, now)).toBeUndefined();
  }
});
