import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readyLines } from "./messages.ts";
import { SEE_SETTINGS } from "./settings-page.ts";
import { Supervisor } from "./supervisor.ts";

/** The token of the agent beside this server: made once, so that after a restart it is the same agent with the same phones. */
function localToken(dataDir: string): string {
  const file = join(dataDir, "agent-token");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** `udt start`: the roles as processes of their own under one supervisor, so that a crash of one is that one's alone. */
export async function start(): Promise<void> {
  const demo = process.env["UDT_DEMO"] === "1";
  const phoneCount = Number(process.env["UDT_PHONES"] ?? (demo ? 2 : 0));
  if (!Number.isInteger(phoneCount) || phoneCount < 0 || phoneCount > 100) {
    console.error(`UDT_PHONES must be a whole number from 0 to 100. ${SEE_SETTINGS}`);
    process.exitCode = 1;
    return;
  }
  const dataDir = resolve(process.env["UDT_DATA_DIR"] || ".udt");
  const logDir = join(dataDir, "logs");
  const supervisor = new Supervisor({ logDir });
  const env = { ...process.env, UDT_AGENT_TOKEN: process.env["UDT_AGENT_TOKEN"] || localToken(dataDir) };
  supervisor.stopOnSignals();

  supervisor.run("server", [], env);
  if (phoneCount > 0) supervisor.run("phone", ["--count", String(phoneCount)], env);
  const [server, phones] = await Promise.all([
    supervisor.message("server_ready"),
    phoneCount > 0 ? supervisor.message("phones_ready") : undefined,
  ]);
  supervisor.run("agent", ["--server", server.local_url], {
    ...env,
    UDT_DATA_DIR: join(dataDir, "agent"),
    UDT_PHONE_ADDRESSES: phones?.addresses.join(",") ?? "",
  });
  await supervisor.message("agent_ready");

  for (const line of readyLines(server)) console.log(line);
  for (const address of phones?.addresses ?? []) console.log(`Virtual phone: adb connect ${address}`);
  console.log(`Logs are in ${logDir}`);
}
