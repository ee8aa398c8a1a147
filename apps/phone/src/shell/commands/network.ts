import type { PhoneStream } from "../../types.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, aborted, failWith } from "../program.ts";

/** `nc HOST PORT`, `nc -U @NAME`, `nc -l -p PORT`, `nc -l -U @NAME`: within the phone, and over `adb reverse`. */
const nc: Program = async (context) => {
  const { flags, values, operands } = parseOptions(context.args, ["-p", "-U", "-w", "-q", "-s"]);
  const name = values.get("-U")?.replace(/^@/, "");
  const port = values.get("-p") ?? operands[1] ?? operands[0];
  const address = name === undefined ? `tcp:${port ?? ""}` : `localabstract:${name}`;
  try {
    const stream = flags.has("-l")
      ? await accept(context, address)
      : await context.phone.system.sockets.connectTo(address);
    if (stream) await join(context, stream);
    return 0;
  } catch (error) {
    return failWith(context, `nc: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Takes one connection. */
async function accept(context: ProgramContext, address: string): Promise<PhoneStream | undefined> {
  const { promise, resolve } = Promise.withResolvers<PhoneStream>();
  const stopListening = context.phone.system.sockets.listenOn(address, (stream) => {
    stopListening();
    resolve(stream);
  });
  const stream = await Promise.race([promise, aborted(context.signal)]);
  stopListening();
  return stream ?? undefined;
}

/** Copies both ways until the other side ends. */
async function join(context: ProgramContext, stream: PhoneStream): Promise<void> {
  context.signal.addEventListener("abort", () => stream.close(), { once: true });
  const sending = (async () => {
    for (let part = await context.stdin.some(); part; part = await context.stdin.some()) await stream.write(part);
  })();
  // The peer may go while something is being sent; what it sent before is still read below.
  sending.catch(() => undefined);
  for await (const part of stream.readable) await context.stdout(part);
  stream.close();
}

export const networkCommands = { nc };
