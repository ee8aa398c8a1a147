import { deferred } from "@udt/base";
import type { PhoneScreen, PhoneStream, PhoneSystem, Recording, VideoPacket } from "../types.ts";
import { startAudio } from "./audio.ts";
import { ByteReader, EndOfStream } from "./byte-reader.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type Dialect, readControlMessage } from "./control-messages.ts";
import { Controller } from "./controller.ts";
import { ENCODER_NAME, listDisplays, listVideoEncoders } from "./listings.ts";
import type { ServerOptions } from "./options.ts";
import type { ServerLog } from "./server-log.ts";
import { codecHeader, deviceMeta, packetHeader, sessionHeader, videoHeader } from "./stream-headers.ts";

const KEYCODE_POWER = 26;
/** MediaCodecInfo.CodecProfileLevel: AVCProfileBaseline and AVCProfileConstrainedBaseline. */
const BASELINE_PROFILES = new Set(["1", "65536"]);

interface Phone {
  system: PhoneSystem;
  screen: PhoneScreen;
}

/** What a real server finds out only when it starts to encode. Undefined when all is well. */
const videoProblem = (phone: Phone, options: ServerOptions): string | undefined => {
  if (!options.video) return undefined;
  if (options.video_codec !== "h264") {
    return `Could not create default video encoder for ${options.video_codec}\n${listVideoEncoders()}`;
  }
  if (options.video_encoder !== "" && options.video_encoder !== ENCODER_NAME) {
    return `Video encoder '${options.video_encoder}' for h264 not found\n${listVideoEncoders()}`;
  }
  if (options.display_id !== 0) return `Display ${options.display_id} not found\n${listDisplays(phone.screen.size())}`;
  return undefined;
};

/** Settings that last as long as the session, put back afterwards. */
const applyTemporarySettings = ({ system }: Phone, options: ServerOptions): (() => void) => {
  if (!options.show_touches) return () => undefined;
  const before = system.settings.get("system", "show_touches") ?? "0";
  system.settings.put("system", "show_touches", "1");
  return () => {
    if (options.cleanup) system.settings.put("system", "show_touches", before);
  };
};

const startVideo = (
  phone: Phone,
  options: ServerOptions,
  stream: PhoneStream,
  signal: AbortSignal,
  end: () => void,
): Recording => {
  const send = async (bytes: Uint8Array): Promise<void> => {
    try {
      await stream.write(bytes);
    } catch {
      end(); // broken pipe: the client is gone, which is how sessions usually end
    }
  };
  // The header needs the size before the first packet comes, and packets come only after this returns.
  const { generation } = options;
  const sendsSize = generation === 4 && options.send_stream_meta;
  const onPacket = (packet: VideoPacket): Promise<void> =>
    send(
      Buffer.concat([
        ...(sendsSize && packet.kind === "config" ? [sessionHeader(recording.size)] : []),
        ...(options.send_frame_meta ? [packetHeader(packet, generation)] : []),
        packet.data,
      ]),
    );
  const recording = phone.screen.record(
    {
      max_size: options.max_size,
      bit_rate: options.video_bit_rate,
      max_fps: options.max_fps,
      baseline: BASELINE_PROFILES.has(options.video_codec_options.get("profile") ?? ""),
    },
    onPacket,
    signal,
  );
  if (sendsSize) void send(codecHeader());
  if (generation === 3 && options.send_codec_meta) void send(videoHeader(recording.size));
  return recording;
};

const control = async (
  stream: PhoneStream,
  controller: Controller,
  dialect: Dialect,
  log: ServerLog,
  signal: AbortSignal,
): Promise<void> => {
  const reader = new ByteReader(stream.readable);
  signal.addEventListener("abort", () => reader.cancel(), { once: true });
  try {
    while (!signal.aborted) controller.handle(await readControlMessage(reader, dialect));
  } catch (error) {
    if (!(error instanceof EndOfStream) && !signal.aborted) {
      log.error(`Controller error: ${error instanceof Error ? error.message : String(error)}`);
    }
  } finally {
    log.debug("Controller stopped");
  }
};

/** Runs one session until the client leaves, the control stream is broken, or the signal aborts. */
export const runSession = async (
  phone: Phone,
  options: ServerOptions,
  log: ServerLog,
  signal: AbortSignal,
): Promise<void> => {
  const connection: Connection = await openConnection(phone.system.sockets, options, signal);
  const streams = [connection.video, connection.audio, connection.control].filter((stream) => stream !== undefined);
  const session = new AbortController();
  const over = deferred<void>();
  const end = (): void => over.resolve();
  const restoreSettings = applyTemporarySettings(phone, options);
  signal.addEventListener("abort", end, { once: true });
  for (const stream of streams) void stream.closed.then(end, end);
  let controller: Controller | undefined;
  try {
    if (options.send_device_meta) await streams[0]?.write(deviceMeta(phone.system.profile.model));
    const problem = videoProblem(phone, options);
    if (problem !== undefined) {
      log.error(problem);
      return;
    }
    if (connection.audio !== undefined)
      await startAudio(phone.system, options, connection.audio, { log, signal: session.signal, end });
    if (connection.control !== undefined && options.power_on && !phone.screen.isAwake()) {
      phone.screen.key("down", KEYCODE_POWER, 0);
      phone.screen.key("up", KEYCODE_POWER, 0);
    }
    const recording =
      connection.video === undefined ? undefined : startVideo(phone, options, connection.video, session.signal, end);
    if (connection.control !== undefined) {
      const stream = connection.control;
      controller = new Controller({
        ...phone,
        log,
        clipboardAutosync: options.clipboard_autosync,
        recording: () => recording,
        send: (message) => void stream.write(message).catch(end),
      });
      void control(stream, controller, options, log, session.signal).then(end);
    }
    if (streams.length === 0) return;
    if (signal.aborted) return;
    await over.promise;
  } finally {
    signal.removeEventListener("abort", end);
    session.abort();
    controller?.dispose();
    if (options.cleanup && controller?.keepsDark) phone.screen.darken(false);
    for (const stream of streams) stream.close();
    restoreSettings();
    if (options.power_off_on_close) phone.screen.sleep();
  }
};
