/** Container engines that answer what a spec says, for agents that look for one by its command. */
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineName } from "../src/isolation/container-engine.ts";
import { makeFolder, onEnd } from "./harness.ts";

/** What `podman info` tells of it, of what an agent looks at. */
export const podmanInfo = (version: string, change: { rootless?: boolean; serviceIsRemote?: boolean } = {}) => ({
  host: { security: { rootless: change.rootless ?? false }, serviceIsRemote: change.serviceIsRemote ?? false },
  store: { graphRoot: "/var/lib/containers/storage" },
  version: { APIVersion: version, Version: version },
});

/** Until the test ends this process finds no other engines than these, whatever the machine has. */
export async function standInEngines() {
  const folder = await makeFolder();
  const bin = join(folder, "bin");
  await mkdir(bin);
  const { PATH } = process.env;
  process.env["PATH"] = bin;
  onEnd(() => (process.env["PATH"] = PATH));
  return {
    /** Installs an engine, or has it answer otherwise; what is said to be done happens at once. */
    async install(name: EngineName, info: unknown, fault?: { exit_code: number; stderr: string }): Promise<void> {
      const answer = join(folder, `${name}-${process.hrtime.bigint()}.json`);
      await writeFile(answer, JSON.stringify(info));
      const making = join(folder, name);
      const end = fault ? `echo '${fault.stderr}' >&2; exit ${fault.exit_code}` : "exit 0";
      await writeFile(
        making,
        `#!/bin/sh\n[ "$1" = info ] || exit 125\nwhile read -r line || [ -n "$line" ]; do echo "$line"; done <${answer}\n${end}\n`,
      );
      await chmod(making, 0o755);
      await rename(making, join(bin, name));
    },
    remove: (name: EngineName) => rm(join(bin, name)),
  };
}
