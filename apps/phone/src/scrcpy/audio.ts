import { AudioData, AudioEncoder } from "@napi-rs/webcodecs";
import { SAMPLE_RATE } from "../system/sounds.ts";
import type { PhoneStream, PhoneSystem } from "../types.ts";
import { listAudioEncoders } from "./listings.ts";
import type { ServerOptions } from "./options.ts";
import type { ServerLog } from "./server-log.ts";
import { audioHeader, disableStream, packetHeader } from "./stream-headers.ts";

const CHANNELS = 2;
/** Android 11: no earlier one lets the shell capture what apps play. */
const SDK_MIN = 30;
/** Samples that a decoder leaves out at the start: what Opus itself needs to settle. */
const PRE_SKIP = 312;
/** Packets that may wait for a slow client; more would be heard ever later. */
const WAITING_MAX = 25;

/** The identification header, which a real server cuts out of what Android's encoder says first. RFC 7845 §5.1. */
function opusHead(): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(CHANNELS, 9);
  head.writeUInt16LE(PRE_SKIP, 10);
  head.writeUInt32LE(SAMPLE_RATE, 12);
  return head;
}

/**
 * What apps make heard, as Opus, until the signal aborts.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/audio/AudioEncoder.java
 */
export async function startAudio(
  system: PhoneSystem,
  options: ServerOptions,
  stream: PhoneStream,
  { log, signal, end }: { log: ServerLog; signal: AbortSignal; end: () => void },
): Promise<void> {
  if (system.profile.sdk < SDK_MIN) {
    log.warn("Audio disabled: it is not supported before Android 11");
    return stream.write(disableStream(false));
  }
  if (options.audio_codec !== "opus") {
    log.error(`Could not create default audio encoder for ${options.audio_codec}\n${listAudioEncoders()}`);
    return stream.write(disableStream(true));
  }
  let waiting = 0;
  const send = (bytes: Uint8Array): void => {
    waiting += 1;
    stream.write(bytes).then(() => (waiting -= 1), end);
  };
  const packet = (kind: "config" | "data", pts_us: bigint, data: Uint8Array): Buffer => {
    const facts = { kind, key_frame: kind === "data", pts_us, data };
    return Buffer.concat(options.send_frame_meta ? [packetHeader(facts, options.generation), data] : [data]);
  };
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      if (!signal.aborted && waiting < WAITING_MAX) send(packet("data", BigInt(chunk.timestamp), data));
    },
    error: (error) => {
      log.error(`Audio encoding error: ${error.message}`);
      end();
    },
  });
  const bitrate = options.audio_bit_rate;
  encoder.configure({ codec: "opus", sampleRate: SAMPLE_RATE, numberOfChannels: CHANNELS, bitrate });
  if (options.generation === 3 ? options.send_codec_meta : options.send_stream_meta) send(audioHeader());
  send(packet("config", 0n, opusHead()));
  signal.addEventListener("abort", () => encoder.state !== "closed" && encoder.close(), { once: true });
  system.sounds.capture((samples, pts_us) => {
    const audio = new AudioData({
      format: "f32",
      sampleRate: SAMPLE_RATE,
      numberOfFrames: samples.length / CHANNELS,
      numberOfChannels: CHANNELS,
      timestamp: Number(pts_us),
      data: samples,
    });
    encoder.encode(audio);
    audio.close();
  }, signal);
}
