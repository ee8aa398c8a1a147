import { describe, expect, it } from "vitest";
import { callAt, completePython, toldOfName } from "./complete.ts";
import { outlineOf } from "./outline.ts";

const ROOT = "../../../../../../../examples/templates/pytest/";
const template = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../../../../../../examples/templates/pytest/**/*.py", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([path, text]) => [path.slice(ROOT.length), text]),
);
const VARIABLES = [{ name: "UDT_STEPS_FILE", told: "Steps" }];
const PATH = "tests/test_cart.py";

/** A caret at the end of a text, in a file beside the template's tests. */
function caret(text: string, others: Readonly<Record<string, string>> = {}) {
  const texts = { ...template, ...others, [PATH]: text };
  const files = new Map(Object.entries(texts).map(([path, one]) => [path, outlineOf(one)]));
  return { files, path: PATH, before: text, line: text.split("\n").length };
}
const offered = (text: string, others?: Readonly<Record<string, string>>) =>
  completePython(caret(text, others), VARIABLES);
const labels = (text: string, others?: Readonly<Record<string, string>>) =>
  offered(text, others).map(({ label }) => label);

describe("what is offered in a file of Python", () => {
  it("is what a module of the repository has, as it is called and what is told of it", () => {
    expect(offered("from device.adb import ")).toContainEqual({
      label: "shell",
      kind: "function",
      detail: "shell(*words)",
      told: "What a command prints. Its words reach it as they are.",
    });
    expect(labels("from device.adb import shell, ")).toContain("exec_out");
    expect(labels("from device.adb import (\n    shell,\n    ")).toContain("exec_out");
    expect(labels("import device.steps\nwith device.steps.")).toContain("step");
    expect(labels("from device import steps as told\ntold.")).toContain("step");
    expect(labels("from device import ")).toEqual(["adb", "memory", "picture", "steps"]);
    expect(labels("from . import x\nfrom ..device.memory import ")).toEqual(["memory_sample"]);
  });

  it("is the repository's modules, but for tests", () => {
    expect(labels("import ")).toEqual(["device", "device.adb", "device.memory", "device.picture", "device.steps"]);
    expect(labels("from dev")).toContain("device.adb");
  });

  it("is what is not imported yet, with where it is from", () => {
    const found = offered("def test_level():\n    mem");
    expect(found.find(({ label }) => label === "memory_sample")).toMatchObject({ from: "device.memory" });
    const imported = offered("from device.memory import memory_sample\nmem");
    expect(imported.find(({ label }) => label === "memory_sample")).not.toHaveProperty("from");
    expect(labels("x")).not.toContain("_read");
  });

  it("is what stands around the caret, of the innermost first", () => {
    const text = "LIMIT = 3\n\ndef add(item, *, count=1):\n    total = count\n    if total:\n        ";
    expect(labels(text).slice(0, 5)).toEqual(["item", "count", "total", "LIMIT", "add"]);
    expect(labels(`${text}\n\nx`)).not.toContain("total");
  });

  it("is a class's own, also of itself", () => {
    const cart = "class Cart:\n    size = 0\n\n    def put(self, item, count=1):\n        self.";
    expect(labels(cart)).toEqual(["size", "put"]);
    expect(labels("from shop import Cart\nCart.", { "shop.py": `${cart}size` })).toEqual(["size", "put"]);
  });

  it("is the fixtures that a test may ask for", () => {
    const fixture = (name: string) => `import pytest\n\n@pytest.fixture(scope="module")\ndef ${name}():\n    yield 1\n`;
    const others = {
      "conftest.py": fixture("phone"),
      "tests/conftest.py": fixture("cart"),
      "lib/conftest.py": fixture("far"),
    };
    expect(labels("def test_cart(ca", others).slice(0, 2)).toEqual(["phone", "cart"]);
    expect(labels("def test_cart(ca", others)).toEqual(expect.arrayContaining(["tmp_path", "monkeypatch", "request"]));
    expect(labels("def test_cart(ca", others)).not.toContain("far");
    expect(labels("def test_cart(cart): ", others)).not.toContain("phone");
  });

  it("is what pytest has, by whatever name a file has it", () => {
    expect(offered("import pytest\nwith pytest.")).toContainEqual({
      label: "raises",
      kind: "function",
      detail: "raises(expected_exception, *, match=None)",
      told: "",
    });
    expect(labels("import pytest as py\n@py.mark.")).toEqual(
      expect.arrayContaining(["parametrize", "skipif", "xfail"]),
    );
    expect(labels("from pytest import mark\n@mark.")).toContain("usefixtures");
    expect(labels("from pytest import ")).toContain("fixture");
    expect(labels("pytest.")).toEqual([]);
    expect(labels("import pytest\npytest.raises.")).toEqual([]);
  });

  it("is the variables that scripts find", () => {
    for (const text of ['os.environ["', "os.environ.get('UDT_", 'x = os.getenv("'])
      expect(offered(`import os\n${text}`)).toEqual([
        { label: "UDT_STEPS_FILE", kind: "environment", detail: "", told: "Steps" },
      ]);
  });

  it.each(["# se", "x = 1  # se", 'print("se', "'''\nse", "unknown.", "shell().", "(1)."])(
    "is nothing where nothing is known: %j",
    (text) => expect(labels(text)).toEqual([]),
  );
});

describe("a call", () => {
  const text = "from device.adb import shell\n";

  it("is told as it is written, with the argument that the caret is at", () => {
    const call = callAt(caret(`${text}shell("a, (b", [1, 2], `));
    expect(call).toMatchObject({ called: { name: "shell", parameters: ["*words"] }, argument: 2 });
    expect(callAt(caret(`${text}print(shell("x"`))?.called.name).toBe("shell");
    expect(callAt(caret(`${text}shell("x")`))).toBeUndefined();
    expect(callAt(caret(`${text}def shell(`))).toBeUndefined();
  });

  it("of a class is that of its maker", () => {
    const made = callAt(caret("class Cart:\n    def __init__(self, owner):\n        pass\n\nCart("));
    expect(made?.called.parameters).toEqual(["self", "owner"]);
  });
});

describe("a name", () => {
  it("means what it was imported from, or the fixture that is asked for", () => {
    const { files } = caret("from device.steps import step as told\n", {
      "conftest.py": "import pytest\n\n@pytest.fixture\ndef phone():\n    'A phone.'\n",
    });
    expect(toldOfName(files, PATH, "told", 1)).toMatchObject({ path: "device/steps.py", name: { name: "step" } });
    expect(toldOfName(files, PATH, "phone", 1)?.name?.told).toBe("A phone.");
    expect(toldOfName(files, PATH, "nothing", 1)).toBeUndefined();
  });
});
