import { posix } from "node:path";
import { errorText } from "../../system/file-errors.ts";
import { parseOptions } from "../options.ts";
import { decodePixels } from "../pixels.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";

const RGBA_8888 = 1;
const COLOR_SPACE_SRGB = 1;

/** `screencap [-p] [FILE]`: a PNG, or width, height, format and colour space followed by RGBA pixels. */
const screencap: Program = async (context) => {
  const { flags, operands } = parseOptions(context.args, ["-d"]);
  const [path] = operands;
  const png = await context.phone.screen.png();
  const isPng = flags.has("-p") || path?.endsWith(".png");
  const bytes = isPng ? png : await rawCapture(png);
  return path === undefined ? print(context, bytes) : save(context, path, bytes);
};

async function rawCapture(png: Uint8Array): Promise<Uint8Array> {
  const { width, height, pixels } = await decodePixels(png);
  const bytes = new Uint8Array(16 + pixels.length);
  const header = new DataView(bytes.buffer);
  [width, height, RGBA_8888, COLOR_SPACE_SRGB].forEach((field, index) => header.setUint32(index * 4, field, true));
  bytes.set(pixels, 16);
  return bytes;
}

async function save(context: ProgramContext, path: string, bytes: Uint8Array | string): Promise<number> {
  const { files } = context.phone.system;
  const absolute = posix.resolve(context.cwd, path);
  try {
    files.assertShellMayWrite(absolute, "open");
    files.write(absolute, bytes);
    return 0;
  } catch (error) {
    return failWith(context, `Error opening file: ${absolute} (${errorText(error)})`);
  }
}

const DEFAULT_DUMP = "/sdcard/window_dump.xml";

/** `uiautomator dump [--compressed] [FILE]`. The message's spelling is Android's own, and tools look for it. */
const uiautomator: Program = async (context) => {
  const [verb, ...rest] = context.args;
  if (verb !== "dump")
    return failWith(context, verb === undefined ? "usage: uiautomator dump [file]" : `Error: unknown command ${verb}`);
  const path = parseOptions(rest).operands[0] ?? DEFAULT_DUMP;
  const xml = context.phone.screen.dump();
  if (path === "/dev/tty" || path === "/dev/stdout" || path === "/dev/fd/1") await context.stdout(xml);
  else {
    const code = await save(context, path, xml);
    if (code !== 0) return code;
  }
  return print(context, `UI hierchary dumped to: ${path}\n`);
};

export const captureCommands = { screencap, uiautomator };
