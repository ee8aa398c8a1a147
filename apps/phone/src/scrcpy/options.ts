/**
 * Options of the scrcpy server, as `key=value` after the version.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/Options.java
 */
export interface ServerOptions {
  scid: number;
  log_level: "verbose" | "debug" | "info" | "warn" | "error";
  video: boolean;
  audio: boolean;
  control: boolean;
  max_size: number;
  video_codec: string;
  video_source: string;
  audio_codec: string;
  audio_bit_rate: number;
  video_bit_rate: number;
  max_fps: number;
  /** MediaFormat keys set by `video_codec_options`. */
  video_codec_options: Map<string, string>;
  video_encoder: string;
  tunnel_forward: boolean;
  display_id: number;
  show_touches: boolean;
  stay_awake: boolean;
  power_off_on_close: boolean;
  clipboard_autosync: boolean;
  power_on: boolean;
  cleanup: boolean;
  send_device_meta: boolean;
  send_frame_meta: boolean;
  send_dummy_byte: boolean;
  send_codec_meta: boolean;
  /** What `send_codec_meta` is called since 4.0. */
  send_stream_meta: boolean;
  list_encoders: boolean;
  list_displays: boolean;
  list_cameras: boolean;
  list_camera_sizes: boolean;
  list_apps: boolean;
  /** The client's major version. */
  generation: 3 | 4;
  /** What a scroll's fixed-point number is multiplied by; it depends on the client's version. */
  scroll_scale: 1 | 16;
  /** What this phone does not do, by the option that asked for it. */
  unsupported: string | undefined;
}

export const SERVER_VERSION = "3.3.4";
/**
 * The versions whose messages are spoken here. Since 3.1 UHID_CREATE carries vendor and product, and until 4.0 nothing else
 * of a message's layout changed; `git diff v3.1 v3.3.4` of these shows one change, the scale below. 4.0 added messages of cameras
 * and displays and tells the size of the video in packets of their own, 4.1 one message more:
 * @see https://github.com/Genymobile/scrcpy/blob/0e2d084751b0513f5db1b7e7afc5460766f4b5c7/server/src/main/java/com/genymobile/scrcpy/control/ControlMessageReader.java
 * @see https://github.com/Genymobile/scrcpy/blob/fb6381f5b9bb96f3fa823d899f4c32de2ec84ab3/server/src/main/java/com/genymobile/scrcpy/control/ControlMessageReader.java
 * @see https://github.com/Genymobile/scrcpy/blob/0e2d084751b0513f5db1b7e7afc5460766f4b5c7/server/src/main/java/com/genymobile/scrcpy/device/Streamer.java
 * @see https://github.com/Genymobile/scrcpy/blob/2926c06c5dc3064ae6d8db706f1a98a37cfcf3f0/server/src/main/java/com/genymobile/scrcpy/control/ControlMessageReader.java
 * @see https://github.com/Genymobile/scrcpy/blob/2926c06c5dc3064ae6d8db706f1a98a37cfcf3f0/server/src/main/java/com/genymobile/scrcpy/device/Streamer.java
 */
const ACCEPTED_VERSION = /^(?:3\.(?:[12]|3(?:\.\d+)?)|4\.[01])$/;
/**
 * Until 3.3 a client fitted [-1, 1] into a scroll's fixed-point number; since 3.3.1 it fits [-16, 16].
 * @see https://github.com/Genymobile/scrcpy/blob/dc169e425e9cc94e8e871dbeac24bdebd277bf39/app/src/control_msg.c
 * @see https://github.com/Genymobile/scrcpy/blob/f01231dff8294fe2c99045a4f9a14b233a71bb86/app/src/control_msg.c
 */
const NARROW_SCROLL_VERSION = /^3\.[123]$/;

export class OptionError extends Error {}

