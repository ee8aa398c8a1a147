import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { openInside } from "./open-inside.ts";

test("opens plain files below the folder, and nothing that leads elsewhere or blocks", async () => {
  const root = await makeFolder();
  await mkdir(join(root, "a/b"), { recursive: true });
  await writeFile(join(root, "a/b/file"), "inside");
  await symlink("/etc", join(root, "away"));
  await symlink("/etc/passwd", join(root, "a/link"));
  await symlink(join(root, "a"), join(root, "round"));
  execFileSync("mkfifo", [join(root, "pipe")]);

  const file = await openInside(root, "a/b/file");
  expect(await file.readFile("utf8")).toBe("inside");
  await file.close();
  for (const path of ["away/passwd", "a/link", "round/b/file", "pipe", "a/b", "a/../../x", "not there"])
    await expect(openInside(root, path), path).rejects.toThrow();
});
