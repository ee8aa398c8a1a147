import { ADB_MAX_PAYLOAD, AdbDeviceConnection, type AdbServiceHandler, type AdbTransport, remoteUseOf } from "@udt/adb";
import type { AdbCapability, ServiceStream } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import { incomingBytes } from "./incoming-bytes.ts";
import { closeSocket, drained, type StreamEnd } from "./stream-socket.ts";
import { carryService } from "../carry-service.ts";

const OPEN_TIMEOUT_MS = 30_000;
/** Android Studio has a few dozen open; each may hold two packets in memory. */
const STREAMS_MAX = 128;
/** Bytes on their way to the client before nothing more is taken from it. */
const WAITING_BYTES = 4 * ADB_MAX_PAYLOAD;
/** Features of devices that are about their services alone: others change what is said on the connection itself. */
const FEATURES: ReadonlySet<string> = new Set([
  "shell_v2",
  "cmd",
  "stat_v2",
  "ls_v2",
  "fixed_push_mkdir",
  "fixed_push_symlink_timestamp",
  "abb",
  "abb_exec",
  "apex",
  "sendrecv_v2",
  "sendrecv_v2_brotli",
  "sendrecv_v2_lz4",
  "sendrecv_v2_zstd",
  "sendrecv_v2_dry_run_send",
  "track_app",
  "app_info",
  "devicetracker_proto_format",
]);

/**
 * The `adb` stream: the device's end of a connection of somebody's own adb, on which this device is all there is. Which of the
 * device's services it leads to is a table (`remoteUseOf`); ADB lets each stream have one packet on its way, which bounds it.
 */
export async function serveAdb(socket: StreamEnd, adb: AdbCapability, log: Logger, signal: AbortSignal): Promise<void> {
  const closing = new AbortController();
  const ending = AbortSignal.any([signal, closing.signal]);
  const connection: AdbDeviceConnection = new AdbDeviceConnection(transportOf(socket), {
    banner: bannerOf(adb),
    resolve: (service) => (connection.streamCount < STREAMS_MAX ? serviceOf(service, adb, ending) : undefined),
    onServiceError: (service, error) =>
      log("debug", "adb service ended", { service: service.slice(0, 80), error: messageOf(error) }),
  });
  await connection.closed;
  closing.abort();
}

function transportOf(socket: StreamEnd): AdbTransport {
  const incoming = incomingBytes(socket);
  socket.on("message", (data: Buffer) => incoming.add(data));
  socket.once("close", incoming.end);
  socket.resume();
  async function* readable(): AsyncGenerator<Uint8Array> {
    for await (const bytes of incoming.bytes as unknown as AsyncIterable<Uint8Array>) {
      yield bytes;
      // Who sends and never reads would have its answers pile up.
      if (socket.bufferedAmount > WAITING_BYTES) await drained(socket, WAITING_BYTES / 2);
    }
  }
  return {
    readable: readable(),
    write: (bytes) => {
      if (socket.readyState === socket.OPEN) socket.send(bytes);
    },
    close: () => {
      closeSocket(socket, 1000, "");
      socket.resume();
    },
  };
}

/** What the device says of itself, in the words that adb looks for. */
function bannerOf(adb: AdbCapability): string {
  const { product, model, device, features } = adb.about();
  const word = (text: string) => text.replace(/[;:,=]/g, "_");
  const names = features.filter((feature) => FEATURES.has(feature)).join(",");
  return `device::ro.product.name=${word(product)};ro.product.model=${word(model)};ro.product.device=${word(device)};features=${names}`;
}

async function serviceOf(
  service: string,
  adb: AdbCapability,
  ending: AbortSignal,
): Promise<AdbServiceHandler | undefined> {
  const use = remoteUseOf(service);
  if (use.kind === "refused") {
    const { says } = use;
    return says === undefined ? undefined : (stream) => stream.write(new TextEncoder().encode(says));
  }
  const signal = AbortSignal.any([ending, AbortSignal.timeout(OPEN_TIMEOUT_MS)]);
  const opened: ServiceStream = await adb.open(service, signal);
  return (stream) => {
    const readable = stream.readable as unknown as AsyncIterable<Uint8Array>;
    return carryService({ readable, write: (bytes) => stream.write(bytes), closed: stream.closed }, opened, ending);
  };
}
