import { type Said, say } from "@udt/base";
import { longestPx, PICTURE_LEVELS } from "@udt/contract";
import type { ScreenEvent, ScreenOptions, ScreenSource } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { AdbScrcpyClient, AdbScrcpyExitedError, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import { DefaultServerPath, ScrcpyInstanceId } from "@yume-chan/scrcpy";
import { ReadableStream } from "@yume-chan/stream-extra";
import { ownSockets } from "./owned-sockets.ts";
import { sizeTeller } from "./picture-size.ts";
import { scrcpyInput } from "./scrcpy-input.ts";
import { SCRCPY_VERSION } from "./scrcpy-server-file.ts";
import { orLost, quote, runLine } from "./shell.ts";
import { withSignal } from "../../with-signal.ts";
import "./consumed-writes.ts";

const START_TIMEOUT_MS = 15_000;
/**
 * What systems say whose owner has not allowed input by adb, Xiaomi's by default; the picture comes all the same.
 * @see https://github.com/Genymobile/scrcpy/blob/e5e58b1b307d92cbe3432431a9e22cd648f8d4d1/README.md#prerequisites
 */
const NO_INJECTION = "INJECT_EVENTS permission";
/** `MediaCodecInfo.CodecProfileLevel.AVCProfileBaseline`. */
const BASELINE_PROFILE = 1;

/** How the device gets its scrcpy server: pushed from these bytes, or there already at a path of its own. */
export type ScrcpyServer = { push: Uint8Array } | { path: string };

type Options = AdbScrcpyOptions3_3_3<boolean>;

/** One that runs, which `close` ends. */
export interface RunningScrcpy {
  client: AdbScrcpyClient<Options>;
  close(): Promise<void>;
}

/** Starts the scrcpy server and connects to it. The server deletes its file by itself once it runs, so each start pushes it. */
export async function startScrcpy(
  adb: Adb,
  server: ScrcpyServer,
  init: ConstructorParameters<typeof AdbScrcpyOptions3_3_3<boolean>>[0],
  signal: AbortSignal,
): Promise<RunningScrcpy> {
  const bounded = AbortSignal.any([orLost(adb, signal), AbortSignal.timeout(START_TIMEOUT_MS)]);
  if ("push" in server) await push(adb, server.push, DefaultServerPath, bounded);
  const options = new AdbScrcpyOptions3_3_3<boolean>(
    // An instance id of its own keeps a scrcpy that someone else runs on the same phone apart.
    { scid: ScrcpyInstanceId.random(), logLevel: "info", audio: false, ...init },
    { version: SCRCPY_VERSION },
  );
  const owned = ownSockets(adb);
  try {
    const starting = AdbScrcpyClient.start(owned.adb, "path" in server ? server.path : DefaultServerPath, options);
    // Who gave up meanwhile, or has no use for one of both, hears nothing of how its first bytes failed to come.
    void starting.then(
      ({ videoStream, audioStream }) => Promise.allSettled([videoStream, audioStream]),
      () => undefined,
    );
    const client = await withSignal(starting, bounded);
    return { client, close: () => owned.close() };
  } catch (error) {
    await owned.close();
    if (error instanceof AdbScrcpyExitedError)
      throw new Error(`scrcpy server ended: ${error.output.join(" ").slice(-500)}`, { cause: error });
    throw error;
  }
}

async function push(adb: Adb, server: Uint8Array, path: string, signal: AbortSignal): Promise<void> {
  const file = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(server);
      controller.close();
    },
  });
  await withSignal(AdbScrcpyClient.pushServer(adb, file, path), signal);
}

/** Its own, because this server deletes it, and one for the screen may be about to start meanwhile. */
const LISTING_SERVER_PATH = "/data/local/tmp/udt-scrcpy-apps.jar";

/**
 * What scrcpy's server prints of the device's apps. It takes its time with hundreds of them, behind everything else that the
 * device does; one that hangs is ended by the device itself, since a closed connection does not end every process.
 * @see https://github.com/Genymobile/scrcpy/blob/fe7b84448b98052bc54ce7c5a58ffb83048db29f/server/src/main/java/com/genymobile/scrcpy/Server.java
 */
