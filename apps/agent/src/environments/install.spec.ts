import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { installing } from "../../test/installing.ts";
import type { Bounds } from "../isolation/bounds.ts";
import { detectIsolation } from "../isolation/isolation.ts";
import { prepareEnvironment } from "./environment.ts";
import { EnvironmentFailure } from "./environment-failure.ts";
import { install } from "./install.ts";
import { checkLock, installNewest } from "./node-packages.ts";
import { findNpm, npmRegistries } from "./registries.ts";

afterEach(() => vi.unstubAllEnvs());
const { signal } = new AbortController();

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(program: string, bounds?: Bounds): Promise<EnvironmentFailure> {
  const folder = join(await makeFolder(), "made");
  await mkdir(folder);
  const how = { ...(await installing("npm")), ...(bounds && { bounds }) };
  const error: unknown = await install([process.execPath, "-e", program], folder, how).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(EnvironmentFailure);
  return error as EnvironmentFailure;
}

it("gives an installer the operator's settings, and nothing that may be a secret", async () => {
  vi.stubEnv("UDT_AGENT_TOKEN", "secret-one");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret-two");
  vi.stubEnv("https_proxy", "http://secret-three@proxy.example:3128");
  vi.stubEnv("no_proxy", "inside.example, .local");
  vi.stubEnv("npm_config_registry", "https://packages.example/npm/");
  const { said } = await failureOf("console.error(Object.values(process.env).join()); process.exit(1)");
  expect(said.evidence).toMatch("https://packages.example/npm/");
  expect(said.evidence).not.toMatch(/secret-/);
  const { wayTo } = await npmRegistries(await findNpm(), ["files.inside.example:443"]);
  expect(wayTo("packages.example", 443)?.upstream?.headers).toHaveProperty("proxy-authorization");
  expect(wayTo("files.inside.example", 443)).toEqual({ host: "files.inside.example", port: 443 });
});

it("keeps an installer from the agent's files and from every host but the registries", async () => {
  const secret = join(await makeFolder(), "token");
  await writeFile(secret, "secret-of-the-agent");
  const dialled: string[] = [];
  const other = await serve((request, response) => {
    dialled.push(request.url!);
    response.end("{}");
  });
  const registry = await serve((_, response) => {
    response.writeHead(302, { location: `${other}/internal` }).end();
  });
  vi.stubEnv("npm_config_registry", `${registry}/`);
  const { said } = await failureOf(`
    const { readFileSync } = require("node:fs");
    const told = [];
    try { told.push(readFileSync(${JSON.stringify(secret)}, "utf8")); } catch (error) { told.push(error.code); }
    fetch("${other}/straight").then(() => told.push("dialled"), (error) => told.push(error.cause.code)).then(() => {
      console.error(told.join()); process.exit(1);
    });`);
  expect(said).toMatchObject({ code: "environment_install", evidence: "ENOENT,ECONNREFUSED" });
  const folder = await makeFolder();
  const manifest = JSON.stringify({ name: "a", version: "1.0.0", dependencies: { pear: "1" } });
  const newest = installNewest(folder, manifest, await findNpm(), await installing("npm"));
  await expect(newest).rejects.toMatchObject({
    said: { code: "environment_install_host", args: { host: "127.0.0.1" } },
  });
  expect(dialled).toEqual([]);
});

it("tells what an installer said without where the agent keeps its files", async () => {
  const { said } = await failureOf(
    `console.error("at", process.cwd(), "and", ${JSON.stringify(homedir())}); process.exit(1)`,
  );
  expect(said).toMatchObject({ code: "environment_install", evidence: "at . and ~" });
});

it.each([
  [
    "disk",
    "environment_install_disk",
    "for (let i = 0; i < 40; i++) fs.writeFileSync('f' + i, Buffer.alloc(1e6, 1)); setInterval(() => {}, 1000)",
  ],
  ["time", "environment_install_time", "setInterval(() => {}, 1000)"],
])("bounds an installer's %s", async (bound, code, program) => {
  const bounds = {
    diskBytes: 2e7,
    timeMs: bound === "time" ? 500 : 60_000,
    memoryBytes: 1e9,
    outputBytes: 1e6,
    processes: 100,
  };
  expect((await failureOf(`const fs = require("fs"); ${program}`, bounds)).said.code).toBe(code);
});

it("knows the registries that npm is set to, and takes a lock file's packages from no others", async () => {
  vi.stubEnv("npm_config_registry", "https://packages.example/npm/");
  vi.stubEnv("npm_config_@team:registry", "http://team.example:4873/");
  const { origins: registries, wayTo } = await npmRegistries(await findNpm(), ["files.example:8443"]);
  for (const [host, port] of [
    ["packages.example", 443],
    ["team.example", 4873],
    ["files.example", 8443],
  ] as const)
    expect(wayTo(host, port)).toEqual({ host, port });
  for (const [host, port] of [
    ["packages.example", 80],
    ["files.example", 443],
    ["127.0.0.1", 443],
  ] as const)
    expect(wayTo(host, port)).toBeUndefined();
  for (const origin of ["https://packages.example", "http://team.example:4873", "https://registry.npmjs.org"])
    expect(registries).toContain(origin);
  const faultOf = (resolved: string) =>
    checkLock(JSON.stringify({ packages: { "node_modules/x": { resolved } } }), registries).fault?.code;
  expect(faultOf("https://packages.example/npm/x/-/x-1.0.0.tgz")).toBeUndefined();
  expect(faultOf("http://team.example:4873/x.tgz")).toBeUndefined();
  for (const foreign of ["https://evil.example/x.tgz", "http://127.0.0.1:8080/x", "https://packages.example:444/x"])
    expect(faultOf(foreign)).toBe("lock_foreign_registry");
  for (const other of ["git+ssh://host/x.git", "file:../x", "x"]) expect(faultOf(other)).toBe("lock_foreign_package");
  const address = "https://127.0.0.1:9/x.tgz";
  for (const entry of [{ version: address }, { version: "1.0.0", dependencies: { y: address } }])
    expect(checkLock(JSON.stringify({ packages: { "node_modules/x": entry } })).fault?.code).toBe(
      "lock_foreign_package",
    );
  const usual = { version: "1.0.0-rc.1+5", dependencies: { y: "^2 || >=3.0.0-0 <4" }, peerDependencies: { z: "*" } };
  expect(checkLock(JSON.stringify({ packages: { "node_modules/x": usual } }))).toEqual({ isEmpty: false });
});

it("asks nobody before a library's lock file and manifest are checked", async () => {
  const [library, cache_dir] = [await makeFolder(), await makeFolder()];
  const environments = { cache_dir, install_hosts: [] };
  const isolation = await detectIsolation();
  const write = (name: string, value: unknown) => writeFile(join(library, name), JSON.stringify(value));
  const failing = () =>
    prepareEnvironment({ framework: "node_test", library, environments, isolation, signal }).catch((e: unknown) => e);
  await write("package.json", { dependencies: { x: "1" } });
  await write("package-lock.json", { packages: { "node_modules/x": { resolved: "https://127.0.0.1:9/x.tgz" } } });
  expect(await failing()).toMatchObject({
    said: { code: "lock_foreign_registry", args: { name: "node_modules/x", origin: "https://127.0.0.1:9" } },
  });
  await write("package.json", { dependencies: { x: "https://127.0.0.1:9/x.tgz" } });
  await write("package-lock.json", { packages: { "node_modules/x": { version: "1.0.0" } } });
  expect(await failing()).toMatchObject({ said: { code: "lock_foreign_package", args: { file: "package.json" } } });
});
