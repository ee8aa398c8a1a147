import { SaidError, say } from "@udt/base";
import { connect, type Socket } from "node:net";
import { encodeHeader, encodePacket, PacketDecoder, type AdbPacket } from "@udt/adb";
import {
  Adb,
  AdbDaemonTransport,
  type AdbCredentialStore,
  type AdbDaemonConnection,
  type AdbPacketData,
} from "@yume-chan/adb";
import { Consumable, PushReadableStream } from "@yume-chan/stream-extra";

/** adb names network devices `host:port` or by their service, and emulators `emulator-<port>`. */
export const isByNetwork = (serial: string): boolean => /:\d+$|^emulator-|\._adb(?:-tls-connect)?\._tcp/.test(serial);

const DIAL_TIMEOUT_MS = 5_000;

/**
 * Dials an ADB daemon over TCP and authenticates with the keys of `credentialStore`. The returned client owns the socket:
 * closing the client closes it. Rejects when nothing listens, the daemon refuses, or five seconds pass.
 */
export async function dialDaemon(
  address: { host: string; port: number },
  credentialStore: AdbCredentialStore,
  signal: AbortSignal,
): Promise<Adb> {
  const socket = await dial(address, AbortSignal.any([signal, AbortSignal.timeout(DIAL_TIMEOUT_MS)]));
  const giveUp = setTimeout(() => socket.destroy(new SaidError(say("device_silent"))), DIAL_TIMEOUT_MS);
  const onAbort = () => socket.destroy(new Error("stopped"));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const transport = await AdbDaemonTransport.authenticate({
      serial: `${address.host}:${address.port}`,
      connection: packetConnection(socket),
      credentialStore,
    });
    return new Adb(transport);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(giveUp);
    signal.removeEventListener("abort", onAbort);
  }
}

function dial(address: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({
      host: address.host,
      port: address.port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 5_000,
    });
    const onAbort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error("stopped"));
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", onAbort);
      resolve(socket);
    });
  });
}

/** A payload from here on is sent from where it is, instead of being copied behind its header. */
const LARGE_BYTES = 16 * 1024;

/** @param done called when the payload's place may be used again */
function writePacket(socket: Socket, packet: AdbPacket, withChecksum: boolean, done: () => void): void {
  if (packet.payload.length < LARGE_BYTES) return void socket.write(encodePacket(packet, withChecksum), () => done());
  socket.cork();
  socket.write(encodeHeader(packet, withChecksum));
  socket.write(packet.payload, () => done());
  socket.uncork();
}

/** The socket as a pair of packet streams. Reading stops with the socket; an error of it ends the readable with that error. */
function packetConnection(socket: Socket): AdbDaemonConnection {
  const decoder = new PacketDecoder();
  // Daemons since Android 9 send 0 where older ones send a checksum; TCP has checked the bytes already.
  decoder.verifyChecksum = false;
  const readable = new PushReadableStream<AdbPacketData>(async (controller) => {
    controller.abortSignal.addEventListener("abort", () => socket.destroy());
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      for (const packet of decoder.push(chunk)) await controller.enqueue(packet as AdbPacketData);
    }
  });
  const writable = new Consumable.WritableStream<Parameters<typeof encodePacket>[0] & { checksum: number }>({
    write: (packet) =>
      new Promise<void>((resolve) => {
        // A broken socket is told once, by the readable; a rejection here would reach senders that nobody waits for.
        if (!socket.writable) resolve();
        else writePacket(socket, packet, packet.checksum !== 0, resolve);
      }),
    close: () => {
      socket.destroy();
    },
    abort: () => {
      socket.destroy();
    },
  });
  return { readable, writable: writable as AdbDaemonConnection["writable"] };
}
