import { expect, it } from "vitest";
import { readsInput } from "./reading.ts";

it.each([
  ["grep -m 2 Needle", true],
  ["grep -e a -e b", true],
  ["grep -c a file", false],
  ["sort -k 2 -t :", true],
  ["sort -r file", false],
  ["cut -d : -f 1", true],
  ["head -n 3 file", false],
  ["sed -n p", true],
  ["sed -n -e p file", false],
  ["awk -F : {print}", true],
  ["tr a b", true],
  ["cat", true],
  ["cat a -", true],
  ["basename x", false],
])("knows whether %j reads stdin", (line, reads) => {
  expect(readsInput(line.split(" "))).toBe(reads);
});
