/**
 * What pytest 8 and newer have for tests, as they are called.
 * @see https://github.com/pytest-dev/pytest/blob/8.0.0/src/pytest/__init__.py
 * @see https://github.com/pytest-dev/pytest/blob/8.0.0/doc/en/reference/reference.rst
 */
import type { PythonName } from "./outline.ts";

/** Of each, its parameters; a class has none that tests give it, nor has what is no function. */
const NAMES: Readonly<Record<string, string | { kind: "class" | "variable" }>> = {
  approx: "expected, rel=None, abs=None, nan_ok=False",
  deprecated_call: "*, match=None",
  exit: 'reason="", returncode=None',
  fail: 'reason="", pytrace=True',
  fixture: "fixture_function=None, *, scope='function', params=None, autouse=False, ids=None, name=None",
  importorskip: "modname, minversion=None, reason=None",
  mark: { kind: "variable" },
  param: "*values, marks=(), id=None",
  raises: "expected_exception, *, match=None",
  skip: 'reason="", *, allow_module_level=False',
  warns: "expected_warning=Warning, *, match=None",
  xfail: 'reason=""',
  CaptureFixture: { kind: "class" },
  Config: { kind: "class" },
  ExceptionInfo: { kind: "class" },
  FixtureRequest: { kind: "class" },
  Item: { kind: "class" },
  LogCaptureFixture: { kind: "class" },
  MonkeyPatch: { kind: "class" },
  Parser: { kind: "class" },
  TempPathFactory: { kind: "class" },
  WarningsRecorder: { kind: "class" },
};

/** The marks that pytest itself knows. */
const MARKS: typeof NAMES = {
  filterwarnings: "filter",
  parametrize: "argnames, argvalues, indirect=False, ids=None, scope=None",
  skip: 'reason=""',
  skipif: "condition, *, reason=None",
  usefixtures: "*names",
  xfail: "condition=True, *, reason='', raises=None, run=True, strict=False",
};

const FIXTURES =
  "cache capfd capfdbinary caplog capsys capsysbinary doctest_namespace monkeypatch pytestconfig record_property record_testsuite_property record_xml_attribute recwarn request tmp_path tmp_path_factory";

const nameOf = (name: string, is: (typeof NAMES)[string]): PythonName => ({
  name,
  kind: typeof is === "string" ? "function" : is.kind,
  parameters: typeof is === "string" ? is.split(", ") : [],
  decorators: [],
  told: "",
  names: [],
  indent: 0,
  line: 0,
  last: 0,
});
const namesOf = (all: typeof NAMES): PythonName[] => Object.entries(all).map(([name, is]) => nameOf(name, is));

export const PYTEST_NAMES = namesOf(NAMES);
export const PYTEST_MARKS = namesOf(MARKS);
/** What a test may ask for, whatever the repository declares. */
export const PYTEST_FIXTURES = FIXTURES.split(" ").map((name) => nameOf(name, { kind: "variable" }));

/** What of pytest a dotted name has, by what a file calls it. */
export function pytestMembers(
  dotted: string,
  imports: readonly { module: string; name: string | undefined; as: string }[],
): readonly PythonName[] {
  const [first = "", ...rest] = dotted.split(".");
  const of = imports.find(({ module, as }) => module === "pytest" && as === first);
  if (!of) return [];
  const meant = [...(of.name === undefined ? [] : [of.name]), ...rest].join(".");
  return meant === "" ? PYTEST_NAMES : meant === "mark" ? PYTEST_MARKS : [];
}
