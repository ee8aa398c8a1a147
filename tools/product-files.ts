import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Product code: what runs at users', no specs, fixtures and other helpers of tests. Paths from the root, with slashes. */
export function productFiles(root: string): string[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "apps", "packages"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.m?tsx?$/.test(file) && existsSync(join(root, file)) && !isOfTests(file));
}

const isOfTests = (file: string): boolean =>
  /\.(spec|fixture)\.tsx?$|\/(test|testing|fixtures)\//.test(file) || file.startsWith("packages/testkit/");
