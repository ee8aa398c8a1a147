/**
 * An agent as it is on a Mac, on whatever computer: no setting says so, only who composes it can. The tools that it finds are those of
 * its PATH.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MEMGRAPH_TOOLS, type MemgraphTool } from "@udt/contract";
import { leaksText, shopFiles } from "@udt/memory/testing";
import { readAgentSettings, startAgent } from "@udt/agent";

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const settings = readAgentSettings(process.env);
  if (!settings.ok) throw new Error(settings.error);
  const agent = await startAgent(settings.value, { platform: "darwin" });
  process.once("SIGTERM", () => void agent.stop().then(() => process.exit(0)));
  process.send?.({ type: "agent_ready" });
}

/** Starts one that finds the tools of `bin`. */
export async function macAgent(of: {
  url: string;
  token: string;
  bin: string;
  data_dir: string;
}): Promise<ChildProcess> {
  const child = fork(fileURLToPath(import.meta.url), [], {
    env: {
      PATH: `${of.bin}${delimiter}${process.env["PATH"] ?? ""}`,
      UDT_SERVER_URL: of.url,
      UDT_AGENT_TOKEN: of.token,
      UDT_DATA_DIR: of.data_dir,
      UDT_ADB_SERVER: "none",
    },
    execArgv: process.execArgv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
}

/** Ends it at once where `signal` says so, and resolves when it has. */
export async function ended(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

/** What Apple's tools write of a shop whose pictures are of so many megabytes; nothing where one has no such text. */
export const shopTexts = (mb: number): Partial<Record<MemgraphTool, string>> => {
  const texts = shopFiles(mb);
  const leaks = leaksText([{ name: "Cart", blocks: [64, 32], isCycle: true, stack: ["main", "Cart.add"] }]);
  const [vmmap, heap, malloc_history] = ["vmmap.txt", "heap of the shop.txt", "stacks.txt"].map((name) => texts[name]);
  return { vmmap, heap, leaks, malloc_history } as Partial<Record<MemgraphTool, string>>;
};

/**
 * Programs named as Apple's tools, which look whether they were given a memory graph and write these texts; one that has none fails in
 * words of its own.
 */
export function appleTools(bin: string, texts: Partial<Record<MemgraphTool, string>> | "hangs"): void {
  mkdirSync(bin, { recursive: true });
  for (const name of MEMGRAPH_TOOLS) {
    const text = texts === "hangs" ? undefined : texts[name];
    const does =
      texts === "hangs"
        ? "sleep 600"
        : text === undefined
          ? `echo "${name}: no such data in this graph" >&2; exit 3`
          : `cat <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT`;
    writeFileSync(join(bin, name), `#!/bin/sh\n[ "$(head -c 8 graph.memgraph)" = bplist00 ] || exit 9\n${does}\n`);
    chmodSync(join(bin, name), 0o755);
  }
}
