import { expect, it } from "vitest";
import { checkFile } from "./check.ts";
import { LOW_CODE_LIMITS } from "./limits.ts";
import { readLowCode } from "./read.ts";
import { lowCodeFile } from "./schema.ts";

const STEPS = "[{id: x, action: key, key: Enter}]";

it("looks for the lines of no more faults than are told", () => {
  const whole = readLowCode(`low_code: 1\ncases:\n  - {name: n, data: [{a: 1}], steps: ${STEPS}}\n`);
  if ("faults" in whole) throw new Error("is no file");
  const [one] = whole.file.cases;
  const columns = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, 1]));
  const data = [columns, ...Array.from({ length: 100 }, () => ({ b: 1 }))];
  let looked = 0;
  const lineOf = () => (looked += 1);
  const faults = checkFile(lowCodeFile.parse({ ...whole.file, cases: [{ ...one, data }] }), { lineOf });
  expect(faults.map(({ said }) => said.code)).toEqual(Array(LOW_CODE_LIMITS.faults_max).fill("low_code_missing"));
  expect(looked).toBe(LOW_CODE_LIMITS.faults_max);
});
