/** A registry on this machine that asks for a password: Debian's docker-registry. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContainerEngine } from "../src/isolation/container-engine.ts";
import { eventually } from "./harness.ts";

/** Of `tester`: see its hash below. */
export const PASSWORD = "s3cret-word";
const HTPASSWD = "tester:$2b$04$aqb8ad20FH9lxm/lvkkDuOLKnA7kY1FMXNPFnDtxO3q1RbOMadfOG\n";

export function hasRegistry(): boolean {
  try {
    execFileSync("docker-registry", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export interface Registry {
  address: string;
  push(engine: ContainerEngine, from: string, to: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), "udt-registry-"));
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = `127.0.0.1:${(probe.address() as AddressInfo).port}`;
  await new Promise((resolve) => probe.close(resolve));
  writeFileSync(join(folder, "htpasswd"), HTPASSWD);
  const config = {
    version: 0.1,
    storage: { filesystem: { rootdirectory: join(folder, "data") } },
    http: { addr: address },
    auth: { htpasswd: { realm: "basic", path: join(folder, "htpasswd") } },
  };
  // JSON is YAML.
  writeFileSync(join(folder, "config.yml"), JSON.stringify(config));
  // Podman speaks plain HTTP to nobody who is not named here; docker does to this machine.
  writeFileSync(join(folder, "registries.conf"), `[[registry]]\nlocation="${address}"\ninsecure=true\n`);
  process.env["CONTAINERS_REGISTRIES_CONF"] = join(folder, "registries.conf");
  const child = spawn("docker-registry", ["serve", join(folder, "config.yml")], { stdio: "ignore" });
  // A refusal is an answer.
  await eventually(() => fetch(`http://${address}/v2/`));
  return {
    address,
    async push(engine, from, to) {
      const configFolder = join(folder, "owner");
      await mkdir(configFolder, { recursive: true });
      const auth = Buffer.from(`tester:${PASSWORD}`).toString("base64");
      await writeFile(join(configFolder, "config.json"), JSON.stringify({ auths: { [address]: { auth } } }));
      await engine.run(["tag", from, to]);
      await engine.run(["push", "--quiet", to], { configFolder });
      await engine.run(["rmi", to]);
      await rm(configFolder, { recursive: true });
    },
    async stop() {
      delete process.env["CONTAINERS_REGISTRIES_CONF"];
      child.kill();
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
