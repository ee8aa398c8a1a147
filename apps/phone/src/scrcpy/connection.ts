import { deferred } from "@udt/base";
import type { PhoneSockets, PhoneStream } from "../types.ts";
import type { ServerOptions } from "./options.ts";

export interface Connection {
  video: PhoneStream | undefined;
  audio: PhoneStream | undefined;
  control: PhoneStream | undefined;
}

/** `scrcpy`, or `scrcpy_` and the session id in eight hexadecimal digits. */
export const socketName = (scid: number): string =>
  scid === -1 ? "scrcpy" : `scrcpy_${scid.toString(16).padStart(8, "0")}`;

const closeAll = (streams: readonly PhoneStream[]): void => {
  for (const stream of streams) stream.close();
};

/** Waits for `count` clients of `adb forward`, in the order in which they come. */
const acceptStreams = async (
  sockets: PhoneSockets,
  name: string,
  count: number,
  signal: AbortSignal,
  onAccepted: (stream: PhoneStream, index: number) => void,
): Promise<PhoneStream[]> => {
  const accepted: PhoneStream[] = [];
  const done = deferred<void>();
  const stopListening = sockets.listen(name, (stream) => {
    if (accepted.length >= count) return stream.close();
    accepted.push(stream);
    onAccepted(stream, accepted.length - 1);
    if (accepted.length === count) done.resolve();
  });
  const onAbort = (): void => done.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await done.promise;
    return accepted;
  } catch (error) {
    closeAll(accepted);
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    stopListening();
  }
};

/**
 * Opens the session's sockets: video, audio, control, those that are wanted, in this order.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/device/DesktopConnection.java
 */
export const openConnection = async (
  sockets: PhoneSockets,
  options: ServerOptions,
  signal: AbortSignal,
): Promise<Connection> => {
  const name = socketName(options.scid);
  const wanted = (["video", "audio", "control"] as const).filter((kind) => options[kind]);
  let streams: PhoneStream[] = [];
  if (options.tunnel_forward) {
    // One byte on the first socket tells a client behind `adb forward` that somebody listens.
    const greeting = (stream: PhoneStream, index: number): void => {
      if (index === 0 && options.send_dummy_byte) stream.write(Uint8Array.of(0)).catch(() => stream.close());
    };
    streams = wanted.length === 0 ? [] : await acceptStreams(sockets, name, wanted.length, signal, greeting);
  } else {
    try {
      for (let index = 0; index < wanted.length; index += 1) streams.push(await sockets.connect(name));
    } catch (error) {
      closeAll(streams);
      throw error;
    }
  }
  const of = (kind: "video" | "audio" | "control"): PhoneStream | undefined => streams[wanted.indexOf(kind)];
  return { video: of("video"), audio: of("audio"), control: of("control") };
};
