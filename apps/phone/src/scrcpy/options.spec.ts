import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.ts";

const options = (...pairs: string[]): ReturnType<typeof parseOptions>["options"] =>
  parseOptions(["3.3.4", ...pairs]).options;

describe("server options", () => {
  it("has the real server's defaults", () => {
    expect(options()).toMatchObject({
      scid: -1,
      log_level: "debug",
      video: true,
      audio: true,
      control: true,
      max_size: 0,
      video_codec: "h264",
      video_bit_rate: 8_000_000,
      max_fps: 0,
      tunnel_forward: false,
      clipboard_autosync: true,
      power_on: true,
      send_device_meta: true,
      send_frame_meta: true,
      send_dummy_byte: true,
      send_codec_meta: true,
    });
  });

  it("reads values", () => {
    expect(options("scid=1a2b3c4d").scid).toBe(0x1a2b3c4d);
    expect(options("max_size=1023").max_size).toBe(1016);
    expect(options("video=False", "audio=TRUE")).toMatchObject({ video: false, audio: true });
    expect(options("max_fps=59.94").max_fps).toBe(59.94);
    expect([...options("video_codec_options=profile=65536,a\\,b:string=c\\\\d").video_codec_options]).toEqual([
      ["profile", "65536"],
      ["a,b", "c\\d"],
    ]);
    expect(options("raw_stream=true")).toMatchObject({
      send_device_meta: false,
      send_frame_meta: false,
      send_dummy_byte: false,
      send_codec_meta: false,
    });
  });

  it("serves every version that speaks the same messages, and no other", () => {
    for (const version of ["3.1", "3.2", "3.3", "3.3.1", "3.3.4", "4.0", "4.1"])
      expect(parseOptions([version]).unknown).toEqual([]);
    for (const version of ["2.7", "3.0.2", "3.30", "3.3.4-beta", "4.0.1", "4.2", "14.1", ""]) {
      expect(() => parseOptions([version])).toThrow(
        `The server version (3.3.4) does not match the client (${version})`,
      );
    }
    expect(() => parseOptions([])).toThrow("Missing client version");
  });

  it.each([
    ["3.1", 1],
    ["3.2", 1],
    ["3.3", 1],
    ["3.3.1", 16],
    ["3.3.4", 16],
    ["4.1", 16],
  ])("reads the scrolls of %s as its client wrote them: times %i", (version, scale) => {
    expect(parseOptions([version]).options.scroll_scale).toBe(scale);
  });

  it.each([
    ["audio", 'Invalid key=value pair: "audio"'],
    ["max_size=big", 'For input string: "big"'],
    ["scid=-2", "scid may not be negative (except -1 for 'none'): -2"],
    ["scid=80000000", 'For input string: "80000000"'],
    ["max_fps=fast", 'Invalid float value for max_fps: "fast"'],
    ["video_codec=vp8", "Video codec vp8 not supported"],
    ["video_codec_options=profile", "'=' expected"],
    ["video_codec_options=profile:bits=1", "Invalid codec option type (int, long, float, str): bits"],
    ["min_size_alignment=3", "min_size_alignment (3) must be 1, 2, 4, 8 or 16"],
    ["display_ime_policy=none", "Invalid display IME policy: none"],
    ["capture_orientation=", "Empty capture orientation string"],
  ])("refuses %s as the real server does", (pair, message) => {
    expect(() => options(pair)).toThrow(message);
  });

  it("names what this phone does not do, and warns of what nobody knows", () => {
    expect(options("new_display=1920x1080").unsupported).toBe("New virtual display is not supported");
    expect(options("video_source=camera").unsupported).toBe("Camera mirroring is not supported");
    expect(options("min_size_alignment=16").unsupported).toBe("A video size alignment of 16 is not supported");
    expect(options("min_size_alignment=8").unsupported).toBeUndefined();
    expect(options("crop=", "angle=0", "capture_orientation=0").unsupported).toBeUndefined();
    expect(parseOptions(["3.3.4", "colour=red", "audio_dup=true"]).unknown).toEqual(["colour"]);
  });
});
