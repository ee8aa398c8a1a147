/**
 * Each role in a process of its own: reads its settings, starts, tells who forked it, and stops on SIGTERM. A role's code
 * is loaded only by its own process, which keeps the others small and quick to start.
 */
import { existsSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readyLines, type SupervisorMessage, tell } from "./messages.ts";
import type { Role } from "./role-env.ts";
import { SEE_SETTINGS } from "./settings-page.ts";

/** It stays so however often the role is started. */
class WrongSetting extends Error {}

interface Running {
  stop(): Promise<void>;
}

const builtConsole = fileURLToPath(new URL("../../console/dist", import.meta.url));

async function runServer(): Promise<Running> {
  const { readSettings, startServer, StartRefusal, wrongSetting } = await import("@udt/server");
  const env = existsSync(builtConsole) ? { UDT_CONSOLE_DIR: builtConsole, ...process.env } : process.env;
  const settings = readSettings(env);
  if (!settings.ok) throw new WrongSetting(wrongSetting(settings.error));
  // What it keeps is nobody else's on this machine to read.
  process.umask(0o077);
  await makePrivate(settings.value.data_dir);
  const server = await startServer(settings.value).catch((error: unknown) => {
    throw error instanceof StartRefusal ? new WrongSetting(error.message, { cause: error }) : error;
  });
  const { admin_email } = settings.value;
  const admin_password = server.first_admin?.password;
  if (process.send)
    tell({
      type: "server_ready",
      url: server.url,
      local_url: `http://${localHost(settings.value.host)}:${server.port}${settings.value.base_path}`,
      port: server.port,
      admin_email,
      admin_password,
    });
  else for (const line of readyLines({ url: server.url, admin_email, admin_password })) console.log(line);
  return server;
}

/** Closes a data folder for others; one that is another's, or that holds other things too, is as open as its owner wants it. */
async function makePrivate(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined || !(names.length === 0 || names.includes("pg") || names.includes("blobs"))) return;
  await chmod(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM") throw error;
  });
}

/** Where an agent on this computer reaches the server, whatever browsers call it. */
function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function runAgent(args: string[]): Promise<Running> {
  const { readAgentSettings, startAgent } = await import("@udt/agent");
  const { values } = parseArgs({ args, options: { server: { type: "string" }, token: { type: "string" } } });
  const settings = readAgentSettings({
    ...process.env,
    ...(values.server && { UDT_SERVER_URL: values.server }),
    ...(values.token && { UDT_AGENT_TOKEN: values.token }),
  });
  if (!settings.ok) throw new WrongSetting(`${settings.error} ${SEE_SETTINGS}`);
  const agent = await startAgent(settings.value);
  void agent.connected.then(() => tell({ type: "agent_ready" }));
  return agent;
}

async function runPhones(args: string[]): Promise<Running> {
  const { DEFAULT_BASE_PORT, startPhones } = await import("@udt/phone");
  const { values } = parseArgs({ args, options: { count: { type: "string" }, port: { type: "string" } } });
  const count = wholeNumber("--count", values.count ?? "1", 1, 100);
  const wanted = values.port ?? (process.env["UDT_PHONE_PORT"] || String(DEFAULT_BASE_PORT));
  const port = wholeNumber(values.port === undefined ? "UDT_PHONE_PORT" : "--port", wanted, 0, 65_535);
  const phones = await startPhones({ count, basePort: port }).catch((error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const last = port + count - 1;
    const sentence = `A port from ${port} to ${last} is in use; UDT_PHONE_PORT chooses others. ${SEE_SETTINGS}`;
    throw new Error(sentence, { cause: error });
  });
  const addresses = phones.phones.map((phone) => `127.0.0.1:${phone.port}`);
  if (process.send) tell({ type: "phones_ready", addresses });
  else for (const address of addresses) console.log(`Virtual phone: adb connect ${address}`);
  return phones;
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    const sentence = `${name} must be a whole number from ${min} to ${max}.`;
    throw name.startsWith("UDT_") ? new WrongSetting(`${sentence} ${SEE_SETTINGS}`) : new Error(sentence);
  }
  return value;
}

export async function runRole(role: Role, args: string[]): Promise<void> {
  let stopping = false;
  process.on("message", ({ type }: SupervisorMessage) => type === "are_you_there" && tell({ type: "here" }));
  const running = (role === "server" ? runServer() : role === "agent" ? runAgent(args) : runPhones(args)).catch(
    (error: unknown): Promise<never> => {
      const sentence = error instanceof Error ? error.message : String(error);
      if (process.send) tell({ type: "refused", sentence }, () => process.exit(1));
      else {
        console.error(`udt ${role}: ${sentence}`);
        process.exit(error instanceof WrongSetting ? 2 : 1);
      }
      // What waits for the role waits on until the process has ended.
      return new Promise(() => {});
    },
  );
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await (await running).stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
  // A supervisor that was killed cannot stop its roles; they must not outlive it.
  process.on("disconnect", () => void stop());
  await running;
}
