/**
 * Streams between a browser, or the server itself, and a device. Text frames are JSON of the schemas below; binary frames are bulk data. The
 * server passes both on unread. An end that gets a message it cannot validate closes the stream with `BAD_MESSAGE`.
 */
import { z } from "zod";
import type { DriverCapability } from "./capabilities.ts";
import { pathName } from "./direct-path.ts";
import { errorArgs, refused } from "./errors.ts";
import { fileEntry } from "./files.ts";
import { NET_OF, SERIES_NAMES, type Series } from "./performance.ts";
import { PICTURE_LEVEL_NAMES, PICTURE_QUALITIES } from "./picture-quality.ts";
import { packageName } from "./rules.ts";
import { id, time } from "./shapes.ts";
import { said } from "./words.ts";

interface StreamFacts {
  /** What a device without it refuses the stream for. */
  needs: DriverCapability;
  /** Whether observers may open it, too: it does not change the device. */
  observed: boolean;
  /** Whether messages from the browser count as the user's activity. */
  activity: boolean;
  /** Whether who has it open is named to the others as looking. */
  named: boolean;
  /** Whether it goes on as it is when control of the device changes hands: nothing is done on the device by it. */
  stays: boolean;
  /**
   * How it comes to its near end. `server`: that is one of the server's own, which carries bytes between the device and an
   * HTTP call. To a browser by a socket alone (what makes the direct path, and the pictures, which have a track of it),
   * or also by a data channel of the direct path (stream-ways.ts).
   */
  way: "server" | "socket" | "channel";
}

/** Every stream that there is. How each is served is the agent's table, and what is said on it the schemas below. */
export const STREAMS = {
  screen: { needs: "screen", observed: true, activity: false, named: true, stays: true, way: "socket" },
  input: { needs: "input", observed: false, activity: true, named: false, stays: false, way: "channel" },
  terminal: { needs: "shell", observed: false, activity: true, named: false, stays: false, way: "channel" },
  log: { needs: "log", observed: true, activity: false, named: false, stays: false, way: "channel" },
  files: { needs: "files", observed: false, activity: true, named: false, stays: false, way: "server" },
  // Binary frames: packets of adb's own protocol from its CNXN on. The server has seen to authentication, the agent judges what is asked for.
  adb: { needs: "adb", observed: false, activity: true, named: false, stays: false, way: "server" },
  audio: { needs: "audio", observed: true, activity: false, named: false, stays: true, way: "channel" },
  camera: { needs: "cameraImage", observed: false, activity: true, named: false, stays: false, way: "server" },
  performance: { needs: "performance", observed: true, activity: false, named: false, stays: false, way: "channel" },
  recording: { needs: "screen", observed: true, activity: false, named: false, stays: false, way: "channel" },
  pointers: { needs: "screen", observed: true, activity: false, named: false, stays: false, way: "channel" },
  // Runs a file of the script editor (trials.ts).
  trial: { needs: "input", observed: false, activity: true, named: false, stays: false, way: "channel" },
  // Makes the direct path (direct-path.ts), by whose track the pictures of `screen` come while it stands.
  signaling: { needs: "screen", observed: true, activity: false, named: false, stays: true, way: "socket" },
} as const satisfies Readonly<Record<string, StreamFacts>>;
export type StreamName = keyof typeof STREAMS;
export const STREAM_NAMES = Object.keys(STREAMS) as readonly StreamName[];
/** Those that a browser opens. */
export type BrowserStreamName = {
  [Name in StreamName]: (typeof STREAMS)[Name]["way"] extends "server" ? never : Name;
}[StreamName];
export const BROWSER_STREAM_NAMES = STREAM_NAMES.filter(
  (name): name is BrowserStreamName => STREAMS[name].way !== "server",
);

/** Which `screen` a browser can take: the decoder in software takes constrained baseline only; `stills` asks for pictures. */
export const STREAM_PROFILES = ["any", "baseline", "stills"] as const;
export type StreamProfile = (typeof STREAM_PROFILES)[number];

/**
 * `screen`, agent to browser, binary: one video packet.
 * | offset | size | field |
 * | 0 | 1 | kind: 0 config (SPS and PPS), 1 key frame, 2 delta frame, 3 still picture (PNG or JPEG) |
 * | 1 | 8 | presentation time, microseconds, unsigned big endian |
 * | 9 | … | H.264 Annex B, or the picture file |
 */
export const SCREEN_PACKET = { config: 0, key: 1, delta: 2, still: 3 } as const;
/** Kind and time, of a packet of video as of one of sound. */
export const PACKET_HEADER_BYTES = 9;

