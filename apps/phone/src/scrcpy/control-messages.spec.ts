import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteReader, EndOfStream } from "./byte-reader.ts";
import { type ControlMessage, ControlProtocolError, type Dialect, readControlMessage } from "./control-messages.ts";

const readerOf = (bytes: Uint8Array, chunkSize = bytes.length): ByteReader =>
  new ByteReader(
    new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += chunkSize) controller.enqueue(bytes.slice(at, at + chunkSize));
        controller.close();
      },
    }),
  );

const dialect: Dialect = { generation: 3, scroll_scale: 16 };
const ascii = (text: string): number[] => [...Buffer.from(text, "latin1")];

/**
 * What the desktop client puts on the wire for these messages, as its own serializer test expects it.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/app/tests/test_control_msg_serialize.c
 */
const GOLDEN: [name: string, bytes: (number | number[])[], message: ControlMessage][] = [
  [
    "key: ENTER released, fifth repeat, left shift",
    [
      0, // type
      1, // action: up
      [0, 0, 0, 0x42], // key code: ENTER
      [0, 0, 0, 5], // repeat
      [0, 0, 0, 0x41], // meta state: SHIFT_ON | SHIFT_LEFT_ON
    ],
    { type: "inject_keycode", action: 1, keycode: 66, repeat: 5, meta_state: 0x41 },
  ],
  [
    "text",
    [
      1, // type
      [0, 0, 0, 13], // length
      ...ascii("hello, world!"),
    ],
    { type: "inject_text", text: "hello, world!" },
  ],
  [
    "text of 300 characters",
    [
      1, // type
      [0, 0, 1, 0x2c], // length
      ...ascii("a".repeat(300)),
    ],
    { type: "inject_text", text: "a".repeat(300) },
  ],
  [
    "touch",
    [
      2, // type
      0, // action: down
      [0x12, 0x34, 0x56, 0x78, 0x87, 0x65, 0x43, 0x21], // pointer id
      [0, 0, 0, 0x64], // x: 100
      [0, 0, 0, 0xc8], // y: 200
      [0x04, 0x38], // screen width: 1080
      [0x07, 0x80], // screen height: 1920
      [0xff, 0xff], // pressure: 1
      [0, 0, 0, 1], // action button: primary
      [0, 0, 0, 1], // buttons: primary
    ],
    {
      type: "inject_touch_event",
      action: 0,
      pointer_id: 0x1234567887654321n,
      position: { x: 100, y: 200, screen_width: 1080, screen_height: 1920 },
      pressure: 1,
      action_button: 1,
      buttons: 1,
    },
  ],
  [
    "scroll by the most and the least",
    [
      3, // type
      [0, 0, 1, 4], // x: 260
      [0, 0, 4, 2], // y: 1026
      [0x04, 0x38, 0x07, 0x80], // screen: 1080 × 1920
      [0x7f, 0xff], // horizontal: 16
      [0x80, 0], // vertical: -16
      [0, 0, 0, 1], // buttons
    ],
    {
      type: "inject_scroll_event",
      position: { x: 260, y: 1026, screen_width: 1080, screen_height: 1920 },
      h_scroll: 16,
      v_scroll: -16,
      buttons: 1,
    },
  ],
  ["back or screen on, released", [4, 1], { type: "back_or_screen_on", action: 1 }],
  ["expand notifications", [5], { type: "expand_notification_panel" }],
  ["expand settings", [6], { type: "expand_settings_panel" }],
  ["collapse panels", [7], { type: "collapse_panels" }],
  ["get clipboard after copy", [8, 1], { type: "get_clipboard", copy_key: 1 }],
  [
    "set clipboard and paste",
    [
      9, // type
      [1, 2, 3, 4, 5, 6, 7, 8], // sequence
      1, // paste
      [0, 0, 0, 13], // length
      ...ascii("hello, world!"),
    ],
    { type: "set_clipboard", sequence: 0x0102030405060708n, paste: true, text: "hello, world!" },
  ],
  [
    "set clipboard, as long as it gets",
    [
      9, // type
      [1, 2, 3, 4, 5, 6, 7, 8], // sequence
      1, // paste
      [0, 0x03, 0xff, 0xf2], // length: 2^18 - 14
      ...ascii("a".repeat((1 << 18) - 14)),
    ],
    { type: "set_clipboard", sequence: 0x0102030405060708n, paste: true, text: "a".repeat((1 << 18) - 14) },
  ],
  ["display power on", [10, 1], { type: "set_display_power", on: true }],
  ["rotate", [11], { type: "rotate_device" }],
  [
    "new USB device",
    [
      12, // type
      [0, 42], // id
      [0x12, 0x34], // vendor
      [0x56, 0x78], // product
      3, // length of the name
      ...ascii("ABC"),
      [0, 11], // length of the report descriptor
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ],
    {
      type: "uhid_create",
      id: 42,
      vendor_id: 0x1234,
      product_id: 0x5678,
      name: "ABC",
      report_descriptor: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    },
  ],
  [
    "input of a USB device",
    [
      13, // type
      [0, 42], // id
      [0, 5], // length
      [1, 2, 3, 4, 5],
    ],
    { type: "uhid_input", id: 42, data: Buffer.from([1, 2, 3, 4, 5]) },
  ],
  ["USB device gone", [14, 0, 42], { type: "uhid_destroy", id: 42 }],
  ["keyboard settings", [15], { type: "open_hard_keyboard_settings" }],
  ["start an app", [16, 7, ...ascii("firefox")], { type: "start_app", name: "firefox" }],
  ["reset video", [17], { type: "reset_video" }],
];