const LOG_LEVELS = ["verbose", "debug", "info", "warn", "error"] as const;
const VIDEO_CODECS = ["h264", "h265", "av1"];
const AUDIO_CODECS = ["opus", "aac", "flac", "raw"];

const integer = (value: string, radix = 10): number => {
  const valid = radix === 16 ? /^-?[\da-f]+$/i : /^-?\d+$/;
  const number = Number.parseInt(value, radix);
  if (!valid.test(value) || number > 0x7fffffff || number < -0x80000000) {
    throw new OptionError(`For input string: "${value}"`);
  }
  return number;
};

const float = (key: string, value: string): number => {
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) throw new OptionError(`Invalid float value for ${key}: "${value}"`);
  return number;
};

const boolean = (value: string): boolean => value.toLowerCase() === "true";

const oneOf = (what: string, value: string, known: readonly string[]): string => {
  if (!known.includes(value)) throw new OptionError(`${what} ${value} not supported`);
  return value;
};

/** `key[:type]=value[,…]` with backslash escapes. */
const codecOptions = (value: string): Map<string, string> => {
  const options = new Map<string, string>();
  const parts: string[] = [];
  let current = "";
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === "\\" && at + 1 < value.length) current += value[(at += 1)];
    else if (value[at] === ",") {
      parts.push(current);
      current = "";
    } else current += value[at];
  }
  parts.push(current);
  for (const part of parts.filter((text) => text !== "")) {
    const equals = part.indexOf("=");
    if (equals < 0) throw new OptionError("'=' expected");
    const [key = "", type = "int"] = part.slice(0, equals).split(":");
    if (key === "") throw new OptionError("Key may not be null");
    if (!["int", "long", "float", "string"].includes(type)) {
      throw new OptionError(`Invalid codec option type (int, long, float, str): ${type}`);
    }
    if (type !== "string") float(key, part.slice(equals + 1));
    options.set(key, part.slice(equals + 1));
  }
  return options;
};

const defaults = (): ServerOptions => ({
  scid: -1,
  log_level: "debug",
  video: true,
  audio: true,
  control: true,
  max_size: 0,
  video_codec: "h264",
  video_source: "display",
  audio_codec: "opus",
  audio_bit_rate: 128_000,
  video_bit_rate: 8_000_000,
  max_fps: 0,
  video_codec_options: new Map(),
  video_encoder: "",
  tunnel_forward: false,
  display_id: 0,
  show_touches: false,
  stay_awake: false,
  power_off_on_close: false,
  clipboard_autosync: true,
  power_on: true,
  cleanup: true,
  send_device_meta: true,
  send_frame_meta: true,
  send_dummy_byte: true,
  send_codec_meta: true,
  send_stream_meta: true,
  list_encoders: false,
  list_displays: false,
  list_cameras: false,
  list_camera_sizes: false,
  list_apps: false,
  generation: 3,
  scroll_scale: 16,
  unsupported: undefined,
});

const FLAGS = [
  "video",
  "audio",
  "control",
  "tunnel_forward",
  "show_touches",
  "stay_awake",
  "power_off_on_close",
  "clipboard_autosync",
  "power_on",
  "cleanup",
  "send_device_meta",
  "send_frame_meta",
  "send_dummy_byte",
  "send_codec_meta",
  "send_stream_meta",
  "list_encoders",
  "list_displays",
  "list_cameras",
  "list_camera_sizes",
  "list_apps",
] as const;

/** Options about audio, cameras and virtual displays that change nothing here, since there are none. */
const WITHOUT_EFFECT = new Set([
  "audio_bit_rate",
  "audio_codec_options",
  "audio_dup",
  "audio_encoder",
  "audio_source",
  "camera_ar",
  "camera_facing",
  "camera_fps",
  "camera_high_speed",
  "camera_id",
  "camera_size",
  "camera_torch",
  "camera_zoom",
  "downsize_on_error",
  "flex_display",
  "ignore_video_encoder_constraints",
  "keep_active",
  "screen_off_timeout",
  "vd_destroy_content",
  "vd_system_decorations",
]);

