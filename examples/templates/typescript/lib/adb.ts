import { connect } from "node:net";

/** Where adb's server listens: UDT hands each run one of its own, on which no device exists but its own. */
const host = process.env["ANDROID_ADB_SERVER_ADDRESS"] || "127.0.0.1";
const port = Number(process.env["ANDROID_ADB_SERVER_PORT"] || 5037);
const serial = process.env["ANDROID_SERIAL"] ?? "";

const request = (text: string) => `${Buffer.byteLength(text).toString(16).padStart(4, "0")}${text}`;

/**
 * Opens a service of the device and answers all that it says.
 * See https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/docs/dev/services.md
 */
async function service(name: string): Promise<Buffer> {
  const socket = connect({ host, port });
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  const read = async (length: number): Promise<Buffer> => {
    while (held.length < length) {
      const next = await chunks.next();
      if (next.done) throw new Error(`adb's server closed the connection: ${held.toString()}`);
      held = Buffer.concat([held, next.value]);
    }
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  const ask = async (text: string): Promise<void> => {
    socket.write(request(text));
    if ((await read(4)).toString() === "OKAY") return;
    const length = Number.parseInt((await read(4)).toString(), 16);
    throw new Error(`adb: ${(await read(length)).toString()}`);
  };
  try {
    await ask(serial ? `host:transport:${serial}` : "host:transport-any");
    await ask(name);
    const parts = [held];
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value);
    return Buffer.concat(parts);
  } finally {
    socket.destroy();
  }
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** What a command prints. Its words reach it as they are. */
export async function shell(...words: string[]): Promise<string> {
  return (await service(`shell:${words.map(quote).join(" ")}`)).toString();
}

/** What a command prints, byte by byte. */
export const execOut = (...words: string[]): Promise<Buffer> => service(`exec:${words.map(quote).join(" ")}`);
