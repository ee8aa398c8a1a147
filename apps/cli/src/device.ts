/** `udt device …`: the tools of `/mcp` as commands, for scripts and by hand. */
import { writeFile } from "node:fs/promises";
import { createClient } from "@udt/client";
import { DEVICE_TOOLS, toolRefusal, type DeviceAccess, type Tool, type ToolAnswer } from "@udt/client/device";
import { LIMITS } from "@udt/contract";
import { WebSocket } from "ws";
import { credentials, DEFAULT_SERVER } from "./credentials.ts";
import { deviceUsage, readDeviceArgs, type DeviceArgs } from "./device-args.ts";

const EXIT = { done: 0, failed: 1, refused: 2 } as const;
const NAME_COLUMNS = 14;

export const DEVICE_USAGE = `udt device COMMAND [--test T] [--project P] [--server URL] [--json]

Drives a device as a person does: take one, look, act, end. udt device COMMAND --help tells a command's options.

${DEVICE_TOOLS.map(({ name, title }) => `  ${name.padEnd(NAME_COLUMNS)}${title}`).join("\n")}

With --json the answer is JSON; screenshot writes the picture to the file of --out. Exit code 0 done, 1 it could not be
done, 2 it was asked wrongly. UDT_SECRET_ID and UDT_SECRET_KEY of a person, or UDT_PROJECT_TOKEN, say in whose name;
UDT_SERVER_URL takes the place of --server, UDT_PROJECT of --project, UDT_TEST_ID of --test.`;

export interface Say {
  out(line: string): void;
  error(line: string): void;
}

/** @returns the process's exit code */
export async function device(args: readonly string[], env: NodeJS.ProcessEnv, say: Say): Promise<number> {
  const [name = "--help", ...rest] = args;
  if (name === "--help") {
    say.out(DEVICE_USAGE);
    return EXIT.done;
  }
  const tool = DEVICE_TOOLS.find((one) => one.name === name);
  if (!tool) {
    say.error(`udt device: there is no command ${name}\n\n${DEVICE_USAGE}`);
    return EXIT.refused;
  }
  if (rest.includes("--help")) {
    say.out(deviceUsage(tool));
    return EXIT.done;
  }
  let given: DeviceArgs;
  try {
    given = readDeviceArgs(tool, rest, env);
  } catch (error) {
    say.error(`udt device ${name}: ${(error as Error).message}\n\n${deviceUsage(tool)}`);
    return EXIT.refused;
  }
  const authorization = credentials(env);
  if (authorization === undefined) {
    say.error("udt device: UDT_SECRET_ID and UDT_SECRET_KEY, or UDT_PROJECT_TOKEN, are required.");
    return EXIT.refused;
  }
  return carryOut(tool, given, accessTo(given.server ?? env["UDT_SERVER_URL"] ?? DEFAULT_SERVER, authorization), say);
}

function accessTo(baseUrl: string, authorization: string): DeviceAccess {
  const headers = { authorization };
  const options = { headers, perMessageDeflate: false, maxPayload: LIMITS.stream_message_max_bytes };
  return {
    client: createClient({ baseUrl, headers: () => headers }),
    // The same events by the same names as a browser's.
    connect: (url) => new WebSocket(url, options) as unknown as globalThis.WebSocket,
  };
}

async function carryOut(tool: Tool, given: DeviceArgs, access: DeviceAccess, say: Say): Promise<number> {
  try {
    const room = { access, project: undefined, pages: access.client.baseUrl };
    await show(await tool.run(room, given.input as never), given, say);
    return EXIT.done;
  } catch (error) {
    const refusal = toolRefusal(error);
    if (!refusal) throw error;
    if (given.json) say.out(JSON.stringify({ error: refusal }));
    else say.error(`udt device ${tool.name}: ${refusal.message} (${refusal.code})`);
    return EXIT.failed;
  }
}

async function show({ data, text, picture }: ToolAnswer, { json, out }: DeviceArgs, say: Say): Promise<void> {
  if (picture && out !== undefined) await writeFile(out, picture.bytes);
  if (json) say.out(JSON.stringify(data));
  else say.out(text ?? JSON.stringify(data, null, 2));
}
