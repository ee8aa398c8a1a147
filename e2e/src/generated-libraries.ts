/** Libraries in which every way is in which a framework tells a case apart from others and how it came out. */
import type { LibraryFramework } from "@udt/contract";

export interface GeneratedLibrary {
  name: string;
  files: Record<string, string>;
  /** Parts of lines of its CSV of which there is exactly one each. */
  in_csv: readonly string[];
}

/** Cases of one name in a module, in classes and within others; parameters; all ways to end. */
const pytestModule = (number: number) => `import pytest

@pytest.fixture
def broken():
    raise RuntimeError("no fixture ${number}")

@pytest.fixture
def leaves_badly():
    yield
    raise RuntimeError("no way <out>")

def test_x(): pass

class TestA:
    def test_x(self): pass
    class TestInner:
        def test_x(self): assert ${number} == -1, "first line\\nsecond & line"

class TestB:
    def test_x(self, record_property):
        record_property("owner", "cart")
    def test_setup(self, broken): pass
    def test_teardown(self, leaves_badly): pass
    def test_both(self, leaves_badly): assert False

@pytest.mark.parametrize("x", ["a b", "1", "a::b", "<&>"])
def test_each(x):
    assert x != "1"

@pytest.mark.skip(reason="not today, \\"maybe\\" ${number}")
def test_skipped(): pass

@pytest.mark.skip
def test_skipped_plainly(): pass

def test_skips_itself(): pytest.skip("no device")

@pytest.mark.xfail(reason="known")
def test_expected(): assert False

@pytest.mark.xfail(strict=True, reason="must fail")
def test_unexpected(): pass

def test_raises(): raise ValueError("wrong value")
`;

const nodeFile = (number: number) => `import assert from "node:assert/strict";
import { describe, it, test } from "node:test";

test("x", () => {});
test("fails", () => assert.equal(${number}, -1));
test("throws <&> \\"all\\"", () => { throw new TypeError("boom\\nsecond"); });
test("is skipped", { skip: "why ${number}" }, () => {});
test("is skipped plainly", { skip: true }, () => {});
test("skips itself", (t) => t.skip("at run time"));
test("is to do", { todo: "later" }, () => {});
describe("suite & one ${number}", () => {
  it("x", () => {});
  describe("inner", () => {
    it("x", () => assert.ok(false));
    it("y", () => {});
  });
  it("last", { skip: true }, () => {});
});
describe("passes ${number}", () => {
  it("x", () => {});
});
test("has tests within ${number}", async (t) => {
  await t.test("first", () => {});
  await t.test("second", () => { throw new Error("inside"); });
});
test("x again", () => {});
`;

/** The same in several files, so that only what tells the files apart does. */
export function generated(framework: Exclude<LibraryFramework, "shell">): GeneratedLibrary[] {
  if (framework === "pytest")
    return [
      {
        name: "modules of equal names in two folders",
        files: {
          "tests/__init__.py": "",
          "tests/one/__init__.py": "",
          "tests/two/__init__.py": "",
          "tests/one/test_mod.py": pytestModule(1),
          "tests/two/test_mod.py": pytestModule(2),
        },
        in_csv: [
          "test_x,tests.one.test_mod.TestA,",
          "test_x,tests.one.test_mod.TestA.TestInner,",
          "test_x,tests.two.test_mod,",
        ],
      },
      {
        name: "the older form, with a name and properties of its own",
        files: {
          "pytest.ini": "[pytest]\njunit_family = xunit1\njunit_suite_name = shop\njunit_logging = all\n",
          "test_mod.py": `${pytestModule(3)}\n\ndef test_prints():\n    print("said")\n`,
        },
        in_csv: ["test_each[a b],test_mod,"],
      },
    ];
  return [
    {
      name: "files of equal names in two folders",
      files: { "one/a.test.mjs": nodeFile(1), "two/a.test.mjs": nodeFile(2) },
      in_csv: ["x,suite & one 1,", "x,suite & one 1.inner,"],
    },
  ];
}
