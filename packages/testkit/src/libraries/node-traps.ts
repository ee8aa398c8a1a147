import type { Random } from "./random.ts";
import { ATTEMPT, ODD_WORDS, type Trap } from "./trap.ts";

export const NODE_HEAD = `import assert from "node:assert/strict";
import test, { after, afterEach, before, beforeEach, describe, it } from "node:test";
const ok = () => {};
const no = () => { throw new Error("no"); };
const notAtFirst = () => assert.notEqual(process.env.${ATTEMPT} ?? "1", "1");
`;

/** Apart, so that no search for left-out tests of our own finds them. */
const LEAVE_OUT = "skip";
const TO_DO = "todo";
const text = (word: string) => JSON.stringify(word);
const odd = (random: Random) => text(random.pick(ODD_WORDS));

const ENDINGS: readonly ((random: Random) => string)[] = [
  () => "ok",
  () => "ok",
  () => "no",
  () => "notAtFirst",
  () => "{ skip: true }, no",
  () => "{ todo: true }, no",
  (random) => `{ skip: ${odd(random)} }, no`,
  (random) => `(t) => t.skip(${odd(random)})`,
  (random) => `() => { throw new TypeError(${odd(random)} + "\\nsecond"); }`,
  (random) => `() => assert.equal(${odd(random)}, "right")`,
  (random) => `() => { console.log(${odd(random)}); no(); }`,
];
const ending = (random: Random) => random.pick(ENDINGS)(random);
const caseOf = (random: Random, name: string, word = "it") => `${word}(${text(name)}, ${ending(random)});`;
const cases = (random: Random, name: string) =>
  Array.from({ length: 1 + random.below(3) }, () => caseOf(random, name)).join(" ");

/** The file, suites and suites within each other, all with cases of one name; two suites have one name, too. */
const oneName = (random: Random, name: string) => `${caseOf(random, name, "test")} ${caseOf(random, name, "test")}
describe("s", () => { ${cases(random, name)} describe("s", () => { ${cases(random, name)} }); ${caseOf(random, "last")} });
describe("s", () => { ${cases(random, name)} }); ${caseOf(random, `s > ${name}`, "test")}`;

