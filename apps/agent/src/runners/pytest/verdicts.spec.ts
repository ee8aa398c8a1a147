import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { makeFolder } from "../../../test/harness.ts";
import { verdictsOf, type Told, type Verdict } from "../../../test/verdicts.ts";

const LONG = "long_".repeat(130);

/** Libraries as people write them, each with its own traps. */
const LIBRARIES: Record<string, Record<string, string>> = {
  "parameters whose names meet": {
    "test_a.py": `import pytest
@pytest.mark.parametrize("x", ["a-b", "a"])
@pytest.mark.parametrize("y", ["c", "c-a"])
def test_p(y, x): assert (y, x) != ("c-a", "b") and x == "a"
@pytest.mark.parametrize("x", ["a b", "é::[", "${LONG}1", "${LONG}2", "", None, "日本😀", "n\\0l"])
def test_q(x): assert x and not x.endswith("2")
@pytest.mark.parametrize("x", [1, 1, 2])
def test_r(x): assert x == 1
`,
  },
  "left out and expected to fail": {
    "test_a.py": `import pytest, unittest
@pytest.mark.skip(reason="not today")
def test_skip(): pass
@pytest.mark.skipif(True, reason="never")
def test_skipif(): pass
def test_now(): pytest.skip("now")
@pytest.mark.xfail(reason="known")
def test_xfail(): assert False
@pytest.mark.xfail
def test_xpass(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
@pytest.mark.xfail(raises=ValueError)
def test_other(): raise KeyError("k")
def test_imperative(): pytest.xfail("so")
def test_import(): pytest.importorskip("nowhere_at_all")
`,
  },
  "fixtures that fail": {
    "conftest.py": `import pytest
@pytest.fixture
def broken(): raise RuntimeError("no fixture")
@pytest.fixture
def leaves_badly():
    yield 1
    raise RuntimeError("no way out")
@pytest.fixture(scope="module")
def module_leaves_badly():
    yield 1
    raise RuntimeError("no way out of the module")
`,
    "test_a.py": `import pytest
def test_setup(broken): pass
def test_teardown(leaves_badly): pass
def test_unknown(nobody): pass
@pytest.mark.xfail
def test_xfail_setup(broken): pass
def test_well(): pass
`,
    "test_b.py": "def test_one(module_leaves_badly): pass\ndef test_last(module_leaves_badly): pass\n",
  },
  "classes and unittest": {
    "test_a.py": `import unittest, pytest
class TestA:
    def setup_method(self): self.x = 1
    def test_x(self): assert self.x == 1
    def test_y(self): assert self.x == 2
    class TestInner:
        def test_x(self): assert False
class TestBadSetup:
    def setup_class(cls): raise RuntimeError("class")
    def test_x(self): pass
    def test_y(self): pass
class Unit(unittest.TestCase):
    @unittest.expectedFailure
    def test_expected(self): self.fail("so")
    @unittest.expectedFailure
    def test_unexpected(self): pass
    @unittest.skip("no")
    def test_skip(self): pass
    def test_sub(self):
        for n in range(3):
            with self.subTest(n=n): self.assertNotEqual(n, 1)
    def test_well(self): pass
class BadSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError("set-up")
    def test_x(self): pass
class BadTearDown(unittest.TestCase):
    def tearDown(self): raise RuntimeError("tear-down")
    def test_x(self): pass
class TestInit:
    def __init__(self): pass
    def test_never(self): pass
`,
  },
  subtests: {
    "test_a.py": `import pytest
def test_fails(subtests):
    for n in range(3):
        with subtests.test(n=n): assert n != 1
def test_well(subtests):
    with subtests.test("one"): pass
`,
  },
  "files that cannot be read": {
    "tests/test_import.py": "import nowhere_at_all\ndef test_never(): pass\n",
    "tests/test_syntax.py": "def test_never(:\n",
    "tests/test_param.py": `import pytest
@pytest.mark.parametrize("x", [1])
def test_never(y): pass
def test_well(): pass
`,
    "tests/test_whole_skip.py": "import pytest\npytest.skip('whole', allow_module_level=True)\n",
    "tests/sub/conftest.py": "raise RuntimeError('conftest')\n",
    "tests/sub/test_below.py": "def test_never(): pass\n",
    "tests/test_well.py": "def test_a(): pass\ndef test_b(): assert False\n",
  },
  "one name in two places": {
    "a/test_x.py": "def test_a(): pass\n",
    "b/test_x.py": "def test_b(): pass\n",
  },
  "one name in two packages": {
    "a/__init__.py": "",
    "b/__init__.py": "",
    "a/test_x.py": "def test_a(): pass\n",
    "b/test_x.py": "def test_a(): assert False\n",
    "b/x_test.py": "def test_a(): pass\n",
  },
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
  "names in every script, and what is printed": {
    "test_ünïcode.py": `import sys
def test_日本語(): print("said")
def test_é(): sys.stderr.write("x" * 100000); assert False, "界" * 100000
class TestÜ:
    def test_ß(self): assert 0, "a\\n\\0b"
`,
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

interface Own {
  name: string;
  verdict: Verdict;
}

/** What pytest writes of a library by itself, in its JUnit file. */
async function ownVerdicts(library: string, python: string): Promise<Own[]> {
  const file = join(await makeFolder(), "own.xml");
  const words = ["-m", "pytest", "-q", "--continue-on-collection-errors", "--maxfail=0", "--junitxml", file];
  const env = { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1" };
  await promisify(execFile)(python, words, { cwd: library, env, maxBuffer: 2 ** 26 }).catch(() => undefined);
  const own: Own[] = [];
  let totals: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const facts = attributes as Record<string, string>;
    if (name === "testsuite") totals = facts;
    else if (name === "testcase") own.push({ name: `${facts["classname"]}.${facts["name"]}`, verdict: "passed" });
    else if (name === "skipped") own.at(-1)!.verdict = "skipped";
    else if (name === "failure" || name === "error") own.at(-1)!.verdict = "failed";
  });
  parser.write(await readFile(file, "utf8")).close();
  const skipped = own.filter(({ verdict }) => verdict === "skipped").length;
  expect(skipped).toBe(Number(totals["skipped"]));
  return own;
}

/** A key, as `junitxml` names what it speaks of. */
function nameOf({ case: { case_key, file, name } }: Told): string {
  const module = file
    .replaceAll("/", ".")
    .replace(/\\.py$/, "")
    .replace(/\.py$/, "");
  const between = case_key
    .split("::")
    .slice(1, -1)
    .filter((part) => /^[A-Z]\w*$/.test(part.normalize("NFKD").replaceAll(/[^\w]/g, "")));
  return case_key === file ? `.${module}` : [module, ...between, name].join(".");
}
const printable = (name: string) => name.replaceAll("#x00", "\\x00").slice(0, 300);
const inOrder = (list: Own[]) => list.map(({ name, verdict }) => `${printable(name)} ${verdict}`).toSorted();

test.for(Object.entries(LIBRARIES))("%s: as pytest itself says", { timeout: 400_000 }, async ([, files]) => {
  const { library, program, told } = await verdictsOf("pytest", files);
  const own = await ownVerdicts(library, program);
  const keys = told.map((one) => one.case.case_key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(inOrder(told.map((one) => ({ name: nameOf(one), verdict: one.verdict })))).toEqual(inOrder(own));
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
