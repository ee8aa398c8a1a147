import {
  type AndroidKeyCode,
  ScrcpyControlMessageSerializer,
  type ScrcpyMediaStreamPacket,
  ScrcpyOptions3_3_3,
} from "@yume-chan/scrcpy";
import type { ReadableStream as ClientReadableStream } from "@yume-chan/stream-extra";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readSequence } from "../apps/test-pattern-layout.ts";
import { APPS } from "../apps/registry.ts";
import { createScreen } from "../screen/index.ts";
import { PacketDecoder } from "../screen/testing/decoding.ts";
import { find } from "../screen/testing/driving.ts";
import { memorySystem } from "../screen/testing/memory-system.ts";
import type { PhoneStream } from "../types.ts";
import { ByteReader } from "./byte-reader.ts";
import { startScrcpyServer } from "./index.ts";

type Options = ConstructorParameters<typeof ScrcpyOptions3_3_3<true>>[0];

const cleanups: (() => void | Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const launch = (args: string[], system = memorySystem()) => {
  const screen = createScreen(system, APPS);
  const lines: string[] = [];
  const abort = new AbortController();
  const exit = startScrcpyServer({ system, screen }, args, {
    stdout: (line) => lines.push(line),
    signal: abort.signal,
  });
  cleanups.push(async () => {
    abort.abort();
    await exit;
    screen.dispose();
  });
  return { system, screen, lines, abort, exit };
};

/** The stream types of Node and of the client library differ in name only. */
const asClient = (stream: PhoneStream): ClientReadableStream<Uint8Array> =>
  stream.readable as unknown as ClientReadableStream<Uint8Array>;

/** A session of the client library, over in-memory sockets behind `adb forward`. */
const connect = async (init: Options = {}) => {
  const options = new ScrcpyOptions3_3_3<true>({ audio: false, tunnelForward: true, sendDummyByte: false, ...init });
  const phone = launch(["3.3.3", ...options.serialize()]);
  const video = await phone.system.dial("scrcpy");
  const control = await phone.system.dial("scrcpy");
  const { metadata, stream } = await options.parseVideoStreamMetadata(asClient(video));
  const packets: ScrcpyMediaStreamPacket[] = [];
  const reading = (async () => {
    const reader = stream.pipeThrough(options.createMediaStreamTransformer()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) packets.push(next.value);
  })();
  cleanups.unshift(() => reading); // ends with the server, which is stopped before
  const serializer = new ScrcpyControlMessageSerializer(options);
  return { ...phone, options, metadata, packets, video, control, serializer };
};

const touchMessage = {
  action: 0 as const,
  pointerId: -2n,
  videoWidth: 720,
  videoHeight: 1600,
  pointerX: 0,
  pointerY: 0,
  pressure: 1,
  actionButton: 0,
  buttons: 0,
};

describe("a session with the client library", () => {
  it("gives device name, video size, config and key frame", async () => {
    const { metadata, packets } = await connect({ maxSize: 1280 });
    expect(metadata).toMatchObject({ deviceName: "Test One", width: 576, height: 1280 });
    await vi.waitFor(() => expect(packets.length).toBeGreaterThanOrEqual(2));
    expect(packets[0]?.type).toBe("configuration");
    expect(packets[1]).toMatchObject({ type: "data", keyframe: true });
  });

  it("scales touches from video to display, and ignores those made for another size", async () => {
    const { screen, serializer, control } = await connect({ maxSize: 1280 });
    const touch = vi.spyOn(screen, "touch");
    const at = { ...touchMessage, pointerX: 288, pointerY: 640 };
    await control.write(serializer.injectTouch(at));
    await control.write(serializer.injectTouch({ ...at, videoWidth: 576, videoHeight: 1280 }));
    await control.write(serializer.injectTouch({ ...at, action: 7, videoWidth: 576, videoHeight: 1280 }));
    await control.write(serializer.injectTouch({ ...at, action: 1, videoWidth: 576, videoHeight: 1280, pressure: 0 }));
    await vi.waitFor(() => expect(touch).toHaveBeenCalledTimes(2));
    expect(touch.mock.calls).toEqual([
      ["down", 0, 360, 800, 1],
      ["up", 0, 360, 800, 0],
    ]);
  });

  it("shows a touch in the decoded picture, finger by finger", async () => {
    const { screen, serializer, control, packets } = await connect();
    screen.start("dev.udt.testpattern");
    await control.write(serializer.injectTouch({ ...touchMessage, pointerX: 200, pointerY: 700 }));
    await control.write(serializer.injectTouch({ ...touchMessage, pointerId: 9n, pointerX: 500, pointerY: 900 }));
    await control.write(
      serializer.injectTouch({ ...touchMessage, pointerId: 9n, action: 2, pointerX: 520, pointerY: 900 }),
    );
    await vi.waitFor(
      async () => {
        const decoder = new PacketDecoder();
        for (const packet of packets.slice()) {
          decoder.take({
            kind: packet.type === "configuration" ? "config" : "data",
            key_frame: packet.type === "data" && packet.keyframe === true,
            pts_us: packet.type === "data" ? (packet.pts ?? 0n) : 0n,
            data: packet.data,
          });
        }
        const { width, height, luma } = await decoder.settle();
        decoder.close();
        expect(readSequence(width, height, luma)).toBe(3);
      },
      { timeout: 60_000 },
    );
    expect(find(screen, "last_touch").attributes["text"]).toBe("move 520, 900");
  });

  it("types keys and text into the field that has the focus", async () => {
    const { screen, serializer, control, system } = await connect();
    screen.start("dev.udt.shop");
    const { x, y } = find(screen, "search_input");
    await control.write(serializer.injectTouch({ ...touchMessage, pointerX: x, pointerY: y }));
    await control.write(serializer.injectTouch({ ...touchMessage, action: 1, pointerX: x, pointerY: y }));
    await control.write(serializer.injectText("lämp 灯"));
    const del = 67 as AndroidKeyCode;
    const key = { keyCode: del, repeat: 0, metaState: 0 as const };
    await control.write(serializer.injectKeyCode({ ...key, action: 0 }));
    await control.write(serializer.injectKeyCode({ ...key, action: 1 }));
    await vi.waitFor(() => expect(find(screen, "search_input").attributes["text"]).toBe("lämp "));
    expect(system.lines.at(-1)).toMatchObject({ tag: "ShopSearch" });
  });

  it("scrolls the list under the pointer", async () => {
    const { screen, serializer, control } = await connect();
    screen.start("dev.udt.shop");
    const before = find(screen, "product_item").y;
    const message = {
      pointerX: 360,
      pointerY: 1200,
      videoWidth: 720,
      videoHeight: 1600,
      scrollX: 0,
      scrollY: -1,
      buttons: 0,
    };
    await control.write(serializer.injectScroll(message)!);
    await vi.waitFor(() => expect(find(screen, "product_item").y).not.toBe(before));
  });

  it("sets and reads the clipboard in both directions, with acknowledgement and paste", async () => {
    const { screen, serializer, control, options } = await connect();
    const fromPhone = options.clipboard!.getReader();
    const parsing = (async () => {
      const reader = new ByteReader(control.readable);
      for (;;) {
        const type = (await reader.bytes(1)).readUInt8();
        await options.deviceMessageParsers.parse(type, {
          readExactly: (length: number) => reader.bytes(length),
        } as never);
      }
    })().catch(() => undefined);
    cleanups.unshift(() => parsing);
    screen.start("dev.udt.notes");
    const { x, y } = find(screen, "create_note");
    screen.touch("down", 0, x, y);
    screen.touch("up", 0, x, y);
    const set = serializer.setClipboard({ sequence: 7n, paste: true, content: "貼り付け ✓" });
    if (!Array.isArray(set)) throw new Error("the client asks for no acknowledgement");
    await control.write(set[0]);
    await set[1];
    expect(screen.clipboard.get()).toBe("貼り付け ✓");
    expect(find(screen, "edit_title").attributes["text"]).toBe("貼り付け ✓");
    screen.clipboard.set("from the phone");
    expect(await fromPhone.read()).toEqual({ done: false, value: "from the phone" });
  });

  it("rotates, opens panels, starts apps, takes a USB keyboard, and resets the video", async () => {
    const { screen, serializer, control, packets, lines } = await connect();
    await control.write(serializer.expandNotificationPanel());
    await vi.waitFor(() => expect(screen.dump()).toContain("notification_panel"));
    await control.write(serializer.collapseNotificationPanel());
    await vi.waitFor(() => expect(screen.dump()).not.toContain("notification_panel"));
    await control.write(serializer.startApp("Shop", { searchByName: true, forceStop: true }));
    await vi.waitFor(() => expect(screen.focused().package_name).toBe("dev.udt.shop"));
    const { x, y } = find(screen, "search_input");
    screen.touch("down", 0, x, y);
    screen.touch("up", 0, x, y);
    const keyboard = { id: 1, vendorId: 0, productId: 0, name: "Keyboard", data: Uint8Array.of(5, 1) };
    await control.write(serializer.uHidCreate(keyboard));
    await control.write(serializer.uHidInput({ id: 1, data: Uint8Array.of(2, 0, 0x0b, 0, 0, 0, 0, 0) })); // shift and H
    await control.write(serializer.uHidInput({ id: 1, data: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0) }));
    await control.write(serializer.uHidDestroy(1));
    await vi.waitFor(() => expect(find(screen, "search_input").attributes["text"]).toBe("H"));
    await control.write(serializer.rotateDevice());
    await vi.waitFor(() => expect(screen.size()).toEqual({ width: 1600, height: 720, rotation: 1 }));
    await control.write(serializer.setDisplayPower(0));
    await vi.waitFor(() => expect(lines).toContain("[server] INFO: Device display turned off"));
    const configs = (): number => packets.filter(({ type }) => type === "configuration").length;
    await vi.waitFor(() => expect(configs()).toBe(2), { timeout: 60_000 });
    await control.write(serializer.resetVideo());
    await vi.waitFor(() => expect(configs()).toBe(3), { timeout: 60_000 });
  });

  it("darkens the panel while its picture goes on, again after keys that light it, and lights it at its end", async () => {
    const { screen, serializer, control, packets, abort, exit } = await connect();
    await control.write(serializer.setDisplayPower(0));
    await vi.waitFor(() => expect(screen.isDark()).toBe(true));
    expect(screen.isAwake()).toBe(true);
    const shown = packets.length;
    screen.start("dev.udt.shop");
    await vi.waitFor(() => expect(packets.length).toBeGreaterThan(shown), { timeout: 60_000 });
    screen.sleep();
    const key = { keyCode: 224 as AndroidKeyCode, repeat: 0, metaState: 0 as never };
    await control.write(serializer.injectKeyCode({ action: 0, ...key }));
    await control.write(serializer.injectKeyCode({ action: 1, ...key }));
    await vi.waitFor(() => expect(screen.isAwake()).toBe(true));
    await vi.waitFor(() => expect(screen.isDark()).toBe(true));
    abort.abort();
    await exit;
    expect(screen.isDark()).toBe(false);
  });

  it("wakes a sleeping screen, and goes back when awake", async () => {
    const { screen, serializer, control } = await connect();
    screen.start("dev.udt.shop");
    await control.write(serializer.backOrScreenOn(0)!);
    await control.write(serializer.backOrScreenOn(1)!);
    await vi.waitFor(() => expect(screen.focused().package_name).toBe("dev.udt.launcher"));
    screen.sleep();
    await control.write(serializer.backOrScreenOn(0)!);
    await vi.waitFor(() => expect(screen.isAwake()).toBe(true));
  });

  it("ends, without harm to the phone, when the client leaves or talks nonsense", async () => {
    const gone = await connect();
    gone.control.close();
    expect(await gone.exit).toBe(0);
    const broken = await connect();
    await broken.control.write(Uint8Array.of(200, 1, 2, 3));
    expect(await broken.exit).toBe(0);
    expect(broken.lines).toContain("[server] ERROR: Controller error: Unknown event type: 200");
    expect(broken.screen.dump()).toContain("dev.udt.launcher");
  });
});

