import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentFailure } from "./environment.ts";
import { install } from "./install.ts";
import type { Python } from "./python.ts";

/**
 * Undefined, or which line asks for more than a package by its name. Addresses, paths and options would let a library have
 * the agent call whom it likes, or run what it likes before anything isolates it.
 * @see https://pip.pypa.io/en/stable/reference/requirements-file-format/
 */
export function checkRequirements(text: string): string | undefined {
  const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  for (const line of lines) {
    const plain = line.replace(/(^|\s)#.*$/, "").trim();
    if (plain === "") continue;
    const isNamed =
      /^[A-Za-z0-9][\w.-]*(\[[\w.,\s-]*\])?\s*([<>=!~]=?=?\s*[\w.*+!-]+(\s*,\s*)?)*(\s*;[^\\]*?)?(\s+--hash=sha\d+:[0-9a-f]+)*$/.test(
        plain,
      );
    if (!isNamed || plain.includes("@") || plain.includes("://"))
      return `requirements.txt may only name packages: ${plain.slice(0, 200)}`;
  }
  return undefined;
}

/** A virtual environment with the packages. Only wheels: installing them runs nothing of theirs. */
export async function installRequirements(
  python: Python,
  folder: string,
  requirements: string,
  signal: AbortSignal,
): Promise<void> {
  const file = join(folder, "requirements.txt");
  await writeFile(file, requirements);
  // Without pip inside: once packages are there, starting its interpreter runs what they say at start-up.
  await install([python.executable, "-I", "-m", "venv", "--without-pip", folder], folder, signal);
  const into = ["--python", join(folder, "bin", "python"), "install", "--only-binary", ":all:"];
  const quiet = ["--no-input", "--disable-pip-version-check", "--quiet"];
  try {
    await install([python.executable, "-m", "pip", ...into, ...quiet, "-r", file], folder, signal);
  } catch (error) {
    if (!(error instanceof EnvironmentFailure)) throw error;
    throw new EnvironmentFailure(`pytest and the library's packages cannot be installed: ${error.message}`, {
      cause: error,
    });
  }
}
