/** Images for the specs of containers, made of this machine's own programs: they need no registry and no network. */
import { saidInEnglish } from "@udt/base";
import { execFileSync, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type ContainerEngine, ENGINES, findEngine } from "../src/isolation/container-engine.ts";

/** What every image has: a shell and what the scripts of the specs use. */
const TOOLS = ["sh", "cat", "env", "gzip", "head", "id", "ls", "sleep", "tail", "tar", "touch"].map(
  (name) => `/bin/${name}`,
);

/** The engines of this machine. Says loudly which specs are not run for want of one. */
export async function findEngines(what: string): Promise<ContainerEngine[]> {
  const engines: ContainerEngine[] = [];
  for (const name of ENGINES) {
    const { engine, reason } = await findEngine([name]);
    if (engine) engines.push(engine);
    else process.stderr.write(`SKIPPED: ${what} with ${name}: ${saidInEnglish(reason)}\n`);
  }
  return engines;
}

/** An image with these programs beside the usual ones. Resolves with its name. */
export async function makeImage(
  engine: ContainerEngine,
  name: string,
  programs: Readonly<Record<string, string>> = {},
  changes: readonly string[] = [],
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "udt-image-"));
  try {
    const wanted = { ...Object.fromEntries(TOOLS.map((path) => [path, path])), ...programs };
    for (const [path, source] of Object.entries(wanted)) {
      const libraries = execFileSync("ldd", [source], { encoding: "utf8" }).match(/\/\S+(?= \()/g) ?? [];
      for (const [at, from] of [[path, source], ...libraries.map((each) => [each, each])] as [string, string][]) {
        await mkdir(dirname(join(root, at)), { recursive: true });
        await copyFile(from, join(root, at));
      }
    }
    const tar = spawn("tar", ["-C", root, "-c", "."], { stdio: ["ignore", "pipe", "inherit"] });
    const words = ["import", ...changes.map((change) => `--change=${change}`), "-", name];
    const taking = spawn(engine.name, words, { env: engine.env, stdio: ["pipe", "ignore", "pipe"] });
    let said = "";
    taking.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
    const ended = once(taking, "close") as Promise<[number]>;
    await pipeline(tar.stdout, taking.stdin).catch(() => undefined);
    const [code] = await ended;
    if (code !== 0) throw new Error(`${engine.name} does not take an image: ${said}`);
    return name;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