/**
 * `audio`, agent to browser, binary: one packet of Opus, 48 kHz stereo, while somebody listens.
 * | offset | size | field |
 * | 0 | 1 | kind: 0 `OpusHead` (RFC 7845 §5.1), 1 packet |
 * | 1 | 8 | presentation time, microseconds, unsigned big endian |
 * | 9 | … | its bytes |
 */
export const AUDIO_PACKET = { config: 0, data: 1 } as const;
/** Nothing is said in words. */
export const audioToBrowser = z.never();
export const audioToAgent = z.never();

/** From the moment when the pictures go over to the direct path until they go on by the socket: the how manieth of its path. */
const turn = z.int().positive();
const bytes = z.int().min(0);
export const screenToBrowser = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("meta"),
    /** By what pictures come: `slow` and `stills` are fall-backs, told to the user. */
    source: z.enum(["live", "slow", "stills"]),
    codec: z.enum(["h264", "picture"]),
  }),
  z.object({ type: z.literal("size"), width: z.int().positive(), height: z.int().positive() }),
  z.object({ type: z.literal("pong"), seq: z.int() }),
  /**
   * The picture has stood still for so long although the device was given something to show and was asked for a key frame;
   * null: it flows again.
   */
  z.object({ type: z.literal("frozen"), for_ms: z.int().min(0).nullable() }),
  /** What the driver asked for, and what everybody is given now. Told at first and whenever it changes; never of single pictures. */
  z.object({ type: z.literal("quality"), quality: z.enum(PICTURE_QUALITIES), level: z.enum(PICTURE_LEVEL_NAMES) }),
  /** Whether the device's own panel is dark on purpose while its picture goes on. Told at first and whenever it changes. */
  z.object({ type: z.literal("panel"), is_dark: z.boolean() }),
  /** Pictures of this turn have been sent by the direct path, and `bytes` of packets in all, by whichever way. Told now and then. */
  z.object({ type: z.literal("sent"), turn, bytes }),
  /** The direct path's turn is over: what follows comes by this socket, which has `bytes` of packets before it, some perhaps lost. */
  z.object({ type: z.literal("turn_over"), turn, bytes }),
]);
export const screenToAgent = z.discriminatedUnion("type", [
  /** The decoder lost its place: send config and key frame. */
  z.object({ type: z.literal("key_frame") }),
  /** Answered with `pong` at once; what the page shows as the round trip. */
  z.object({ type: z.literal("ping"), seq: z.int() }),
  /** The driver's wish, for one encoder serves all who look: from anyone else it changes nothing. The newest counts. */
  z.object({ type: z.literal("quality"), quality: z.enum(PICTURE_QUALITIES) }),
  /** Bytes of packets that have arrived on this connection, and frames that wait for the decoder: told while it changes. */
  z.object({ type: z.literal("received"), bytes, undecoded: z.int().min(0) }),
  /** The direct path that is to bring the pictures, as soon as it stands; null: none is. */
  z.object({ type: z.literal("path"), path: pathName.nullable() }),
]);

/** `terminal`: binary frames are the bytes of the shell, both ways. */
export const terminalToAgent = z.object({
  type: z.literal("resize"),
  cols: z.int().min(1).max(1000),
  rows: z.int().min(1).max(1000),
});
export const terminalToBrowser = z.object({ type: z.literal("exit"), code: z.int() });

/** `log`: a batch of lines, oldest first: time (epoch milliseconds), level, tag, process id, thread id, message. */
export const logLine = z.tuple([
  z.number(),
  z.enum(["V", "D", "I", "W", "E", "F"]),
  z.string(),
  z.int(),
  z.int(),
  z.string(),
]);
export type LogLine = z.output<typeof logLine>;
export const logToBrowser = z.discriminatedUnion("type", [
  /** Said first: when the session began, by the device's own clock, as its lines' times are. What is older is of somebody else. */
  z.object({ type: z.literal("began"), time: z.int() }),
  z.object({ type: z.literal("lines"), lines: z.array(logLine) }),
  /** The reader was too slow and this many lines were left out here. */
  z.object({ type: z.literal("dropped"), count: z.int() }),
]);
/** Empties the device's own log: who watches is refused. */
export const logToAgent = z.object({ type: z.literal("clear") });

/**
 * `files`: one call a stream. The server says first what it wants. `list` is answered by `entries`, `read` and `archive` by
 * `found` and binary frames, `write` by `ready`, after which the server's binary frames are the file until `written`. The
 * agent ends each with `done` or `refused`; a stream that closes before is given up, and nothing half-written stays.
 */
