import { join } from "node:path";
import { junitIdentity, type JunitCase } from "@udt/contract";
import {
  casesOf,
  composeLibrary,
  type Depth,
  librariesForAll,
  lineOf,
  ownRun,
  verdictOf,
} from "@udt/testkit/libraries";
import { readXml } from "@udt/testkit/xml";
import { expect, test } from "vitest";
import { type Ran, type Told, verdictsOf } from "../../../test/verdicts.ts";

/** Libraries with settings of their own, which no other can be put beside. */
const LIBRARIES: Record<string, Record<string, string>> = {
  "options of its own": {
    "pytest.ini": "[pytest]\naddopts = -x --ff -m 'not slow'\nmarkers = slow: is slow\npython_files = check_*.py\n",
    "check_a.py": `import pytest
def test_a(): assert False
def test_b(): pass
@pytest.mark.slow
def test_c(): assert False
`,
    "test_never.py": "raise RuntimeError('not looked at')\n",
  },
  "order turned round, and items added": {
    "conftest.py": `def pytest_collection_modifyitems(items):
    items.reverse()
`,
    "test_a.py": `import pytest
@pytest.mark.parametrize("x,y", [("a-b", "c"), ("a", "b-c"), ("a", "b-c")])
def test_p(x, y): assert x == "a"
def test_q(): pass
`,
  },
};

/** What pytest makes of a library by itself. */
async function ownReport({ library, program }: Ran, attempt: number) {
  const words = ["-m", "pytest", "-q", "--continue-on-collection-errors", "--maxfail=0"];
  const argvOf = (folder: string) =>
    [program, ...words, "-o", `cache_dir=${folder}`, "--junitxml", join(folder, "own.xml")] as const;
  const [text] = await ownRun(library, attempt, argvOf, ["own.xml"]);
  const xml = readXml(text!);
  const count = (name: string) => Number(xml.children[0]!.attributes[name]);
  const [tests, failures, errors, skipped] = ["tests", "failures", "errors", "skipped"].map(count);
  return { cases: casesOf(xml), totals: { tests, failures, errors, skipped } };
}

/** The same of our reports. */
function ourReport(told: readonly Told[]) {
  const cases = told.flatMap(({ entries }) => entries);
  const children = cases.flatMap((one) => one.children.map(({ name }) => name));
  const [failures, errors, skipped] = ["failure", "error", "skipped"].map(
    (wanted) => children.filter((name) => name === wanted).length,
  );
  return { cases, totals: { failures, errors, skipped } };
}

/** Where a case stands, as far as keys and XML can say so. */
const placeOf = ({ classname = "", name = "" }: Partial<Record<string, string>>) =>
  `${classname} ${name}`.replaceAll(/#x[0-9A-F]{2,4}|\uFFFD/g, "").slice(0, 300);

const COMPOSED = Array.from({ length: librariesForAll("pytest") + 2 }, (_, at) => composeLibrary("pytest", at + 1));
const ALL = [...Object.entries(LIBRARIES).map(([name, files]) => ({ name, files, parts: 0 })), ...COMPOSED];

test.for(ALL)("$name: as pytest itself says, one by one and in all", { timeout: 400_000 }, async ({ files, parts }) => {
  const ran = await verdictsOf("pytest", files);
  const { library, told } = ran;
  const keys = told.map((one) => one.case.case_key);
  expect(new Set(keys).size).toBe(keys.length);
  const failed = told.filter(({ verdict }) => verdict === "failed");
  const [own, ownSecond, second] = await Promise.all([
    ownReport(ran, 1),
    ownReport(ran, 2),
    failed.length === 0 ? [] : ran.again(failed.map((one) => one.case)),
  ]);
  const ours = ourReport(told);
  const lines = (cases: readonly JunitCase[], depth: Depth = "texts") =>
    cases.map((one) => lineOf(one, library, depth)).toSorted();
  expect(lines(ours.cases)).toEqual(lines(own.cases));
  expect({ ...ours.totals, tests: ours.cases.length + parts }).toEqual(own.totals);
  // What the platform calls a case, and how it says that it came out, is what the framework says of it.
  for (const { case: one, entries, verdict } of told) {
    const places = entries.map(({ attributes }) => placeOf(attributes));
    const { classname, name } = junitIdentity("pytest", one);
    expect(new Set(places)).toEqual(new Set([placeOf({ classname, name })]));
    expect(verdict, one.case_key).toBe(verdictOf(entries));
  }
  // What failed is tried again without the rest: each comes out as where pytest runs everything a second time.
  const places = new Set(failed.flatMap(({ entries }) => entries.map(({ attributes }) => placeOf(attributes))));
  const tried = ownSecond.cases.filter(({ attributes }) => places.has(placeOf(attributes)));
  expect(lines(ourReport(second).cases, "messages")).toEqual(lines(tried, "messages"));
});

test("what ends pytest itself is a failure of its own, and takes nothing along", { timeout: 400_000 }, async () => {
  const { told } = await verdictsOf("pytest", {
    "conftest.py": `import pytest
def pytest_runtest_makereport(item, call):
    if item.name == "test_hook" and call.when == "call": raise RuntimeError("of the hook")
def pytest_sessionfinish(session):
    if session.testscollected: session.exitstatus = 7
`,
    "test_dies.py": "import os\nos._exit(0)\ndef test_never(): pass\n",
    "test_exits.py": "import sys\nsys.exit(0)\n",
    "test_ways.py": `import os, pytest
def test_well(): pass
def test_hook(): pass
def test_leaves(): pytest.exit("enough")
def test_after(): pass
`,
  });
  expect(told.map((one) => `${one.case.case_key} ${one.verdict}`).toSorted()).toEqual([
    "pytest failed",
    "test_dies.py failed",
    "test_exits.py failed",
    "test_ways.py::test_after passed",
    "test_ways.py::test_hook failed",
    "test_ways.py::test_leaves failed",
    "test_ways.py::test_well passed",
  ]);
});

test("a class that cannot be collected is run again without what is beside it", { timeout: 400_000 }, async () => {
  const { told, again } = await verdictsOf("pytest", {
    "conftest.py": `import pytest
class Odd(pytest.Class):
    def collect(self): raise RuntimeError("not this one")
def pytest_pycollect_makeitem(collector, name, obj):
    if name == "TestOdd": return Odd.from_parent(collector, name=name, obj=obj)
`,
    "test_beside.py": "raise RuntimeError('another')\n",
    "test_odd.py": "class TestOdd:\n    def test_in_it(self): pass\ndef test_well(): pass\n",
  });
  const inWords = (some: readonly Told[]) => some.map((one) => `${one.case.case_key} ${one.verdict}`).toSorted();
  expect(inWords(told)).toEqual([
    "test_beside.py failed",
    "test_odd.py::TestOdd failed",
    "test_odd.py::test_well passed",
  ]);
  const odd = told.map((one) => one.case).filter(({ case_key }) => case_key.endsWith("TestOdd"));
  expect(odd).toMatchObject([{ file: "test_odd.py" }]);
  expect(inWords(await again(odd))).toEqual(["test_odd.py::TestOdd failed"]);
});

test("a test that goes elsewhere is shown where it fails", { timeout: 400_000 }, async () => {
  const { told } = await verdictsOf("pytest", {
    "tests/test_moves.py": `import os
def test_moves(): os.chdir(os.path.dirname(__file__)); assert False
`,
  });
  expect(told).toMatchObject([{ verdict: "failed", location: { file: "tests/test_moves.py", line: 2 } }]);
});
