import { delay } from "@udt/base";
import { nalUnits, parameterSets } from "@udt/video/h264";
import { lengthPrefixed, mp4File } from "@udt/video/mp4";
import { posix } from "node:path";
import type { VideoPacket } from "../../types.ts";
import { errorText } from "../../system/file-errors.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, aborted, failWith } from "../program.ts";

const MAX_SECONDS = 180;
const DEFAULT_BIT_RATE = 4_000_000;
/** How long the first picture may take on a busy host. */
const MAX_START_S = 60;
const MAX_FPS = 30;

/** `screenrecord [--time-limit S] [--size WxH] [--bit-rate N] [--output-format=mp4|h264] FILE|-`. */
const screenrecord: Program = async (context) => {
  const { values, operands } = parseOptions(context.args, [
    "--time-limit",
    "--size",
    "--bit-rate",
    "--output-format",
    "--display-id",
  ]);
  const [path] = operands;
  if (path === undefined) return failWith(context, "Must specify output file (see --help).", 2);
  const seconds = Number(values.get("--time-limit") ?? MAX_SECONDS);
  if (!(seconds > 0 && seconds <= MAX_SECONDS))
    return failWith(
      context,
      `Time limit ${values.get("--time-limit")}s outside acceptable range [1,${MAX_SECONDS}]`,
      2,
    );
  const bitRate = bitRateOf(values.get("--bit-rate"));
  const maxSize = sizeOf(values.get("--size"));
  if (bitRate === undefined || maxSize === undefined) return failWith(context, "Invalid size or bit rate", 2);
  const isRaw = values.get("--output-format") === "h264" || path === "-";
  const packets: VideoPacket[] = [];
  let startedMs: number | undefined;
  const writing = startWriting(context, path === "-");
  const limit = new AbortController();
  const stop = AbortSignal.any([context.signal, limit.signal, AbortSignal.timeout((seconds + MAX_START_S) * 1000)]);
  const recording = context.phone.screen.record(
    { max_size: maxSize, bit_rate: bitRate, max_fps: MAX_FPS, baseline: false },
    (packet) => {
      // The time counts from the first picture: until then the encoder was being made ready.
      if (startedMs === undefined) {
        startedMs = performance.now();
        void delay(seconds * 1000, stop).then(
          () => limit.abort(),
          () => undefined,
        );
      }
      // The promise keeps the encoder from running ahead of a slow reader.
      if (path === "-") return writing.push(packet.data);
      packets.push(packet);
      return undefined;
    },
    stop,
  );
  await aborted(stop);
  if (path === "-") return writing.end();
  const file = isRaw
    ? new Uint8Array(Buffer.concat(packets.map(({ data }) => data)))
    : muxed(packets, recording.size, (performance.now() - (startedMs ?? performance.now())) * 1000);
  return file ? save(context, path, file) : failWith(context, "Encoder failed: no frames");
};

/** Sends packets in order as they come, and waits for the last. */
function startWriting(
  context: ProgramContext,
  isWanted: boolean,
): { push(data: Uint8Array): Promise<void>; end(): Promise<number> } {
  let written: Promise<void> = Promise.resolve();
  let failed = !isWanted;
  return {
    push: (data) => {
      if (failed) return written;
      written = written
        .then(() => context.stdout(data))
        .catch(() => {
          failed = true;
        });
      return written;
    },
    end: async () => {
      await written;
      return failed ? 1 : 0;
    },
  };
}

function muxed(
  packets: readonly VideoPacket[],
  size: { width: number; height: number },
  durationUs: number,
): Uint8Array | undefined {
  const config = packets.find(({ kind }) => kind === "config");
  const sets = config && parameterSets(config.data);
  const samples = packets
    .filter(({ kind }) => kind === "data")
    .map(({ data, key_frame, pts_us }) => ({
      data: lengthPrefixed(nalUnits(data)),
      isKey: key_frame,
      ptsUs: Number(pts_us),
    }));
  return sets && samples.length > 0 ? mp4File({ ...size, ...sets, samples, durationUs }) : undefined;
}

async function save(context: ProgramContext, path: string, file: Uint8Array): Promise<number> {
  const absolute = posix.resolve(context.cwd, path);
  try {
    context.phone.system.files.assertShellMayWrite(absolute, "open");
    context.phone.system.files.write(absolute, file);
    return 0;
  } catch (error) {
    return failWith(context, `Unable to open '${absolute}': ${errorText(error)}`);
  }
}

/** Bits a second from `4000000` or `4M`. */
function bitRateOf(text: string | undefined): number | undefined {
  if (text === undefined) return DEFAULT_BIT_RATE;
  const match = /^(\d+)([MmKk]?)$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * (match[2]?.toLowerCase() === "m" ? 1e6 : match[2] ? 1e3 : 1);
}

/** The longer side, 0 for the screen's own size. */
function sizeOf(text: string | undefined): number | undefined {
  if (text === undefined) return 0;
  const match = /^(\d+)x(\d+)$/.exec(text);
  return match ? Math.max(Number(match[1]), Number(match[2])) : undefined;
}

export const recordCommands = { screenrecord };
