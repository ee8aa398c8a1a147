import { terminalToAgent, terminalToBrowser } from "@udt/contract";
import type { ShellCapability } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import { closeSocket, drained, readMessages, refuse, sendMessage, type StreamEnd } from "./stream-socket.ts";

const FIRST_SIZE = { cols: 80, rows: 24 };
/** Output that waits for the browser before the shell is held up, and input that waits for the shell before the browser is. */
const WAITING_BYTES = 256 * 1024;

/** The `terminal` stream: a shell of its own for each. Closing either end closes the other. */
export async function serveTerminal(
  socket: StreamEnd,
  shell: ShellCapability,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const terminal = await shell.terminal(FIRST_SIZE, signal);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  if (socket.readyState !== socket.OPEN) {
    await terminal.dispose();
    return;
  }

  let waiting = 0;
  let writing: Promise<void> = Promise.resolve();
  /** Input and sizes reach the shell in the order in which they came. */
  const inTurn = (work: () => Promise<void>) => {
    writing = writing.then(work).catch((error: unknown) => {
      log("debug", "terminal took no input", { error: messageOf(error) });
      closeSocket(socket, 1000, "shell ended");
    });
  };
  readMessages(
    socket,
    terminalToAgent,
    ({ cols, rows }) => inTurn(() => terminal.resize(cols, rows)),
    (bytes) => {
      waiting += bytes.length;
      if (waiting > WAITING_BYTES) socket.pause();
      inTurn(async () => {
        await terminal.write(bytes);
        waiting -= bytes.length;
        if (socket.isPaused && waiting <= WAITING_BYTES / 2) socket.resume();
      });
    },
  );

  const reader = terminal.output.getReader();
  const copy = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(next.value);
      if (socket.bufferedAmount > WAITING_BYTES) await drained(socket, WAITING_BYTES / 2);
    }
    const code = await terminal.exit;
    sendMessage(socket, terminalToBrowser, { type: "exit", code });
    closeSocket(socket, 1000, "shell ended");
  };
  try {
    await Promise.race([copy().catch(() => refuse(socket, "device_command_failed")), closed]);
  } finally {
    await terminal.dispose().catch(() => undefined);
  }
}
