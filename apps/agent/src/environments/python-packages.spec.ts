import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { installing } from "../../test/installing.ts";
import { dependenciesOf, installRequirements } from "./python-packages.ts";
import { findPython } from "./python.ts";
import { checkRequirements } from "./requirements.ts";

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

it("has pip read the very text that was checked, whatever encoding it claims", { timeout: 60_000 }, async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("PIP_INDEX_URL", `${url}/ours/`);
  // In UTF-7 a line's end and an option.
  const hidden = `\n--index-url=${url}/theirs/`.replaceAll(
    /[^\w.]/g,
    (sign) =>
      `+${Buffer.from([0, sign.charCodeAt(0)])
        .toString("base64")
        .replaceAll("=", "")}-`,
  );
  const text = `# coding: utf-7\npear==1${hidden}\n`;
  expect(checkRequirements(text)).toBeUndefined();
  const installed = installRequirements((await findPython())!, await makeFolder(), text, await installing("pip"));
  await expect(installed).rejects.toThrow();
  expect(asked.filter((path) => path.startsWith("/theirs"))).toEqual([]);
});
