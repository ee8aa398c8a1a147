import type { Random } from "./random.ts";
import { ATTEMPT, ODD_WORDS, type Trap } from "./trap.ts";

export const PYTEST_HEAD = `import os, sys, unittest
import pytest
IS_FIRST = os.environ.get("${ATTEMPT}", "1") == "1"
`;

/** Python reads what JSON writes. */
const text = (word: string) => JSON.stringify(word);
const odd = (random: Random) => text(random.pick(ODD_WORDS));

const ENDINGS: readonly ((random: Random) => string)[] = [
  () => "pass",
  () => "pass",
  (random) => `assert 1 == 2, ${odd(random)}`,
  (random) => `assert ${odd(random)} == "right"`,
  (random) => `raise ValueError(${odd(random)} + "\\nsecond")`,
  (random) => `pytest.skip(${odd(random)})`,
  () => "pytest.skip()",
  (random) => `pytest.xfail(${odd(random)})`,
  (random) => `print(${odd(random)}); assert False`,
  () => `assert not IS_FIRST, "not at first"`,
];
const ending = (random: Random) => random.pick(ENDINGS)(random);

/** A case that comes out by chance. */
const caseOf = (random: Random, name: string, words = "") => `def ${name}(${words}): ${ending(random)}`;
const within = (indent: string, ...lines: string[]) => lines.map((line) => indent + line).join("\n");

/** The module, classes and classes within each other, all with cases of one name. */
function oneName(random: Random, name: string): string {
  const cases = () =>
    Array.from({ length: 1 + random.below(2) }, (_, n) => caseOf(random, `${name}${n || ""}`, "self"));
  return `${caseOf(random, name)}
class TestA_${name}:
${within("    ", ...cases())}
    class TestInner:
${within("        ", ...cases())}
        class TestInner:
${within("            ", ...cases())}
class TestB_${name}:
${within("    ", ...cases())}`;
}

