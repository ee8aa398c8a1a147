import type { AdbDeviceConnection, AdbStream } from "@udt/adb";
import { textBefore } from "@udt/base";
import type { SocketTable } from "../system/sockets.ts";

const FIRST_FREE_PORT = 40_000;

/** The services below `reverse:`: they bind names in the phone to services of the host that this connection leads to. */
export async function serveReverse(
  sockets: SocketTable,
  connection: AdbDeviceConnection,
  stream: AdbStream,
  request: string,
): Promise<void> {
  await stream.write(new TextEncoder().encode(answer(sockets, connection, request)));
}

function answer(sockets: SocketTable, connection: AdbDeviceConnection, request: string): string {
  const verb = textBefore(request, ":");
  const rest = request.slice(verb.length + 1);
  if (verb === "forward") return forward(sockets, connection, rest);
  if (verb === "killforward") {
    return sockets.removeReverse(connection, rest) ? "OKAY" : fail(`listener '${rest}' not found`);
  }
  if (verb === "killforward-all") {
    sockets.removeReversesOf(connection);
    return "OKAY";
  }
  if (verb === "list-forward") {
    return counted(
      sockets
        .reversesOf(connection)
        .map(({ address, remote }) => `host ${address} ${remote}\n`)
        .join(""),
    );
  }
  return fail(`unknown reverse service '${request}'`);
}

/** `[norebind:]LOCAL;REMOTE`. Port 0 asks for any free port, which the answer then names. */
function forward(sockets: SocketTable, connection: AdbDeviceConnection, spec: string): string {
  const mayRebind = !spec.startsWith("norebind:");
  const [local, remote] = (mayRebind ? spec : spec.slice("norebind:".length)).split(";");
  if (!local || !remote || !/^(?:tcp:\d+|localabstract:.+)$/.test(local)) return fail(`bad forward: ${spec}`);
  const address = local === "tcp:0" ? freePort(sockets) : local;
  const isOurs = sockets.reversesOf(connection).some((reverse) => reverse.address === address);
  if (isOurs && !mayRebind) return fail(`cannot rebind existing socket`);
  if (!isOurs && sockets.isTaken(address)) return fail(`cannot bind listener: Address already in use`);
  sockets.addReverse(connection, address, remote, () => connection.open(remote));
  return local === "tcp:0" ? `OKAY${counted(address.slice("tcp:".length))}` : "OKAY";
}

function freePort(sockets: SocketTable): string {
  let port = FIRST_FREE_PORT;
  while (sockets.isTaken(`tcp:${port}`)) port++;
  return `tcp:${port}`;
}

const counted = (text: string): string => text.length.toString(16).padStart(4, "0") + text;
const fail = (message: string): string => `FAIL${counted(message)}`;
