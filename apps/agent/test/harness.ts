import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  BARE_ENVIRONMENT,
  type DeviceEnvironment,
  type DirectPathOffer,
  type SessionProfile,
  type StreamName,
  type StreamProfile,
  type TestKind,
} from "@udt/contract";
import { afterEach, vi } from "vitest";
import { AndroidProvider, startAgent } from "../src/index.ts";
import type { AgentOptions } from "../src/agent.ts";
import type { Logger } from "../src/logger.ts";
import type { AgentSettings } from "../src/settings.ts";
import { ContractServer, StreamTap } from "./contract-server.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
export const onEnd = (cleanup: () => unknown): void => void cleanups.push(cleanup);

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "udt-agent-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function makeServer(): Promise<ContractServer> {
  const server = new ContractServer();
  await server.start();
  onEnd(() => server.stop());
  return server;
}

/** What an agent's process runs. */
export const AGENT_MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** An agent as a process of its own, with one phone; it is killed at the end at the latest. */
export function spawnAgent(
  server: ContractServer,
  port: number,
  dataDir: string,
  stdout: "ignore" | "pipe" = "ignore",
): ChildProcess {
  const child = spawn(process.execPath, [AGENT_MAIN], {
    env: {
      PATH: process.env["PATH"],
      UDT_SERVER_URL: server.url,
      UDT_AGENT_TOKEN: server.token,
      UDT_DATA_DIR: dataDir,
      UDT_ADB_SERVER: "none",
      UDT_PHONE_ADDRESSES: `127.0.0.1:${port}`,
    },
    stdio: ["ignore", stdout, "inherit"],
  });
  child.stdout?.setEncoding("utf8");
  onEnd(() => child.kill("SIGKILL"));
  return child;
}

/** What the specs need of a host of phones; they start the real one, for apps do not import apps. */
interface PhoneHost {
  phones: { serial: string; port: number }[];
  stop(): Promise<void>;
}

export async function keepPhones<H extends PhoneHost>(starting: Promise<H>): Promise<H> {
  const host = await starting;
  onEnd(() => host.stop());
  return host;
}

/** The devices of one phone, seen by the Android driver alone. */
export function androidAt(port: number): AndroidProvider {
  const provider = new AndroidProvider({
    adb_server: null,
    direct: [{ host: "127.0.0.1", port }],
    credentialStore: { generateKey: () => Promise.reject(new Error("none is asked for")), *iterateKeys() {} },
    serverFile: { get: () => Promise.reject(new Error("none is needed")) },
    log: () => undefined,
  });
  onEnd(() => provider.dispose());
  return provider;
}

/** An agent that looks at nothing but the addresses given, and dials again at once. */
export async function makeAgent(
  server: ContractServer,
  settings: Partial<AgentSettings> = {},
  options: Pick<AgentOptions, "engineLookMs" | "pictureTiming" | "restTiming" | "retryMs"> = {},
) {
  const logged: { level: string; message: string; facts: Record<string, unknown> }[] = [];
  const log: Logger = (level, message, facts = {}) => void logged.push({ level, message, facts });
  const agent = await startAgent(
    {
      server_url: server.url,
      token: server.token,
      data_dir: settings.data_dir ?? (await makeFolder()),
      adb_server: null,
      direct: [],
      recording_spool_bytes: 64 * 1024 ** 2,
      install_hosts: [],
      self_check_address: null,
      ...settings,
    },
    { log, retryMs: () => 20, ...options },
  );
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= agent.stop());
  onEnd(stop);
  return { stop, logged };
}

/** Sets this process' wall clock, as an administrator or NTP does, until the test ends. */
export function setClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs, shouldAdvanceTime: true });
  onEnd(() => vi.useRealTimers());
}

export const inMinutes = (minutes: number): number => Date.now() + minutes * 60_000;

/** An agent with the first of these phones, ready. */
export async function makeReady<H extends PhoneHost>(starting: Promise<H>, settings: Partial<AgentSettings> = {}) {
  const server = await makeServer();
  const host = await keepPhones(starting);
  const first = host.phones[0]! as H["phones"][number];
  const agent = await makeAgent(server, { direct: [{ host: "127.0.0.1", port: first.port }], ...settings });
  const { device } = await server.until("device", (message) => message.device.readiness === "ready");
  return { server, host, first, agent, device };
}

export type Lease = { test_id: string; serial: string; lease_token: number };

/** A running session on the device of {@link makeReady}. */
export async function startSession(
  server: ContractServer,
  device: { serial: string; boot_id: string },
  lease_token = 1,
  kind: TestKind = "debug",
  {
    environment,
    profile,
    left_uncleaned,
  }: {
    environment?: Partial<DeviceEnvironment>;
    profile?: SessionProfile;
    left_uncleaned?: Pick<DeviceEnvironment, "free_apps" | "free_paths">;
  } = {},
): Promise<Lease> {
  const lease = { test_id: `test-${lease_token}`, serial: device.serial, lease_token };
  const reply = await server.request({
    type: "session_start",
    ...lease,
    device_id: `device-${device.serial}`,
    kind,
    check: null,
    boot_id: device.boot_id,
    deadline: inMinutes(30),
    ...(profile && { profile }),
    ...(left_uncleaned && { left_uncleaned }),
    environment: { ...BARE_ENVIRONMENT, ...environment },
  });
  if (reply.error) throw new Error(`session refused: ${JSON.stringify(reply.error)}`);
  await server.until("session", ({ session }) => session.lease_token === lease_token && session.state === "running");
  return lease;
}

let lastStream = 0;
export async function openStream(
  server: ContractServer,
  lease: Lease,
  stream: StreamName,
  profile: StreamProfile = "any",
  watching = false,
  who: { user_id: string; user_name: string } | null = null,
  direct?: DirectPathOffer,
): Promise<StreamTap> {
  const stream_id = `stream-${++lastStream}`;
  const dialled = server.stream(stream_id);
  const reply = await server.request({
    type: "stream_open",
    ...lease,
    stream_id,
    stream,
    profile,
    watching,
    who,
    ...(direct && { direct }),
    url: server.streamUrl(stream_id),
  });
  if (reply.error) throw new Error(`stream refused: ${JSON.stringify(reply.error)}`);
  const tap = new StreamTap(await dialled);
  onEnd(() => tap.socket.terminate());
  return tap;
}

/** Resolves when `fact` no longer throws. The time it may take is for a busy machine, not a pause. */
export const eventually = <T>(fact: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(fact, { timeout: 60_000, interval: 20 });
