import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { dependenciesOf } from "./python-packages.ts";
import { findPython } from "./python.ts";

const read = async (text: string): Promise<string> => {
  const file = join(await makeFolder(), "pyproject.toml");
  await writeFile(file, text);
  return dependenciesOf((await findPython())!, file);
};

it("takes what a project depends on from its pyproject.toml", async () => {
  expect(
    await read(`
[build-system]
requires = ["setuptools"]
[project]
name = "tests"
dependencies = [
  "uiautomator2>=3,<4",
  'requests[socks] == 2.32.* ; python_version < "4"',
]
[tool.pytest.ini_options]
addopts = "-q"
`),
  ).toBe('uiautomator2>=3,<4\nrequests[socks] == 2.32.* ; python_version < "4"');
  expect(await read('[tool.pytest.ini_options]\naddopts = "-q"\n')).toBe("");
});

it.each([
  [
    '[project]\ndependencies = ["tests @ https://example.com/tests.whl"]',
    /^pyproject.toml may only name packages, not tests @/,
  ],
  ['[project]\ndependencies = ["-r /etc/passwd"]', /may only name packages, not -r/],
  ['[project]\ndependencies = ["pear\\n--index-url=https://example.com"]', /may only name packages, not pear --index/],
  ['[project]\ndependencies = "pear"', /must be a list of texts/],
  ["[project\n", /^pyproject.toml cannot be read: .*TOMLDecodeError/],
])("refuses %j", async (text, words) => {
  await expect(read(text)).rejects.toThrow(words);
});
