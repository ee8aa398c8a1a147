import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Product code: what runs at users', no specs, fixtures and other helpers of tests. Paths from the root, with slashes. */
export const productFiles = (root: string): string[] =>
  filesOf(root, ["apps", "packages"]).filter((file) => /\.m?tsx?$/.test(file) && !isOfTests(file));

/** All code that is written here, that of tests too, and how it looks. */
export const codeFiles = (root: string): string[] =>
  filesOf(root, ["apps", "packages", "e2e", "bench", "tools"]).filter((file) => /\.(m?tsx?|css)$/.test(file));

const filesOf = (root: string, folders: string[]): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)));

export const isOfTests = (file: string): boolean =>
  /\.(spec|fixture)\.tsx?$|\/(test|testing|fixtures)\//.test(file) || file.startsWith("packages/testkit/");
