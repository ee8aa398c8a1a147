import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { askGit } from "./git.ts";

it("has git know nothing of the account that it runs as", async () => {
  const folder = await mkdtemp(join(tmpdir(), "udt-git-"));
  try {
    await askGit(["init", "--quiet", "--bare", "--template=", folder], {});
    // As curl does that looks for passwords.
    const words = ["config", "--type=path", "--default", "~/.netrc", "--get", "udt.nothing"];
    expect(await askGit(words, { folder })).toBe("/dev/null/.netrc");
  } finally {
    await rm(folder, { recursive: true });
  }
});
