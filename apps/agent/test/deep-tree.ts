import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const PROGRAM = `for (let i = 0; i < 60; i++) {
  require("fs").mkdirSync("d".repeat(200)); process.chdir("d".repeat(200));
  if (i % 20 === 0) require("fs").writeFileSync("file", "x");
}`;

/** 60 folders of 200 characters within one another, as a script makes them: each step is taken from within the one before. */
export function nest(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, ["-e", PROGRAM], { cwd: folder });
}