export const filesToAgent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("list"), path: z.string() }),
  /** `max_bytes`: no more than the first so many. */
  z.object({ type: z.literal("read"), path: z.string(), max_bytes: z.int().positive().nullable() }),
  /** A folder as a tar archive. */
  z.object({ type: z.literal("archive"), path: z.string() }),
  z.object({ type: z.literal("write"), path: z.string(), replace: z.boolean() }),
  z.object({ type: z.literal("written") }),
]);
export type FilesToAgent = z.output<typeof filesToAgent>;
export const filesToServer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("entries"), entries: z.array(fileEntry) }),
  z.object({ type: z.literal("found"), entry: fileEntry }),
  z.object({ type: z.literal("ready") }),
  /** `entry`: what was written. */
  z.object({ type: z.literal("done"), entry: fileEntry.nullable() }),
  z.object({ type: z.literal("refused"), code: z.string(), args: errorArgs }),
]);
export type FilesToServer = z.output<typeof filesToServer>;
const measuredApp = z.object({ package_name: packageName.nullable() });
const figures = Object.fromEntries(SERIES_NAMES.map((name) => [name, z.number().nullable()])) as Record<
  Series,
  z.ZodNullable<z.ZodNumber>
>;

/** `performance`: each says which app it looks at, null for the device alone. What is recorded is for who drives to say. */
export const performanceToAgent = z.discriminatedUnion("type", [
  measuredApp.extend({ type: z.literal("watch") }),
  measuredApp.extend({ type: z.literal("record") }),
  z.object({ type: z.literal("record_end") }),
]);
export const performanceToBrowser = z.discriminatedUnion("type", [
  /** Once a second, of the app that this browser watches; null is what was not read this time, see `SERIES`. */
  measuredApp
    .extend({
      type: z.literal("sample"),
      timestamp: time,
      net_of: z.enum(NET_OF).nullable(),
      is_simulated: z.boolean(),
    })
    .extend(z.object(figures).partial().shape),
  /** Told again with each sample that could not be had for another reason than the last. */
  measuredApp.extend({ type: z.literal("unmeasured"), said }),
  /** What is being recorded now, told at first and whenever it changes; null: nothing. */
  z.object({
    type: z.literal("recording"),
    recording: measuredApp.extend({ started_at: time, name: z.string() }).nullable(),
  }),
]);

/** `recording`: screen, input and log of a debug session as files. What is recorded and saved is for who drives to say. */
export const recordingToAgent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("record") }),
  z.object({ type: z.literal("record_end") }),
  /** The last `LIMITS.recent_seconds`, which the agent has kept anyway. One that comes while another is on its way changes nothing. */
  z.object({ type: z.literal("save_recent") }),
]);
export const recordingToBrowser = z.discriminatedUnion("type", [
  /** Told at first and whenever it changes. */
  z.object({
    type: z.literal("state"),
    /** The server's time. */
    now: time,
    /** Of a screen that is still pictures no video can be made. */
    has_video: z.boolean(),
    /** The video that is being recorded; null: none. */
    recording: z.object({ name: z.string(), started_at: time }).nullable(),
    /** Since when there is something that could be saved, unless the last seconds begin later; null: nothing yet. */
    kept_since: time.nullable(),
    /** What was saved and is on its way to the server, and how much of it is there. */
    saving: z.object({ name: z.string(), percent: z.int().min(0).max(100) }).nullable(),
    /** The video of which the server takes no more, and why; null: of what was begun last it took all so far. */
    refused: refused.extend({ name: z.string() }).nullable(),
  }),
]);
export type RecordingState = z.output<typeof recordingToBrowser>;

const share = z.number().min(0).max(1);
/** Where on the picture, in shares of its width and height from the upper left corner. */
const place = { x: share, y: share };

/** `pointers`: where the people who drive one device together point. Who drives tells it, and all are told of the others. */
export const pointersToAgent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("at"), ...place, down: z.boolean() }),
  z.object({ type: z.literal("away") }),
]);
/** Those that moved since the last message; without a place: gone from the picture. */
export const pointersToBrowser = z.object({
  type: z.literal("pointers"),
  pointers: z.array(
    z.object({
      user_id: id,
      user_name: z.string(),
      at: z.object({ ...place, down: z.boolean() }).nullable(),
    }),
  ),
});
export type PointersToBrowser = z.output<typeof pointersToBrowser>;
