import { type AdbStream, ByteReader } from "@udt/adb";
import { delay } from "@udt/base";
import { runInteractive, runOnTerminal } from "../shell/sessions.ts";
import { type ProgramIo, type ShellPhone, type TerminalSize } from "../shell/program.ts";
import { InputQueue } from "../shell/input-queue.ts";
import { Shell } from "../shell/executor.ts";

/** Packet ids of shell protocol v2. https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/shell_protocol.h */
export const ShellPacketId = { Stdin: 0, Stdout: 1, Stderr: 2, Exit: 3, CloseStdin: 4, WindowSize: 5 } as const;
const HEADER_LENGTH = 5;
/** What one packet of ours carries at most, well under every peer's payload limit. */
const MAX_DATA = 256 * 1024;
const MAX_INCOMING = 1024 * 1024;

/** How long a command without a reader may go on: it may still be taking what was sent before, as `adb exec-in` does. */
const ORPHAN_MS = 5000;

/** `shell:` and `exec:`: bytes both ways, stderr among stdout, no exit code. */
export async function serveRawShell(
  phone: ShellPhone,
  stream: AdbStream,
  command: string,
  hasTerminal: boolean,
): Promise<void> {
  const stop = new AbortController();
  void stream.closed.then(() => delay(ORPHAN_MS, stop.signal).catch(() => undefined)).then(() => stop.abort());
  const write = async (output: Uint8Array | string) => {
    await stream.write(toBytes(output)).catch((error: unknown) => {
      // Nobody reads any more: as SIGPIPE would, this ends what writes.
      stop.abort();
      throw error;
    });
  };
  const io: ProgramIo = {
    stdin: new ByteReader(stream.readable),
    stdout: write,
    stderr: write,
    signal: stop.signal,
  };
  const terminal: TerminalSize | undefined = hasTerminal ? { rows: 24, columns: 80 } : undefined;
  await untilGone(stop.signal, () => runSession(phone, command, io, terminal, {})).finally(() => stop.abort());
}

/** `shell,v2`: packets that keep stdout and stderr apart and end with the exit code. */
export async function serveShellV2(
  phone: ShellPhone,
  stream: AdbStream,
  command: string,
  options: readonly string[],
): Promise<void> {
  const stop = new AbortController();
  void stream.closed.then(() => stop.abort());
  const terminal: TerminalSize | undefined = options.includes("pty") ? { rows: 24, columns: 80 } : undefined;
  const stdin = new InputQueue(() => stop.signal.aborted);
  const incoming = readPackets(stream, stdin, terminal);
  const write = async (id: number, output: Uint8Array | string) => {
    const bytes = toBytes(output);
    for (let offset = 0; offset < bytes.length; offset += MAX_DATA) {
      await stream.write(encodeShellPacket(id, bytes.subarray(offset, offset + MAX_DATA)));
    }
  };
  const io: ProgramIo = {
    stdin,
    stdout: (output) => write(ShellPacketId.Stdout, output),
    // On a terminal both go to the same place, as both ends of a real one do.
    stderr: (output) => write(terminal ? ShellPacketId.Stdout : ShellPacketId.Stderr, output),
    signal: stop.signal,
  };
  const term = options.find((option) => option.startsWith("TERM="))?.slice("TERM=".length);
  await untilGone(stop.signal, async () => {
    const code = await runSession(phone, command, io, terminal, term ? { TERM: term } : {});
    await stream.write(encodeShellPacket(ShellPacketId.Exit, Uint8Array.of(code & 0xff)));
  });
  stream.close();
  await incoming;
}

export function encodeShellPacket(id: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_LENGTH + data.length);
  bytes[0] = id;
  new DataView(bytes.buffer).setUint32(1, data.length, true);
  bytes.set(data, HEADER_LENGTH);
  return bytes;
}

async function runSession(
  phone: ShellPhone,
  command: string,
  io: ProgramIo,
  terminal: TerminalSize | undefined,
  env: Record<string, string>,
): Promise<number> {
  const shell = new Shell(phone, env);
  if (terminal) return command ? runOnTerminal(shell, command, io, terminal) : runInteractive(shell, io, terminal);
  const code = command ? await shell.run(command, io) : await shell.runStdin(io);
  await shell.finish(io);
  return shell.exitCode ?? code;
}

async function readPackets(stream: AdbStream, stdin: InputQueue, terminal: TerminalSize | undefined): Promise<void> {
  const reader = new ByteReader(stream.readable);
  for (let header = await reader.exactly(HEADER_LENGTH); header; header = await reader.exactly(HEADER_LENGTH)) {
    const length = new DataView(header.buffer, header.byteOffset).getUint32(1, true);
    const data = length > MAX_INCOMING ? undefined : await reader.exactly(length);
    if (!data) break;
    if (header[0] === ShellPacketId.Stdin) await stdin.push(data);
    else if (header[0] === ShellPacketId.CloseStdin) stdin.end();
    else if (header[0] === ShellPacketId.WindowSize && terminal) resize(terminal, new TextDecoder().decode(data));
  }
  stdin.end();
}

/** `ROWSxCOLUMNS,XPIXELSxYPIXELS`. */
function resize(terminal: TerminalSize, text: string): void {
  const match = /^(\d+)x(\d+)/.exec(text);
  if (match) Object.assign(terminal, { rows: Number(match[1]), columns: Number(match[2]) });
}

/** Runs it; an error that only says that the client has gone is no error. */
async function untilGone(signal: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function toBytes(output: Uint8Array | string): Uint8Array {
  return typeof output === "string" ? new TextEncoder().encode(output) : output;
}