export const PYTEST_TRAPS: readonly Trap[] = [
  { name: "one name in classes", make: (random) => ({ code: oneName(random, "test_x") }) },
  {
    name: "one name in folders",
    make: (random, fileOf) => {
      const code = () => PYTEST_HEAD + oneName(random, "test_same");
      const packages = { "__init__.py": "", "one/__init__.py": "", "two/__init__.py": "" };
      // Without packages the second of them cannot be imported.
      const files = { [`one/${fileOf("twice")}`]: code(), [`two/${fileOf("twice")}`]: code() };
      return { files: { ...files, ...(random.isHit(0.7) && packages) } };
    },
  },
  {
    name: "parameters",
    make: (random) => {
      const words = random.some(ODD_WORDS, 5).map(text);
      const ids = random.some(ODD_WORDS, 3).map(text);
      return {
        code: `@pytest.mark.parametrize("x", [${words.join(", ")}, "", None, "n\\0l", ${words[0]}])
def test_each(x): assert x not in (${words[0]}, ${words[2]}, "")
@pytest.mark.parametrize("y", ["c", "c-a"])
@pytest.mark.parametrize("x", ["a-b", "a"])
def test_both(x, y): assert (x, y) != ("a", ${odd(random)}) and x == "a"
@pytest.mark.parametrize("x", [1, 2, pytest.param(3, marks=pytest.mark.skip(reason=${odd(random)}))], ids=[${ids.join(", ")}])
def test_ids(x): assert x != 2
@pytest.mark.parametrize("x", [1, 1, 2])
class TestEach:
    def test_each(self, x): assert x == 1
@pytest.mark.parametrize("x", [${odd(random)} * 600, ${odd(random)} * 600 + "!"])
def test_long(x): assert x.endswith("!")
@pytest.mark.parametrize("x", [])
def test_of_nothing(x): assert False`,
      };
    },
  },
  {
    name: "left out",
    make: (random) => ({
      code: `@pytest.mark.skip(reason=${odd(random)})
def test_skipped(): assert False
@pytest.mark.skip
def test_skipped_plainly(): assert False
@pytest.mark.skipif(True, reason=${odd(random)})
def test_skipped_if(): assert False
@pytest.mark.skip(reason=${odd(random)})
class TestSkipped:
    ${caseOf(random, "test_one", "self")}
    ${caseOf(random, "test_two", "self")}
def test_skips_itself(): pytest.skip(${odd(random)})
def test_imports(): pytest.importorskip("nowhere_at_all")`,
    }),
  },
  {
    name: "expected to fail",
    make: (random) => ({
      code: `@pytest.mark.xfail(reason=${odd(random)})
def test_known(): ${random.pick(["assert False", "pass"])}
@pytest.mark.xfail
def test_known_plainly(): ${random.pick(["assert False", "pass"])}
@pytest.mark.xfail(strict=True, reason=${odd(random)})
def test_strict(): ${random.pick(["assert False", "pass"])}
@pytest.mark.xfail(raises=ValueError)
def test_of_a_kind(): raise ${random.pick(["ValueError", "KeyError"])}(${odd(random)})
@pytest.mark.xfail(run=False)
def test_not_run(): assert False
def test_expects_itself(): pytest.xfail(${odd(random)})`,
    }),
  },
  {
    name: "set-up errors",
    make: (random) => ({
      code: `@pytest.fixture
def broken(): raise RuntimeError(${odd(random)})
@pytest.fixture
def broken_at_first():
    if IS_FIRST: raise RuntimeError("not at first")
def test_broken(broken): pass
def test_broken_at_first(broken_at_first): pass
def test_unknown(nobody_made_this): pass
@pytest.mark.xfail
def test_broken_as_known(broken): pass
class TestSetUp:
    def setup_method(self): self.x = ${random.pick(["1", "1 / 0"])}
    def test_set_up(self): assert self.x == 1
class TestClassSetUp:
    @classmethod
    def setup_class(cls): raise RuntimeError(${odd(random)})
    def test_one(self): pass
    def test_two(self): pass`,
    }),
  },
  {
    name: "tear-down errors",
    make: (random, fileOf) => ({
      code: `@pytest.fixture
def leaves_badly():
    yield 1
    raise RuntimeError(${odd(random)})
def test_left(leaves_badly): pass
def test_left_and_failed(leaves_badly): assert leaves_badly == 2
def test_left_and_skipped(leaves_badly): pytest.skip(${odd(random)})`,
      files: {
        [fileOf("module-leaves")]: `import pytest
@pytest.fixture(scope="module", autouse=True)
def leaves():
    yield
    raise RuntimeError(${odd(random)})
def test_one(): pass
def test_last(): ${random.pick(["pass", "assert False"])}
`,
      },
    }),
  },
  {
    name: "unittest",
    make: (random) => ({
      code: `class Unit(unittest.TestCase):
    @unittest.expectedFailure
    def test_expected(self): ${random.pick(["self.fail('so')", "pass"])}
    @unittest.skip(${odd(random)})
    def test_left_out(self): pass
    def test_skips(self): self.skipTest(${odd(random)})
    def test_x(self): ${random.pick(["pass", "self.assertEqual(1, 2)"])}
class BadClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError(${odd(random)})
    def test_x(self): pass
class BadTearDown(unittest.TestCase):
    def tearDown(self): raise RuntimeError(${odd(random)})
    def test_x(self): ${random.pick(["pass", "self.fail('so')"])}`,
    }),
  },
  {
    name: "subtests",
    make: (random) => ({
      code: `def test_of_parts(subtests):
    for n in range(3):
        with subtests.test(n=n): assert n != ${random.below(4)}
def test_of_named_parts(subtests):
    with subtests.test(${odd(random)}): pass`,
      parts: 4,
    }),
  },
  {
    name: "files that cannot be collected",
    make: (random, fileOf) => ({
      files: Object.fromEntries(
        random
          .some(
            [
              ["imports", "import nowhere_at_all\ndef test_never(): pass\n"],
              ["syntax", "def test_never(:\n"],
              ["raises", `raise RuntimeError(${odd(random)})\n`],
              ["asserts", "assert 1 == 2\ndef test_never(): pass\n"],
              ["parameters", `import pytest\n@pytest.mark.parametrize("x", [1])\ndef test_never(y): pass\n`],
              ["bytes", "def test_never(): x = '\0'\n"],
            ] as const,
            3,
          )
          .map(([name, code]) => [fileOf(`no-${name}`), code]),
      ),
    }),
  },
  {
    name: "files that leave themselves out",
    make: (random, fileOf) => ({
      files: {
        [fileOf("whole-skip")]: `import pytest\npytest.skip(${odd(random)}, allow_module_level=True)\n`,
        [fileOf("whole-import")]: `import pytest\npytest.importorskip("nowhere_at_all")\ndef test_never(): pass\n`,
        [fileOf("whole-mark")]:
          `import pytest\npytestmark = pytest.mark.skip(reason=${odd(random)})\ndef test_a(): pass\n`,
        [fileOf("nothing")]: "",
        [fileOf("helps")]: "class TestInit:\n    def __init__(self): pass\n    def test_never(self): pass\n",
      },
    }),
  },
  {
    name: "a folder that cannot be read",
    make: (random, fileOf) => ({
      files: {
        "conftest.py": `raise RuntimeError(${odd(random)})\n`,
        [fileOf("below")]: "def test_never(): pass\n",
      },
    }),
  },
  {
    name: "fixtures and helpers",
    make: (random, fileOf) => ({
      files: {
        "conftest.py": `import os, sys, pytest
sys.path.insert(0, os.path.dirname(__file__))
@pytest.fixture(scope="session", params=[${odd(random)}, "b"])
def each(request): return request.param
@pytest.fixture(autouse=True)
def always(record_property):
    record_property("owner", ${odd(random)})
    yield
`,
        "helpers_of_tests.py": "def helped(x): return x == 'b'\n",
        [`deep/${fileOf("helped")}`]: `from helpers_of_tests import helped
def test_helped(each): assert helped(each)
class TestHelped:
    def test_helped(self, each): pass
    def test_prints(self, record_property, capsys): print("said"); record_property("more", 1)
`,
      },
    }),
  },
  {
    name: "what changes all others",
    make: (random, fileOf) => ({
      files: {
        [fileOf("changes")]: `${PYTEST_HEAD}import json, time
json.dumps = json.loads = None
time.time = lambda: 0.0
os.environ["HOME"] = ${odd(random)}
HERE = os.path.join(os.path.dirname(__file__), "elsewhere")
os.makedirs(HERE, exist_ok=True)
def test_moves(): os.chdir(HERE); ${ending(random)}
def test_elsewhere(): ${random.pick(["pass", "assert False"])}
`,
      },
    }),
  },
  {
    name: "more than one attempt",
    make: (random) => ({
      code: `def test_flaky(): assert not IS_FIRST, ${odd(random)}
@pytest.mark.parametrize("x", [${odd(random)}, "b", "b"])
def test_flaky_each(x): assert x != "b" or not IS_FIRST
class TestFlaky:
    def test_flaky(self): assert not IS_FIRST
    def test_never(self): assert False, ${odd(random)}
    def test_skipped_then(self):
        assert not IS_FIRST
        pytest.skip(${odd(random)})`,
    }),
  },
  {
    name: "names in every script",
    make: (random, fileOf) => ({
      files: {
        [fileOf("ünïcode")]: `import sys
def test_日本語(): print("said")
def test_é(): sys.stderr.write("x" * 100_000); assert False, "界" * 10_000
class TestÜ:
    def test_ß(self): assert 0, "a\\n\\0b"
    def test_ſ(self): ${random.pick(["pass", "assert 0"])}
`,
      },
    }),
  },
];
