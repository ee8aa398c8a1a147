/** The databases that the suites run on: the embedded one, and a real PostgreSQL where one can be started. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { describe } from "vitest";

const run = promisify(execFile);

export interface TestDatabase {
  /** What a server's settings say of it. */
  settings: { data_dir: string; database_url: string | undefined };
  dispose(): Promise<void>;
}

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/udt-server", import.meta.url));

/** A folder in which the embedded database has been made once: making one takes seconds, copying it does not. */
async function pgliteTemplate(): Promise<string> {
  const version = readFileSync(fileURLToPath(import.meta.resolve("@electric-sql/pglite")), "utf8");
  const folder = join(CACHE, `pglite-${createHash("sha256").update(version).digest("hex").slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${randomUUID()}`;
  await mkdir(making, { recursive: true });
  const database = await PGlite.create(join(making, "data"));
  await database.close();
  // Of two processes that make it at once, the second finds it made.
  await rename(making, folder).catch(() => rm(making, { recursive: true }));
  return folder;
}

export async function embedded(): Promise<TestDatabase> {
  const data_dir = await mkdtemp(join(tmpdir(), "udt-server-"));
  await cp(await pgliteTemplate(), join(data_dir, "pg"), { recursive: true });
  return {
    settings: { data_dir, database_url: undefined },
    dispose: () => rm(data_dir, { recursive: true, force: true }),
  };
}

const onPath = (process.env["PATH"] ?? "").split(":");
const binaries = [...onPath, ...globSync("/usr/lib/postgresql/*/bin")].find((folder) =>
  ["postgres", "initdb"].every((name) => existsSync(join(folder, name))),
);

/** PostgreSQL refuses to run as root; then it runs as `postgres`, or as `nobody`. */
function otherUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return Number(user?.[2] ?? 65_534);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A PostgreSQL of its own in a temporary folder. Durability is off: nothing of it outlives the suite. */
export async function postgresql(): Promise<TestDatabase> {
  if (binaries === undefined) throw new Error("no PostgreSQL on this machine");
  const uid = otherUser();
  const folder = await mkdtemp(join(tmpdir(), "udt-postgresql-"));
  const data = join(folder, "data");
  await mkdir(data);
  if (uid !== undefined) {
    await chmod(folder, 0o755);
    await chown(data, uid, uid);
  }
  await chmod(data, 0o700);
  const as = { cwd: folder, ...(uid !== undefined && { uid, gid: uid }) };
  await run(
    join(binaries, "initdb"),
    ["-D", data, "-U", "udt", "--auth=trust", "--no-sync", "-E", "UTF8", "--no-locale"],
    as,
  );
  const port = await freePort();
  const server = spawn(
    join(binaries, "postgres"),
    [
      "-D",
      data,
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "fsync=off",
    ],
    { ...as, stdio: ["ignore", "ignore", "pipe"] },
  );
  await answers(server, port);
  return {
    settings: { data_dir: folder, database_url: `postgres://udt@127.0.0.1:${port}/postgres` },
    async dispose() {
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGQUIT");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once it takes connections; what it prints to stderr says when it tries. */
async function answers(server: ChildProcess, port: number): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr!.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
  const client = new Client({ host: "127.0.0.1", port, user: "udt", database: "postgres" });
  await client.connect();
  await client.end();
}

/** Runs a suite on the embedded database and on PostgreSQL; says loudly when there is none. */
export function onEachDatabase(name: string, suite: (open: () => Promise<TestDatabase>) => void): void {
  describe(`${name} (PGlite)`, () => suite(embedded));
  if (binaries === undefined) {
    console.warn(
      `SKIPPED: "${name}" on PostgreSQL, because neither PATH nor /usr/lib/postgresql has postgres and initdb`,
    );
  }
  describe.skipIf(binaries === undefined)(`${name} (PostgreSQL)`, () => suite(postgresql));
}
