import * as fc from "fast-check";
import { expect, it } from "vitest";
import { globTest } from "./glob.ts";

/** By what it means alone: the first character fits, or the star takes one more. */
function fits(pattern: string, name: string): boolean {
  if (pattern === "") return name === "";
  if (pattern[0] === "*") return fits(pattern.slice(1), name) || (name !== "" && fits(pattern, name.slice(1)));
  return name[0] === pattern[0] && fits(pattern.slice(1), name.slice(1));
}

it.each([
  ["main", "main", true],
  ["main", "mains", false],
  ["main", "domain", false],
  ["Image*", "ImageCache::load(int)", true],
  ["*Image*", "-[UIImage imageNamed:]", true],
  ["*.dylib", "libc++abi.dylib", true],
  ["*", "", true],
  ["ab*ab", "ab", false],
  ["ab*ab", "abab", true],
  ["a.c", "abc", false],
  ["(graphics)", "(graphics)", true],
  ["[anon:*]", "[anon:stack]", true],
  ["image*", "Image", false],
])("%s and %s: %s", (pattern, name, expected) => {
  expect(globTest(pattern)(name)).toBe(expected);
});

it("means the same as to try everything", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 7 });
  const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 9 });
  fc.assert(
    fc.property(letters, names, (pattern, name) => {
      expect(globTest(pattern)(name)).toBe(fits(pattern, name));
    }),
    { numRuns: 3_000 },
  );
});

it("is over at once where trying everything takes for ever", () => {
  const [pattern, name] = [`${"*a".repeat(100)}*b*`, "a".repeat(60_000)];
  for (let turn = 0; turn < 100; turn += 1) expect(globTest(pattern)(name)).toBe(false);
});
