/** A real PostgreSQL, where one can be started. Knows no test runner, so that benchmarks may use it too. */
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { openDatabase } from "../src/platform/database/database.ts";
import { quickFolder } from "./quick-folder.ts";
import { template } from "./templates.ts";

const run = promisify(execFile);

export interface TestDatabase {
  /** What a server's settings say of it. */
  settings: { data_dir: string; database_url: string | undefined };
  dispose(): Promise<void>;
}

const onPath = (process.env["PATH"] ?? "").split(":");
const binaries = [...onPath, ...globSync("/usr/lib/postgresql/*/bin")].find((folder) =>
  ["postgres", "initdb"].every((name) => existsSync(join(folder, name))),
);

export const hasPostgresql = binaries !== undefined;

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
  const version = execFileSync(join(binaries, "postgres"), ["--version"], { encoding: "utf8" });
  const made = await template("postgresql", `${version} ${otherUser()}`, async (kept) => {
    // Not made where it is kept: the user that PostgreSQL runs as may not reach that.
    const making = await quickFolder("udt-postgresql-");
    await chmod(making, 0o755);
    const data = join(making, "data");
    await runInitdb(binaries, making, data);
    const server = await startPostgres(binaries, making, data);
    const database = await openDatabase({ url: server.url });
    await database.close();
    await server.stop("SIGINT");
    await run("cp", ["-a", data, kept]);
    await rm(making, { recursive: true });
  });
  const folder = await quickFolder("udt-postgresql-");
  await chmod(folder, 0o755);
  // Keeps owner and rights, without which PostgreSQL does not open its folder.
  await run("cp", ["-a", join(made, "data"), folder]);
  const server = await startPostgres(binaries, folder, join(folder, "data"));
  return {
    settings: { data_dir: folder, database_url: server.url },
    async dispose() {
      await server.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a command of PostgreSQL runs as. */
function as(folder: string) {
  const uid = otherUser();
  return { cwd: folder, ...(uid !== undefined && { uid, gid: uid }) };
}

async function runInitdb(bin: string, folder: string, data: string): Promise<void> {
  const { uid } = { uid: undefined, ...as(folder) };
  await mkdir(data);
  if (uid !== undefined) await chown(data, uid, uid);
  await chmod(data, 0o700);
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "udt", "--auth=trust", "--no-sync", "-E", "UTF8", "--no-locale"],
    as(folder),
  );
}

async function startPostgres(bin: string, folder: string, data: string) {
  const port = await freePort();
  const words = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const server = spawn(join(bin, "postgres"), ["-D", data, ...words.flatMap((word) => ["-c", word])], {
    ...as(folder),
    stdio: ["ignore", "ignore", "pipe"],
  });
  await answers(server, port);
  return {
    url: `postgres://udt@127.0.0.1:${port}/postgres`,
    async stop(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
      const exited = once(server, "exit");
      server.kill(signal);
      await exited;
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
