import { PICTURE_LEVELS, type PictureLevel } from "@udt/contract";
import type { ScreenEvent, ScreenSource } from "@udt/driver";
import { AnnexBSplitter, type AccessUnit } from "@udt/video/h264";
import type { Adb } from "@yume-chan/adb";
import { sizeTeller } from "./picture-size.ts";
import { orLost } from "./shell.ts";
import { settleQuietly, withSignal } from "../../with-signal.ts";

/** `renewMs`: screenrecord stops by itself after 180 s; the next one is started in time to take over without a gap. */
const TIMING = { renewMs: 170_000, keyFrameMinIntervalMs: 2_000 };
const FIRST_PICTURE_TIMEOUT_MS = 8_000;
/** Frames come in bursts of 16 ms at the most; longer silence means that the last one is complete. */
const QUIET_MS = 30;
/** Its size is left as it is: `--size` takes one that the encoder may not know. */
const lineOf = (bitRate: number): string =>
  `screenrecord --output-format=h264 --bit-rate ${bitRate} --time-limit 180 -`;

/**
 * The screen through Android's own `screenrecord`, for a device without a scrcpy server: H.264 untouched, but later than
 * scrcpy, without an input channel, and with no choice of profile. A key frame costs a fresh start of it.
 */
export async function openScreenrecord(
  adbNow: () => Adb,
  level: PictureLevel,
  onEvent: (event: ScreenEvent) => void,
  signal: AbortSignal,
  timing = TIMING,
): Promise<ScreenSource> {
  const ended = Promise.withResolvers<string>();
  let current: Recording | undefined;
  let renewing: Promise<void> | undefined;
  let lastRenewed = 0;
  let disposed = false;
  const tellSize = sizeTeller(onEvent);

  const emit = (unit: AccessUnit) => {
    const pts_us = BigInt(Math.round(performance.now() * 1000));
    // One without a size is the picture's set alone, which came after a silence; the size was told with the other.
    if (unit.kind === "config") tellSize(unit.data);
    onEvent({ type: "packet", kind: unit.kind, pts_us, data: unit.data });
  };

  /** Starts another recording and lets it take over with its first picture. */
  const renew = async (): Promise<void> => {
    lastRenewed = performance.now();
    const fresh = await record(adbNow(), lineOf(PICTURE_LEVELS[level].bit_rate), signal);
    if (disposed) return fresh.stop();
    const previous = current;
    current = fresh;
    previous?.stop();
    fresh.start(emit);
    void fresh.ended.then((reason) => takeOver(fresh, reason));
  };
  /** The limit of three minutes, a rotation on old releases, or a real failure: only a start that fails tells. */
  const takeOver = (recording: Recording, reason: string) => {
    if (current === recording && !disposed) renewing ??= renewNow().catch(() => ended.resolve(reason));
  };
  const renewNow = () => renew().finally(() => (renewing = undefined));

  onEvent({ type: "meta", source: "slow", codec: "h264" });
  await renew();
  const timer = setInterval(() => {
    renewing ??= renewNow().catch(() => undefined);
  }, timing.renewMs);

  return {
    requestKeyFrame() {
      if (disposed || renewing || performance.now() - lastRenewed < timing.keyFrameMinIntervalMs) return;
      renewing = renewNow().catch(() => undefined);
    },
    input: undefined,
    ended: ended.promise,
    dispose() {
      disposed = true;
      clearInterval(timer);
      current?.stop();
      ended.resolve("closed");
      return Promise.resolve();
    },
  };
}

interface Recording {
  /** Hands over the packets read so far and from now on. */
  start(onUnit: (unit: AccessUnit) => void): void;
  readonly ended: Promise<string>;
  stop(): void;
}

/** Resolves when the first whole picture is there: what it takes over from shows one until then. */
async function record(adb: Adb, line: string, signal: AbortSignal): Promise<Recording> {
  const bounded = AbortSignal.any([orLost(adb, signal), AbortSignal.timeout(FIRST_PICTURE_TIMEOUT_MS)]);
  const process = await withSignal(adb.subprocess.noneProtocol.spawn([line]), bounded, (late) => late.kill());
  const splitter = new AnnexBSplitter();
  const waiting: AccessUnit[] = [];
  const first = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let onUnit: (unit: AccessUnit) => void = (unit) => {
    waiting.push(unit);
  };
  let quiet: NodeJS.Timeout | undefined;
  const take = (units: AccessUnit[]) => {
    for (const unit of units) onUnit(unit);
    if (units.some(({ kind }) => kind === "key")) first.resolve();
  };
  const reader = process.output.getReader();
  const stop = () => {
    // What is still on its way would fall between the packets of the recording that took over.
    onUnit = () => undefined;
    clearTimeout(quiet);
    settleQuietly(() => process.kill());
    settleQuietly(() => reader.cancel());
  };
  const read = async () => {
    let words = "";
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(quiet);
      if (words.length < 200) words += new TextDecoder().decode(next.value.subarray(0, 200));
      take(splitter.push(next.value));
      quiet = setTimeout(() => take(splitter.flush()), QUIET_MS);
    }
    clearTimeout(quiet);
    take(splitter.flush());
    const reason = `screenrecord ended${/^[\x20-\x7e\s]+$/.test(words) ? `: ${words.trim()}` : ""}`;
    first.reject(new Error(reason));
    ended.resolve(reason);
  };
  read().catch((error: unknown) => {
    first.reject(error);
    ended.resolve("screenrecord was cut off");
  });
  await withSignal(first.promise, bounded, undefined, stop);
  return {
    start(next) {
      onUnit = next;
      for (const unit of waiting.splice(0)) next(unit);
    },
    ended: ended.promise,
    stop,
  };
}