export async function listApps(adb: Adb, server: ScrcpyServer, seconds = 20): Promise<string> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS + seconds * 1000);
  if ("push" in server) await push(adb, server.push, LISTING_SERVER_PATH, orLost(adb, signal));
  const path = "path" in server ? server.path : LISTING_SERVER_PATH;
  // What the device brought along stays.
  const options = new AdbScrcpyOptions3_3_3<boolean>({ listApps: true, cleanup: "push" in server });
  const words = ["app_process", "/", "com.genymobile.scrcpy.Server", SCRCPY_VERSION, ...options.serialize()];
  const line = `CLASSPATH=${quote(path)} nice -n 10 timeout ${seconds} ${words.map(quote).join(" ")}`;
  const { exit_code, stdout, stderr } = await runLine(adb, line, signal);
  if (exit_code !== 0) throw new Error(`scrcpy server ended with ${exit_code}: ${stderr.slice(-500)}`);
  return stdout;
}

/** The screen through scrcpy: H.264 as the device encodes it, untouched, and the input channel beside it. */
export async function openScrcpy(
  adb: Adb,
  server: ScrcpyServer,
  options: ScreenOptions,
  onEvent: (event: ScreenEvent) => void,
  signal: AbortSignal,
): Promise<ScreenSource> {
  const { level = "high" } = options;
  const { bit_rate, max_fps } = PICTURE_LEVELS[level];
  const { client, close } = await startScrcpy(
    adb,
    server,
    {
      maxSize: longestPx(level, options.baseline),
      maxFps: max_fps,
      videoBitRate: bit_rate,
      // What it puts back when it ends would be taken from the server that took its place; the device's cleaning does it.
      cleanup: false,
      ...(options.baseline && { videoCodecOptions: `profile=${BASELINE_PROFILE}` }),
    },
    signal,
  );
  const controller = client.controller;
  const clipboard = client.clipboard;
  if (!controller || !clipboard) throw new Error("scrcpy has no control channel");
  const ended = Promise.withResolvers<string>();
  const refused = Promise.withResolvers<Said>();
  const lastWords = keepLastWords(client.output, (line) => {
    if (line.includes(NO_INJECTION)) refused.resolve(say("device_refuses_input", {}, line.slice(0, 500)));
  });
  let disposed = false;
  const end = (reason: string) => {
    const words = lastWords();
    ended.resolve(words ? `${reason}: ${words}` : reason);
  };

  onEvent({ type: "meta", source: "live", codec: "h264" });
  // Packets that are still on their way when the source is disposed of are nobody's any more.
  const emit = (event: ScreenEvent) => {
    if (!disposed) onEvent(event);
  };
  void pump(client, emit).then(
    () => end("scrcpy server ended"),
    (error: unknown) => end(`screen stream broke (${error instanceof Error ? error.message : String(error)})`),
  );
  client.exited.then(
    () => end("scrcpy server ended"),
    () => end("scrcpy server was cut off"),
  );
  const input = scrcpyInput(controller, clipboard);

  return {
    requestKeyFrame() {
      controller.resetVideo().catch(() => undefined);
    },
    input: input.sink,
    inputRefused: refused.promise,
    ended: ended.promise,
    async dispose() {
      if (disposed) return;
      disposed = true;
      input.dispose();
      ended.resolve("closed");
      await close();
    },
  };
}

async function pump(client: AdbScrcpyClient<Options>, onEvent: (event: ScreenEvent) => void): Promise<void> {
  const video = await client.videoStream;
  if (!video) throw new Error("scrcpy sends no video");
  const tellSize = sizeTeller(onEvent);
  let lastPts = 0n;
  const reader = video.stream.getReader();
  for (let next = await reader.read(); !next.done && next.value; next = await reader.read()) {
    const packet = next.value;
    if (packet.type === "configuration") {
      if (!tellSize(packet.data)) throw new Error("its parameter sets cannot be read");
      onEvent({ type: "packet", kind: "config", pts_us: lastPts, data: packet.data });
    } else {
      lastPts = packet.pts ?? lastPts;
      onEvent({ type: "packet", kind: packet.keyframe ? "key" : "delta", pts_us: lastPts, data: packet.data });
    }
  }
}

/** Reads the server's output to its end (unread, it would block the connection) and keeps its last lines for error messages. */
function keepLastWords(
  output: { getReader(): { read(): Promise<{ done: boolean; value?: string | undefined }> } },
  onLine: (line: string) => void,
): () => string {
  const lines: string[] = [];
  const read = async () => {
    const reader = output.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value) {
        onLine(next.value);
        lines.push(next.value.trim());
      }
      if (lines.length > 5) lines.shift();
    }
  };
  read().catch(() => undefined);
  return () =>
    lines
      .filter((line) => /ERROR|Exception/.test(line))
      .join(" ")
      .slice(0, 500);
}
