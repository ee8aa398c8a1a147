import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nest } from "../test/deep-tree.ts";
import { makeFolder } from "../test/harness.ts";
import { giveTrees } from "./give-trees.ts";
import { removeTree } from "./remove-tree.ts";

/** Only root may give away; everybody may give to themselves, and must find everything for that, too. */
const UID = process.getuid!() === 0 ? 54_321 : process.getuid!();

test("a tree is given with all that is in it, whatever it is called and however deep it is", async () => {
  const folder = await makeFolder();
  const odd = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]);
  mkdirSync(odd);
  const inOdd = Buffer.concat([odd, Buffer.from("/"), Buffer.from([0x80])]);
  writeFileSync(inOdd, "");
  nest(join(folder, "deep"));
  symlinkSync("/etc/passwd", join(folder, "link"));
  writeFileSync(join(folder, "plain"), "");
  await giveTrees([folder], UID);
  const owners = [folder, odd, inOdd, join(folder, "deep"), join(folder, "link"), join(folder, "plain")].map(
    (path) => lstatSync(path).uid,
  );
  expect(owners).toEqual(owners.map(() => UID));
  expect(lstatSync("/etc/passwd").uid).toBe(0);
  await removeTree(folder);
});
