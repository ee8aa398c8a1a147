import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian's coturn is here; what needs it is skipped elsewhere, and says so. */
export function hasTurnServer(): boolean {
  const found = spawnSync("turnserver", ["--version"], { stdio: "ignore" }).error === undefined;
  if (!found) process.stderr.write("No turnserver here (Debian's package coturn): nothing is proven of relays.\n");
  return found;
}

export interface TurnServer extends Disposable {
  port: number;
  /** What it shares with our server. */
  secret: string;
  /** Everything that it has said. */
  log(): string;
}

/** coturn at a port of this machine alone. */
export async function startTurnServer(): Promise<TurnServer> {
  const port = await freeUdpPort();
  const secret = "a secret of the relay and the server";
  const folder = mkdtempSync(join(tmpdir(), "udt-turn-"));
  const options = `-n --no-cli --no-tls --no-dtls --no-tcp --verbose --log-file=stdout --realm=udt --use-auth-secret
    --allow-loopback-peers --listening-ip=127.0.0.1 --relay-ip=127.0.0.1 --listening-port=${port}`;
  const own = [`--static-auth-secret=${secret}`, `--pidfile=${join(folder, "pid")}`];
  const child = spawn("turnserver", [...options.split(/\s+/), ...own]);
  let log = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (text: string) => (log += text));
  const stop = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await answers(port);
  } catch (error) {
    stop();
    throw new Error(`turnserver does not answer: ${log}`, { cause: error });
  }
  return { port, secret, log: () => log, [Symbol.dispose]: stop };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, "close");
  return port;
}

/** Asks for its own address, as STUN has it (RFC 8489 §6), until it is told. */
async function answers(port: number): Promise<void> {
  const socket = createSocket("udp4");
  const request = Buffer.alloc(20);
  request.writeUInt16BE(1, 0);
  request.writeUInt32BE(0x2112a442, 4);
  const ask = setInterval(() => socket.send(request, port, "127.0.0.1"), 50);
  try {
    await once(socket, "message", { signal: AbortSignal.timeout(30_000) });
  } finally {
    clearInterval(ask);
    socket.close();
  }
}
