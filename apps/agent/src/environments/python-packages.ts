import { say, textAfterLast } from "@udt/base";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { EnvironmentFailure } from "./environment-failure.ts";
import { install, type Installing } from "./install.ts";
import type { Python } from "./python.ts";
import { checkRequirements } from "./requirements.ts";

/** Python has the reader since 3.11; pip brings it for older ones. The program and the library run nothing of each other's. */
const READER = `
import json, sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
with open(sys.argv[1], "rb") as file:
    print(json.dumps(tomllib.load(file).get("project", {}).get("dependencies", [])))
`;
const READ_TIMEOUT_MS = 20_000;

/**
 * What a project says that it depends on, in lines as requirements.txt has them. Its build is never run for it.
 * @see https://packaging.python.org/en/latest/specifications/pyproject-toml/#dependencies-optional-dependencies
 * @throws EnvironmentFailure
 */
export async function dependenciesOf(python: Python, file: string): Promise<string> {
  let listed;
  try {
    const { stdout } = await promisify(execFile)(python.executable, ["-I", "-c", READER, file], {
      timeout: READ_TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    listed = z.array(z.string()).safeParse(JSON.parse(stdout));
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const last = textAfterLast(stderr.trim(), "\n").slice(0, 200);
    throw new EnvironmentFailure(say("pyproject_unreadable", {}, last), { cause: error });
  }
  if (!listed.success) throw new EnvironmentFailure(say("pyproject_dependencies"));
  const lines = listed.data.map((one) => one.replaceAll(/\s+/g, " "));
  const fault = checkRequirements(lines.join("\n"), "pyproject.toml");
  if (fault !== undefined) throw new EnvironmentFailure(fault);
  return lines.join("\n");
}

/** A virtual environment with the packages. Only wheels: installing them runs nothing of theirs. */
export async function installRequirements(
  python: Python,
  folder: string,
  requirements: string,
  how: Installing,
): Promise<void> {
  const file = join(folder, "requirements.txt");
  // pip would read it in whatever encoding a comment names, and find other lines than those that were checked.
  await writeFile(file, `# coding: utf-8\n${requirements.replace(/^\uFEFF/, "")}`);
  // Without pip inside: once packages are there, starting its interpreter runs what they say at start-up.
  await install([python.executable, "-I", "-m", "venv", "--without-pip", folder], folder, how);
  const into = ["--python", join(folder, "bin", "python"), "install", "--only-binary", ":all:"];
  const quiet = ["--no-input", "--disable-pip-version-check", "--quiet"];
  try {
    await install([python.executable, "-m", "pip", ...into, ...quiet, "-r", file], folder, how);
  } catch (error) {
    const isInstaller = error instanceof EnvironmentFailure && error.said.code === "environment_install";
    if (!isInstaller) throw error;
    throw new EnvironmentFailure(say("environment_install_pytest", {}, error.said.evidence), { cause: error });
  }
}