const setOption = (options: ServerOptions, key: string, value: string): boolean => {
  const flag = FLAGS.find((name) => name === key);
  if (flag !== undefined) options[flag] = boolean(value);
  else if (key === "scid") {
    options.scid = integer(value, 16);
    if (options.scid < -1) throw new OptionError(`scid may not be negative (except -1 for 'none'): ${options.scid}`);
  } else if (key === "log_level") {
    const level = LOG_LEVELS.find((name) => name === value.toLowerCase());
    if (level === undefined)
      throw new OptionError(`No enum constant com.genymobile.scrcpy.util.Ln.Level.${value.toUpperCase()}`);
    options.log_level = level;
  } else if (key === "video_codec") options.video_codec = oneOf("Video codec", value, VIDEO_CODECS);
  else if (key === "audio_bit_rate") options.audio_bit_rate = integer(value);
  else if (key === "audio_codec") options.audio_codec = oneOf("Audio codec", value, AUDIO_CODECS);
  else if (key === "video_source") options.video_source = oneOf("Video source", value, ["display", "camera"]);
  else if (key === "max_size") options.max_size = integer(value) & ~7;
  else if (key === "min_size_alignment") {
    if (!["1", "2", "4", "8", "16"].includes(value))
      throw new OptionError(`min_size_alignment (${value}) must be 1, 2, 4, 8 or 16`);
    if (value === "16") options.unsupported = "A video size alignment of 16 is not supported";
  } else if (key === "video_bit_rate") options.video_bit_rate = integer(value);
  else if (key === "max_fps") options.max_fps = float(key, value);
  else if (key === "display_id") options.display_id = integer(value);
  else if (key === "video_codec_options") options.video_codec_options = codecOptions(value);
  else if (key === "video_encoder") options.video_encoder = value;
  else if (key === "angle") {
    if (float(key, value) !== 0) options.unsupported = "Video rotation by an angle is not supported";
  } else if (key === "crop") {
    if (value !== "") options.unsupported = "Crop is not supported";
  } else if (key === "capture_orientation") {
    if (value === "") throw new OptionError("Empty capture orientation string");
    if (value !== "0") options.unsupported = "Capture orientation is not supported";
  } else if (key === "display_ime_policy") {
    if (!["local", "fallback", "hide"].includes(value)) throw new OptionError(`Invalid display IME policy: ${value}`);
  } else if (key === "new_display") options.unsupported = "New virtual display is not supported";
  else if (key === "raw_stream") {
    if (!boolean(value)) return true;
    for (const name of [
      "send_device_meta",
      "send_frame_meta",
      "send_dummy_byte",
      "send_codec_meta",
      "send_stream_meta",
    ] as const) {
      options[name] = false;
    }
  } else return WITHOUT_EFFECT.has(key);
  return true;
};

/**
 * Reads the server's arguments: the client's version, then `key=value` pairs.
 * @throws OptionError with the real server's own sentence when one is wrong.
 */
export const parseOptions = (args: readonly string[]): { options: ServerOptions; unknown: string[] } => {
  const [version, ...pairs] = args;
  if (version === undefined) throw new OptionError("Missing client version");
  if (!ACCEPTED_VERSION.test(version)) {
    throw new OptionError(`The server version (${SERVER_VERSION}) does not match the client (${version})`);
  }
  const options = defaults();
  if (version.startsWith("4.")) options.generation = 4;
  if (NARROW_SCROLL_VERSION.test(version)) options.scroll_scale = 1;
  const unknown: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 0) throw new OptionError(`Invalid key=value pair: "${pair}"`);
    const key = pair.slice(0, equals);
    if (!setOption(options, key, pair.slice(equals + 1))) unknown.push(key);
  }
  if (options.video_source === "camera") options.unsupported = "Camera mirroring is not supported";
  return { options, unknown };
};
