/** What the agent says of the computer that it runs on. */
import {
  arch,
  availableParallelism,
  freemem,
  hostname,
  loadavg,
  networkInterfaces,
  platform,
  release,
  totalmem,
  type,
} from "node:os";
import { ADDRESSES_MAX, type AgentMachine } from "@udt/contract";
import { VERSION } from "./version.ts";

/** What it says at first. */
export const host = () => ({
  hostname: hostname().slice(0, 255),
  system: `${type()} ${release()} ${arch()}`.slice(0, 255),
  version: VERSION,
  addresses: addresses(),
  machine: machine(),
});

/** How it is at the moment; asked for with each heartbeat, so it costs next to nothing. */
export const machine = (): AgentMachine => ({
  // Windows has no such figure, and Node says 0 there.
  load: platform() === "win32" ? null : (loadavg()[0] ?? null),
  cores: availableParallelism(),
  memory_bytes: totalmem(),
  memory_free_bytes: freemem(),
});

/** Those that others may reach: not the computer's own, nor those of one cable alone. */
function addresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const told = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  return [...new Set(told.map(({ address }) => address.slice(0, 64)))].slice(0, ADDRESSES_MAX);
}