describe("the server", () => {
  it("greets with one byte on the first socket behind a forward, named by the session id", async () => {
    const { system } = launch([
      "3.3.4",
      "scid=0a1b2c3d",
      "tunnel_forward=true",
      "control=false",
      "send_device_meta=false",
    ]);
    const video = new ByteReader((await system.dial("scrcpy_0a1b2c3d")).readable);
    const audio = new ByteReader((await system.dial("scrcpy_0a1b2c3d")).readable);
    expect([...(await video.bytes(5))]).toEqual([0, 0x68, 0x32, 0x36, 0x34]);
    expect([...(await audio.bytes(4))]).toEqual([0x6f, 0x70, 0x75, 0x73]);
  });

  it("dials out through a reverse without a greeting", async () => {
    const system = memorySystem();
    const screen = createScreen(system, APPS);
    const streams: PhoneStream[] = [];
    system.accept("scrcpy", (stream) => streams.push(stream));
    const abort = new AbortController();
    const exit = startScrcpyServer({ system, screen }, ["3.3.4", "audio=false"], {
      stdout: () => undefined,
      signal: abort.signal,
    });
    await vi.waitFor(() => expect(streams.length).toBe(2));
    const head = await new ByteReader(streams[0]!.readable).bytes(68);
    expect(head.toString("latin1", 0, 8)).toBe("Test One");
    expect(head.toString("latin1", 64)).toBe("h264");
    abort.abort();
    expect(await exit).toBe(0);
    screen.dispose();
  });

  it("codes constrained baseline when the profile asks for it", async () => {
    const options = [
      "video_codec_options=profile=65536",
      "send_device_meta=false",
      "send_codec_meta=false",
      "max_size=320",
    ];
    const { system } = launch([
      "3.3.4",
      "tunnel_forward=true",
      "audio=false",
      "control=false",
      "send_dummy_byte=false",
      ...options,
    ]);
    const video = new ByteReader((await system.dial("scrcpy")).readable);
    const header = await video.bytes(12);
    expect(header.readBigUInt64BE(0)).toBe(1n << 63n);
    expect([...(await video.bytes(7))]).toEqual([0, 0, 0, 1, 0x67, 66, 0xc0]);
  });

  it("writes bare H.264 as a raw stream", async () => {
    const { system } = launch(["3.3.4", "tunnel_forward=true", "audio=false", "control=false", "raw_stream=true"]);
    const video = new ByteReader((await system.dial("scrcpy")).readable);
    expect([...(await video.bytes(4))]).toEqual([0, 0, 0, 1]);
  });

  it("tells a client of 4.1 the size of the video before each configuration, also once the phone is turned", async () => {
    const { system, screen } = launch(["4.1", "tunnel_forward=true", "audio=false", "control=false", "max_size=1279"]);
    const video = new ByteReader((await system.dial("scrcpy")).readable);
    expect((await video.bytes(69)).toString("latin1", 65)).toBe("h264");
    /** Skips the pictures before the next session. */
    const session = async () => {
      for (;;) {
        const header = await video.bytes(12);
        if (header[0]! & 0x80) return [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt32BE(8)];
        await video.bytes(header.readUInt32BE(8));
      }
    };
    const configuration = async () => {
      const header = await video.bytes(12);
      expect(header.readBigUInt64BE(0)).toBe(1n << 62n);
      return [...(await video.bytes(header.readUInt32BE(8))).subarray(0, 5)];
    };
    expect(await session()).toEqual([0x80000000, 576, 1272]);
    expect(await configuration()).toEqual([0, 0, 0, 1, 0x67]);
    const key = await video.bytes(12);
    expect(key.readBigUInt64BE(0) >> 61n).toBe(1n);
    await video.bytes(key.readUInt32BE(8));
    screen.rotate(1);
    expect(await session()).toEqual([0x80000000, 1272, 576]);
    expect(await configuration()).toEqual([0, 0, 0, 1, 0x67]);
  });

  it("writes a client of 4.1 bare H.264 as a raw stream", async () => {
    const { system } = launch(["4.1", "tunnel_forward=true", "audio=false", "control=false", "raw_stream=true"]);
    const video = new ByteReader((await system.dial("scrcpy")).readable);
    expect([...(await video.bytes(5))]).toEqual([0, 0, 0, 1, 0x67]);
  });

  it("refuses another version, an unknown codec and what the phone cannot do", async () => {
    const old = launch(["2.7"]);
    expect(await old.exit).toBe(1);
    expect(old.lines[0]).toBe("[server] ERROR: The server version (3.3.4) does not match the client (2.7)");
    const display = launch(["3.3.4", "new_display=800x600"]);
    expect(await display.exit).toBe(0);
    expect(display.lines.at(-1)).toBe("[server] ERROR: New virtual display is not supported");
    const codec = launch(["3.3.4", "tunnel_forward=true", "audio=false", "control=false", "video_codec=h265"]);
    await codec.system.dial("scrcpy");
    expect(await codec.exit).toBe(0);
    expect(codec.lines).toContain("[server] ERROR: Could not create default video encoder for h265");
  });

  it("lists what it has, as the client library reads it", async () => {
    const lists = launch([
      "3.3.4",
      "list_encoders=true",
      "list_displays=true",
      "list_camera_sizes=true",
      "list_apps=true",
    ]);
    expect(await lists.exit).toBe(0);
    const options = new ScrcpyOptions3_3_3<true>({});
    expect(lists.lines.map((line) => options.parseDisplay(line)).filter(Boolean)).toEqual([
      { id: 0, resolution: "720x1600" },
    ]);
    expect(lists.lines.map((line) => options.parseEncoder(line)).filter(Boolean)).toMatchObject([
      { type: "video", codec: "h264", name: "c2.android.avc.encoder" },
      { type: "audio", codec: "opus", name: "c2.android.opus.encoder" },
    ]);
    expect(lists.lines.join("\n")).toContain("List of cameras:\n    (none)");
    expect(lists.lines).toContain(` * ${"Settings".padEnd(30)} dev.udt.settings`);
  });

  it("names the apps that can be opened, a long name above its package", async () => {
    const before = memorySystem();
    const [some] = before.packages.list();
    const install = (package_name: string, label: string, more: object = {}) =>
      before.install({ ...some!, package_name, label, system: false, ...more });
    install("org.plain", "Plain");
    install("org.long", "x".repeat(30));
    install("org.put.away", "Put away", { enabled: false });
    install("org.no.icon", "No icon", { main_activity: undefined });
    const { lines, exit } = launch(["3.3.4", "list_apps=true"], before);
    expect(await exit).toBe(0);
    const begin = lines.findIndex((line) => line.startsWith(" - "));
    expect(lines.slice(begin)).toEqual([
      ` - ${"Plain".padEnd(30)} org.plain`,
      ` - ${"x".repeat(30)}`,
      `${" ".repeat(34)}org.long`,
    ]);
  });

  it("shows touches while it lasts and puts the setting back", async () => {
    const { system, exit } = launch([
      "3.3.4",
      "tunnel_forward=true",
      "video=false",
      "audio=false",
      "show_touches=true",
    ]);
    const control = await system.dial("scrcpy");
    await vi.waitFor(() => expect(system.settings.get("system", "show_touches")).toBe("1"));
    control.close();
    await exit;
    expect(system.settings.get("system", "show_touches")).toBe("0");
  });
});