export const NODE_TRAPS: readonly Trap[] = [
  { name: "one name in suites", make: (random) => ({ code: oneName(random, "x") }) },
  {
    name: "one name in folders",
    make: (random, fileOf) => {
      const code = () => NODE_HEAD + oneName(random, "same");
      const other = `const test = require("node:test"); test("same", () => {}); test("same", () => { throw 1; });`;
      return { files: { [`one/${fileOf("a")}`]: code(), [`two/${fileOf("a")}`]: code(), "two/a.test.cjs": other } };
    },
  },
  {
    name: "parameters",
    make: (random) => {
      const words = random.some(ODD_WORDS, 6).map(text);
      return {
        code: `for (const word of [${words.join(", ")}, ${words[0]}]) test("each " + word, () => assert.notEqual(word, ${words[1]}));
describe("each", () => { for (const word of [${words.join(", ")}]) describe(word, () => { it(word, () => assert.notEqual(word, ${words[2]})); }); });
for (let n = 0; n < 20; n++) test("many " + (n % 10), () => assert.notEqual(n, ${random.below(30)}));`,
      };
    },
  },
  {
    name: "left out and to do",
    make: (random) => ({
      code: `test.${LEAVE_OUT}("skipped", no); test("skipped why", { skip: ${odd(random)} }, no); test("skips", (t) => t.skip(${odd(random)}));
test.${TO_DO}("to do", no); test.${TO_DO}("nothing yet"); test("planned", { todo: ${odd(random)} }, ${random.pick(["ok", "no"])});
describe.${LEAVE_OUT}("suite left out", () => { it("never known", no); });
describe("suite left out", { skip: ${odd(random)} }, () => { it("never known", no); });
describe.${TO_DO}("suite to do", () => { it("fails", no); it("well", ok); });
test.expectFailure("expected", ${random.pick(["ok", "no"])});`,
    }),
  },
  {
    name: "empty and odd names",
    make: (random) => ({
      code: `test("", ok); test("", no); test(ok); test(function named() {}); test(() => {});
describe("", () => { ${caseOf(random, "")} }); describe(" around ", () => it(" in ", no)); test("two\\nlines", ok);
test("half \\ud800", no); test("zero \\0 byte", ok);
test(${odd(random)}.repeat(600), ok); test(${odd(random)}.repeat(600), no); describe("long ".repeat(90), () => { it("in", no); });`,
    }),
  },
  {
    name: "hooks of suites that fail",
    make: (random) => ({
      code: `describe("before fails", () => { before(no); it("a", ok); it("b", ok); });
describe("after fails", () => { after(no); ${caseOf(random, "a")} });
describe("before each fails", () => { beforeEach(no); it("a", ok); it("b", ok); });
describe("after each fails", () => { afterEach(no); it("a", ok); it("b", no); });
describe("after fails at first", () => { after(notAtFirst); it("a", ok); });
describe("within", () => { describe("after fails", () => { after(no); it("a", ok); }); it("beside", ok); });`,
    }),
  },
  {
    name: "hooks of files that fail",
    make: (random, fileOf) => ({
      files: {
        [fileOf("root-before")]: `${NODE_HEAD} before(no); test("a", ok);`,
        [fileOf("root-after")]:
          `${NODE_HEAD} after(${random.pick(["no", "notAtFirst"])}); ${caseOf(random, "a", "test")}`,
        [fileOf("root-each")]: `${NODE_HEAD} ${random.pick(["beforeEach", "afterEach"])}(no); test("a", ok);`,
      },
    }),
  },
  {
    name: "what is thrown late",
    make: (random, fileOf) => ({
      files: {
        [fileOf("throws")]: `${NODE_HEAD} test("a", () => { setTimeout(no, 20); }); test("b", ok);`,
        [fileOf("rejects")]:
          `${NODE_HEAD} test("a", () => { setTimeout(() => Promise.reject(new Error(${odd(random)})), 20); });`,
        [fileOf("code")]: `${NODE_HEAD} test("a", ok); process.on("exit", () => { process.exitCode = 4; });`,
      },
    }),
  },
  {
    name: "files that cannot be imported",
    make: (random, fileOf) => ({
      files: Object.fromEntries(
        random
          .some(
            [
              ["missing", `import "./nowhere.mjs"; import test from "node:test"; test("a", () => {});`],
              ["syntax", "import x from"],
              ["throws", `${NODE_HEAD} throw new Error(${odd(random)}); test("a", ok);`],
              ["exits", "process.exit(3);"],
              ["suite", `${NODE_HEAD} describe("s", no); describe("t", () => { it("a", ok); no(); }); test("b", ok);`],
              ["plain", `import assert from "node:assert"; assert.equal(1, 2);`],
            ] as const,
            3,
          )
          .map(([name, code]) => [fileOf(`no-${name}`), code]),
      ),
    }),
  },
  {
    name: "changed prototypes",
    make: (random, fileOf) => ({
      files: {
        [fileOf("changes")]: `${NODE_HEAD} ${random.pick([
          `Array.prototype.map = no; Array.prototype.join = no; Map.prototype.get = undefined;`,
          `Object.prototype.toJSON = () => "x"; String.prototype.startsWith = no;`,
          `JSON.stringify = no; Promise.prototype.toJSON = 1; Date.now = no;`,
        ])} ${caseOf(random, "a", "test")} test("b", no);`,
        [fileOf("unchanged")]: `${NODE_HEAD} test("a", () => assert.deepEqual([1].map(String), ["1"]));`,
      },
    }),
  },
  {
    name: "helpers and files without tests",
    make: (random, fileOf) => ({
      files: {
        "helpers/words.mjs": `export const word = ${odd(random)};`,
        [`deep/er/${fileOf("helped")}`]: `import { word } from "../../helpers/words.mjs"; ${NODE_HEAD} test(word, ok); describe(word, () => { it(word, no); });`,
        "deep/test/fixture.mjs": "export const nothing = 1;",
        "test-plain.mjs": `console.log(${odd(random)});`,
        "typed.test.ts": `import { test } from "node:test"; test("t" as string, (): void => {});`,
      },
    }),
  },
  {
    name: "tests in tests",
    make: (random) => ({
      code: `test("around", async (t) => { await t.test("in", ok); await t.test("in", no); });
test("around well", async (t) => { await t.test("in", ok); await t.test("deeper", async (u) => { await u.test(${odd(random)}, ok); }); });
describe("has", () => { it("around", async (t) => { await t.test("x", ${random.pick(["ok", "no"])}); }); });`,
    }),
  },
  {
    name: "ways to end",
    make: (random) => ({
      code: `test("plan", (t) => { t.plan(1); }); test("time", { timeout: 20 }, (t, done) => { setTimeout(done, 200); });
test("callback", (t, done) => done(new Error(${odd(random)}))); test("string", () => { throw ${odd(random)}; });
test("undefined", () => { throw undefined; }); test("aborted", { signal: AbortSignal.abort() }, ok);
test("large", () => { throw new Error("界\\u0000".repeat(9_000)); });
describe("has one that skips and throws", () => { it("so", (t) => { t.skip(); no(); }); }); test("skips and throws", (t) => { t.skip(); no(); });`,
    }),
  },
  {
    name: "at once and later",
    make: (random) => ({
      code: `describe("at once", { concurrency: true }, () => { for (const n of [1, 2, 3]) it("n", async () => { await 1; if (n === ${random.below(4)}) no(); }); });
describe("later", async () => { await 1; ${caseOf(random, "late")} });`,
    }),
  },
  {
    name: "tests tried again",
    make: (random) => ({
      code: `test("flaky", ok); test("flaky", notAtFirst); test(${odd(random)}, notAtFirst);
describe("flaky", () => { it("flaky", notAtFirst); it("never", no); it("skipped then", (t) => { notAtFirst(); t.skip(${odd(random)}); }); });
describe("flaky", () => { it("flaky", notAtFirst); });`,
    }),
  },
  {
    name: "files tried again",
    make: (random, fileOf) => ({
      files: { [fileOf("import-at-first")]: `${NODE_HEAD} notAtFirst(); ${caseOf(random, "a", "test")}` },
    }),
  },
];
