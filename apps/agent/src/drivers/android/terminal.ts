import type { TerminalSession } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { orLost, quietly } from "./shell.ts";
import { withSignal } from "../../with-signal.ts";

/** An interactive shell on a PTY. Before Android 7 there is no resizing and no exit code; there it is 0. */
export async function openTerminal(
  adb: Adb,
  size: { cols: number; rows: number },
  given: AbortSignal,
): Promise<TerminalSession> {
  const signal = orLost(adb, given);
  const shell = adb.subprocess.shellProtocol;
  if (!shell) {
    const process = await withSignal(quietly(adb.subprocess.noneProtocol.pty()), signal, (late) => late.kill());
    const writer = process.input.getWriter();
    const exit = process.exited.then(() => 0);
    exit.catch(() => undefined);
    return {
      output: process.output as ReadableStream<Uint8Array>,
      write: (bytes) => writer.write(bytes),
      resize: () => Promise.resolve(),
      exit,
      dispose: async () => process.kill(),
    };
  }
  const pty = quietly(shell.pty({ terminalType: "xterm-256color" }));
  const process = await withSignal(pty, signal, (late) => late.kill());
  const writer = process.input.getWriter();
  await withSignal(process.resize(size.rows, size.cols), signal, undefined, () => process.kill());
  return {
    output: process.output as ReadableStream<Uint8Array>,
    write: (bytes) => writer.write(bytes),
    resize: (cols, rows) => process.resize(rows, cols),
    exit: process.exited,
    dispose: async () => process.kill(),
  };
}