describe("control messages", () => {
  it.each(GOLDEN)("reads %s", async (_name, bytes, message) => {
    const reader = readerOf(Uint8Array.from([...bytes.flat(), 17]));
    expect(await readControlMessage(reader, dialect)).toEqual(message);
    expect(await readControlMessage(reader, dialect)).toEqual({ type: "reset_video" });
  });

  // https://github.com/Genymobile/scrcpy/blob/0e2d084751b0513f5db1b7e7afc5460766f4b5c7/app/tests/test_control_msg_serialize.c
  it("reads the bytes with which a client of 3.1 scrolls by one up and one to the right", async () => {
    const bytes = [3, 0, 0, 1, 4, 0, 0, 4, 2, 0x04, 0x38, 0x07, 0x80, 0x7f, 0xff, 0x80, 0, 0, 0, 0, 1];
    expect(await readControlMessage(readerOf(Uint8Array.from(bytes)), { ...dialect, scroll_scale: 1 })).toMatchObject({
      h_scroll: 1,
      v_scroll: -1,
    });
  });

  // https://github.com/Genymobile/scrcpy/blob/2926c06c5dc3064ae6d8db706f1a98a37cfcf3f0/app/tests/test_control_msg_serialize.c
  it("reads the file that a client of 4.1 has pushed, which no earlier one can send", async () => {
    const bytes = [22, 0, 0, 0, 16, ...ascii("/sdcard/Download")];
    const read = (generation: 3 | 4) =>
      readControlMessage(readerOf(Uint8Array.from(bytes)), { ...dialect, generation });
    expect(await read(4)).toEqual({ type: "scan_file", path: "/sdcard/Download" });
    await expect(read(3)).rejects.toThrow("Unknown event type: 22");
  });

  it("reads the same however the bytes are cut", async () => {
    const small = GOLDEN.filter(([, bytes]) => bytes.flat().length < 1000);
    const all = Uint8Array.from(small.flatMap(([, bytes]) => bytes.flat()));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (chunkSize) => {
        const reader = readerOf(all, chunkSize);
        for (const [, , message] of small) expect(await readControlMessage(reader, dialect)).toEqual(message);
        await expect(readControlMessage(reader, dialect)).rejects.toBeInstanceOf(EndOfStream);
      }),
      { numRuns: 20 },
    );
  });

  it("ends at a cut message, an unknown type and an absurd length, whatever the bytes", async () => {
    await expect(readControlMessage(readerOf(Uint8Array.from([2, 0, 1])), dialect)).rejects.toBeInstanceOf(EndOfStream);
    await expect(readControlMessage(readerOf(Uint8Array.from([99])), dialect)).rejects.toThrow(
      "Unknown event type: 99",
    );
    const endless = readControlMessage(readerOf(Uint8Array.from([1, 0xff, 0xff, 0xff, 0xff])), dialect);
    await expect(endless).rejects.toBeInstanceOf(ControlProtocolError);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
        const reader = readerOf(bytes);
        const drain = async (): Promise<void> => {
          for (;;) await readControlMessage(reader, dialect);
        };
        await expect(drain()).rejects.toSatisfy(
          (error) => error instanceof EndOfStream || error instanceof ControlProtocolError,
        );
      }),
    );
  });
});
