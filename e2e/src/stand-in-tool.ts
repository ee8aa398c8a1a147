/**
 * A program `zsign` that a test writes for itself where the real one is not to be had: it takes the words that zsign's own document
 * tells (https://github.com/zhlynn/zsign/blob/d6e929c97b5b564c2cc1f82afe226a44da7149a0/README.md#usage), looks at the files behind
 * them, and writes an IPA. It signs nothing: that a phone takes what a tool makes, no test of this kind can show. It runs apart from
 * all else, so that how it behaves is in the program itself, and what it saw lies where it runs for as long as it does.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What a call of the program saw. */
export interface ToolCall {
  words: string[];
  identity: string;
  identity_mode: string;
  profile: string;
  environment: string[];
}

export interface StandInTool {
  /** For whoever is to find it. */
  readonly path: string;
  /** How it goes on from now: writes what it is said to, fails with words of its own, or never ends. */
  behaves(how: Uint8Array | "fails" | "hangs"): void;
}

const SEEN = "seen.json";

/** @param signed What it writes. */
export function standInTool(folder: string, signed: Uint8Array): StandInTool {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "zsign");
  const behaves: StandInTool["behaves"] = (how) => {
    const [does, writes] = typeof how === "string" ? [how, ""] : ["writes", Buffer.from(how).toString("base64")];
    writeFileSync(
      program,
      `#!${process.execPath}
const { readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { parseArgs } = require("node:util");
const texts = { e: "entitlements", k: "pkey", m: "prov", c: "cert", o: "output", t: "temp_folder", z: "zip_level" };
const options = Object.fromEntries(Object.entries(texts).map(([short, name]) => [name, { type: "string", short }]));
options.force = { type: "boolean", short: "f" };
const args = process.argv.slice(2);
if (args[0] === "-v") {
  console.log("version: 1.1.1");
  process.exit(0);
}
const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
const seen = {
  words: args,
  identity: readFileSync(values.pkey, "utf8"),
  identity_mode: (statSync(values.pkey).mode & 0o777).toString(8),
  profile: readFileSync(values.prov, "base64"),
  environment: Object.keys(process.env).sort(),
};
if (!statSync(values.temp_folder).isDirectory() || !statSync(positionals[0]).isDirectory()) process.exit(255);
writeFileSync("${SEEN}.new", JSON.stringify(seen));
renameSync("${SEEN}.new", "${SEEN}");
if ("${does}" === "writes") writeFileSync(values.output, Buffer.from("${writes}", "base64"));
if ("${does}" === "fails") {
  // Coloured, as the real one's.
  console.error("\\x1b[31m>>> Can't find paired certificate and private key!\\x1b[0m");
  process.exitCode = 255;
}
if ("${does}" === "hangs") setInterval(() => undefined, 1000);
`,
    );
    chmodSync(program, 0o755);
  };
  behaves(signed);
  return { path: `${folder}${delimiter}${process.env["PATH"] ?? ""}`, behaves };
}

/** What it sees in the call that is under way at an agent with this folder; undefined without one. */
export function callUnderWay(tasks: string): ToolCall | undefined {
  const [found] = readdirSync(tasks, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(SEEN));
  return found === undefined ? undefined : (JSON.parse(readFileSync(join(tasks, found), "utf8")) as ToolCall);
}
