import type { JunitCase } from "@udt/contract";
import { composeLibrary, librariesForAll, lineOf, ownNode } from "@udt/testkit/libraries";
import { expect, test } from "vitest";
import { type Told, type Verdict, verdictsOf } from "../../../test/verdicts.ts";
import type { CollectedCase } from "../runner.ts";

/** More cases than one process of ours takes, and two that are the same but for their last letter. */
const LARGE = {
  name: "many cases, and long names",
  files: {
    "many.test.mjs": `import assert from "node:assert"; import test from "node:test";
      for (let n = 0; n < 250; n++) test("case " + (n % 125), () => assert.notEqual(n, 249));
      test("${"a very long name ".repeat(60)}", () => {}); test("${"a very long name ".repeat(60)}b", () => assert.fail());`,
  },
};
const COMPOSED = Array.from({ length: librariesForAll("node_test") + 3 }, (_, at) =>
  composeLibrary("node_test", at + 1),
);

const printable = (name: string) => name.toWellFormed().replaceAll("\0", "\uFFFD").slice(0, 200).toWellFormed();
interface Named {
  name: string;
  verdict: Verdict;
}
const nameOf = ({ file, function: path }: CollectedCase) => printable(path === "" ? file : `${file}: ${path}`);
const ourOwn = (told: readonly Told[]): Named[] =>
  told.map((one) => ({ name: nameOf(one.case), verdict: one.verdict }));
const inOrder = (list: readonly Named[]) => list.map(({ name, verdict }) => `${printable(name)} ${verdict}`).toSorted();

test.for([LARGE, ...COMPOSED])(
  "$name: as Node itself says, one by one and in all",
  { timeout: 300_000 },
  async ({ files }) => {
    const { library, told, again } = await verdictsOf("node_test", files);
    const failed = told.filter(({ verdict }) => verdict === "failed");
    const [own, ownSecond, second] = await Promise.all([
      ownNode(library, 1),
      ownNode(library, 2),
      again(failed.map((one) => one.case)),
    ]);
    // Each of its own: no two cases share what tells them apart.
    expect(new Set(told.map((one) => one.case.case_key)).size).toBe(told.length);
    expect(own.counted).toEqual(own.counts);
    expect(inOrder(ourOwn(told))).toEqual(inOrder(own.own));

    const suites = new Set(own.own.filter(({ isSuite }) => isSuite).map(({ name }) => printable(name)));
    const lines = (cases: readonly JunitCase[]) => cases.map((one) => lineOf(one, library, "kinds")).toSorted();
    const ownLines = lines(own.junit);
    const ours = told.flatMap(({ case: one, entries }) => {
      const said = lines(entries);
      return suites.has(nameOf(one)) ? said.filter((line) => ownLines.includes(line)) : said;
    });
    expect(ours.toSorted()).toEqual(ownLines);

    // What failed is tried again without the rest: each comes out as where Node runs everything a second time. What stands
    // for all that is in it has failed when anything in it has.
    const isWhole = ({ name }: Named) => suites.has(name) || name in files;
    const [wholes, alone] = [ourOwn(second).filter(isWhole), ourOwn(second).filter((one) => !isWhole(one))];
    const ownNames = ownSecond.own.map(({ name, verdict }) => ({ name: printable(name), verdict }));
    for (const { name, verdict } of wholes) {
      const within = ownNames.filter(
        (one) => one.name === name || (/^(:| >) /.test(one.name.slice(name.length)) && one.name.startsWith(name)),
      );
      expect(verdict, name).toBe(within.some((one) => one.verdict === "failed") ? "failed" : "passed");
    }
    const passed = ourOwn(told.filter(({ verdict }) => verdict !== "failed")).filter((one) => !isWhole(one));
    const names = new Set([...passed, ...alone].map(({ name }) => name));
    expect(inOrder([...passed, ...alone])).toEqual(
      inOrder(ownNames.filter((one) => names.has(one.name) && !isWhole(one))),
    );
  },
);
