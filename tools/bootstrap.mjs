#!/usr/bin/env node
/**
 * What `npm start`, `npm test`, `npm run agent` and `npm run bench` run first. It has no dependency and needs only Node 18, npm and git:
 * installs when the lock file changed, builds the console when its sources changed, then hands over to the exact Node
 * version that the lock file brings. Safe to repeat; does nothing when nothing changed.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// npm's shell dies of a signal without passing it on: who has lost the parent that it started with is to stop.
const parent = process.ppid;
const isWindows = process.platform === "win32";
const [task = "start", ...rest] = process.argv.slice(2);
const entries = {
  start: "apps/cli/src/main.ts",
  agent: "apps/cli/src/main.ts",
  test: "tools/test.ts",
  bench: "bench/src/main.ts",
  soak: "bench/src/soak/main.ts",
  conformance: "apps/agent/test/conformance/main.ts",
};

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function digest(paths) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  const walk = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    let names;
    try {
      names = readdirSync(full);
    } catch {
      hash.update(`${path}\n`).update(readFileSync(full));
      return;
    }
    for (const name of names.sort()) {
      if (name !== "dist" && name !== "node_modules" && !name.endsWith(".spec.ts")) walk(`${path}/${name}`);
    }
  };
  for (const path of paths) walk(path);
  return hash.digest("hex");
}

/** Runs a step unless its stamp says that it ran on the same inputs. The stamp is written only after success. */
function step(title, stampPath, inputs, run) {
  const stamp = join(root, stampPath);
  const wanted = digest(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const started = Date.now();
  console.error(`${title} …`);
  run();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.error(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function must(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell: isWindows, ...options });
  if (done.error) stop(`Cannot run ${command}: ${done.error.message}`);
  if (done.status !== 0) stop(`${command} ${args.join(" ")} ended with ${done.status ?? done.signal}.`);
}

function install() {
  // npm is about to replace node_modules: it must not run on the Node inside.
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(root, "node_modules")))
    .join(delimiter);
  // No package here needs its install script, and some would compile or download.
  must("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    env: { ...process.env, PATH: path },
  });
}

function nodeBinary() {
  const bundled = join(root, "node_modules", ".bin", isWindows ? "node.cmd" : "node");
  if (existsSync(bundled) && spawnSync(bundled, ["-v"], { shell: isWindows }).status === 0) return bundled;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return stop(
    `No Node 24 package exists for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}. Install Node 24 or newer and run again.`,
  );
}

const entry = entries[task];
if (!entry) stop(`Unknown task ${task}; known are ${Object.keys(entries).join(", ")}.`);
if (Number(process.versions.node.split(".")[0]) < 18)
  stop(`UDT needs Node 18 or newer to start; this is ${process.versions.node}.`);

step("Installing packages", "node_modules/.udt-installed", ["package-lock.json"], install);
const node = nodeBinary();
const env = { ...process.env, PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}` };
// An agent shows nobody a page.
if (task !== "agent")
  step(
    "Building the console",
    "apps/console/dist/.built",
    ["package-lock.json", "apps/console", "packages/base/src", "packages/contract/src", "packages/client/src"],
    () =>
      must(node, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
        cwd: join(root, "apps/console"),
        env,
      }),
  );

const args = ["start", "agent"].includes(task) ? [task, ...rest] : rest;
const child = spawn(node, [join(root, entry), ...args], {
  cwd: root,
  stdio: "inherit",
  shell: isWindows,
  env: task === "start" ? { UDT_DEMO: "1", ...env } : env,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)));
