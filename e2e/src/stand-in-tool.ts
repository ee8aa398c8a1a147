/**
 * A program `zsign` that a test writes for itself where the real one is not to be had: it takes the words that zsign's own document
 * tells (https://github.com/zhlynn/zsign/blob/d6e929c97b5b564c2cc1f82afe226a44da7149a0/README.md#usage), looks at the files behind
 * them, and writes an IPA. It signs nothing: that a phone takes what a tool makes, no test of this kind can show.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What one call of the program saw. */
export interface ToolCall {
  words: string[];
  folder: string;
  folder_mode: string;
  identity: string;
  identity_mode: string;
  profile: string;
  environment: string[];
}

export interface StandInTool {
  /** For whoever is to find it. */
  readonly path: string;
  calls(): ToolCall[];
  /** How it goes on from now: signs, gives back what it was given, fails with words of its own, or never ends. */
  behaves(how: "signs" | "signs nothing" | "fails" | "hangs"): void;
}

/** @param signed What it writes. */
export function standInTool(folder: string, signed: Uint8Array): StandInTool {
  mkdirSync(folder, { recursive: true });
  const [program, how, calls, result] = ["zsign", "how", "calls", "signed.ipa"].map((name) => join(folder, name));
  writeFileSync(result!, signed);
  writeFileSync(how!, "signs");
  writeFileSync(
    program!,
    `#!${process.execPath}
const { appendFileSync, copyFileSync, readFileSync, statSync } = require("node:fs");
const { parseArgs } = require("node:util");
const { resolve } = require("node:path");
const texts = { e: "entitlements", k: "pkey", m: "prov", c: "cert", o: "output", t: "temp_folder", z: "zip_level" };
const options = Object.fromEntries(Object.entries(texts).map(([short, name]) => [name, { type: "string", short }]));
options.force = { type: "boolean", short: "f" };
const args = process.argv.slice(2);
if (args[0] === "-v") {
  console.log("version: 1.1.1");
  process.exit(0);
}
const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
const mode = (path) => (statSync(path).mode & 0o777).toString(8);
const seen = {
  words: args,
  folder: resolve("."),
  folder_mode: mode("."),
  identity: readFileSync(values.pkey, "utf8"),
  identity_mode: mode(values.pkey),
  profile: readFileSync(values.prov, "base64"),
  environment: Object.keys(process.env).sort(),
};
if (!statSync(values.temp_folder).isDirectory() || !statSync(positionals[0]).isDirectory()) process.exit(255);
appendFileSync(${JSON.stringify(calls)}, JSON.stringify(seen) + "\\n");
const how = readFileSync(${JSON.stringify(how)}, "utf8");
if (how === "signs") copyFileSync(${JSON.stringify(result)}, values.output);
if (how === "signs nothing") copyFileSync("app.ipa", values.output);
if (how === "fails") {
  // Coloured, as the real one's.
  console.error("\\x1b[31m>>> Can't find paired certificate and private key!\\x1b[0m");
  process.exitCode = 255;
}
if (how === "hangs") setInterval(() => undefined, 1000);
`,
  );
  chmodSync(program!, 0o755);
  return {
    path: `${folder}${delimiter}${process.env["PATH"] ?? ""}`,
    calls: () =>
      existsSync(calls!)
        ? readFileSync(calls!, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as ToolCall)
        : [],
    behaves: (next) => writeFileSync(how!, next),
  };
}
