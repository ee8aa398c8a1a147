import type { ByteReader } from "./byte-reader.ts";

/** A point in the client's video, with the size of the video that the client saw. */
export interface Position {
  x: number;
  y: number;
  screen_width: number;
  screen_height: number;
}

export type ControlMessage =
  | { type: "inject_keycode"; action: number; keycode: number; repeat: number; meta_state: number }
  | { type: "inject_text"; text: string }
  | {
      type: "inject_touch_event";
      action: number;
      pointer_id: bigint;
      position: Position;
      pressure: number;
      action_button: number;
      buttons: number;
    }
  | { type: "inject_scroll_event"; position: Position; h_scroll: number; v_scroll: number; buttons: number }
  | { type: "back_or_screen_on"; action: number }
  | { type: "expand_notification_panel" }
  | { type: "expand_settings_panel" }
  | { type: "collapse_panels" }
  | { type: "get_clipboard"; copy_key: number }
  | { type: "set_clipboard"; sequence: bigint; paste: boolean; text: string }
  | { type: "set_display_power"; on: boolean }
  | { type: "rotate_device" }
  | {
      type: "uhid_create";
      id: number;
      vendor_id: number;
      product_id: number;
      name: string;
      report_descriptor: Uint8Array;
    }
  | { type: "uhid_input"; id: number; data: Uint8Array }
  | { type: "uhid_destroy"; id: number }
  | { type: "open_hard_keyboard_settings" }
  | { type: "start_app"; name: string }
  | { type: "reset_video" }
  | { type: "scan_file"; path: string };

/** How a client of its version speaks. */
export interface Dialect {
  generation: 3 | 4;
  /** What its version divides a scroll by, to fit it into the fixed-point range. */
  scroll_scale: number;
}

export class ControlProtocolError extends Error {}

const SCAN_FILE = 22;
/** No message is longer, so a longer text is not one. */
const MESSAGE_MAX_SIZE = 1 << 18;

const i16FixedPoint = (value: number): number => (value === 0x7fff ? 1 : value / 0x8000);
const u16FixedPoint = (value: number): number => (value === 0xffff ? 1 : value / 0x10000);

const readBlock = async (reader: ByteReader, lengthBytes: 1 | 2 | 4): Promise<Buffer> => {
  const length = (await reader.bytes(lengthBytes)).readUIntBE(0, lengthBytes);
  if (length > MESSAGE_MAX_SIZE) throw new ControlProtocolError(`Message too long: ${length}`);
  return reader.bytes(length);
};

const positionAt = (bytes: Buffer, at: number): Position => ({
  x: bytes.readInt32BE(at),
  y: bytes.readInt32BE(at + 4),
  screen_width: bytes.readUInt16BE(at + 8),
  screen_height: bytes.readUInt16BE(at + 10),
});

const readTouch = async (reader: ByteReader): Promise<ControlMessage> => {
  const bytes = await reader.bytes(31);
  return {
    type: "inject_touch_event",
    action: bytes.readUInt8(0),
    pointer_id: bytes.readBigInt64BE(1),
    position: positionAt(bytes, 9),
    pressure: u16FixedPoint(bytes.readUInt16BE(21)),
    action_button: bytes.readInt32BE(23),
    buttons: bytes.readInt32BE(27),
  };
};

const readScroll = async (reader: ByteReader, scale: number): Promise<ControlMessage> => {
  const bytes = await reader.bytes(20);
  return {
    type: "inject_scroll_event",
    position: positionAt(bytes, 0),
    h_scroll: i16FixedPoint(bytes.readInt16BE(12)) * scale,
    v_scroll: i16FixedPoint(bytes.readInt16BE(14)) * scale,
    buttons: bytes.readInt32BE(16),
  };
};

/**
 * Reads one control message.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/control/ControlMessageReader.java
 * @see https://github.com/Genymobile/scrcpy/blob/v4.1/server/src/main/java/com/genymobile/scrcpy/control/ControlMessageReader.java
 * @throws EndOfStream when the client is gone, ControlProtocolError when it speaks something else.
 */
export const readControlMessage = async (reader: ByteReader, dialect: Dialect): Promise<ControlMessage> => {
  const type = (await reader.bytes(1)).readUInt8();
  switch (type) {
    case 0: {
      const bytes = await reader.bytes(13);
      return {
        type: "inject_keycode",
        action: bytes.readUInt8(0),
        keycode: bytes.readInt32BE(1),
        repeat: bytes.readInt32BE(5),
        meta_state: bytes.readInt32BE(9),
      };
    }
    case 1:
      return { type: "inject_text", text: (await readBlock(reader, 4)).toString("utf8") };
    case 2:
      return readTouch(reader);
    case 3:
      return readScroll(reader, dialect.scroll_scale);
    case 4:
      return { type: "back_or_screen_on", action: (await reader.bytes(1)).readUInt8() };
    case 5:
      return { type: "expand_notification_panel" };
    case 6:
      return { type: "expand_settings_panel" };
    case 7:
      return { type: "collapse_panels" };
    case 8:
      return { type: "get_clipboard", copy_key: (await reader.bytes(1)).readUInt8() };
    case 9: {
      const head = await reader.bytes(9);
      const text = (await readBlock(reader, 4)).toString("utf8");
      return { type: "set_clipboard", sequence: head.readBigUInt64BE(0), paste: head.readUInt8(8) !== 0, text };
    }
    case 10:
      return { type: "set_display_power", on: (await reader.bytes(1)).readUInt8() !== 0 };
    case 11:
      return { type: "rotate_device" };
    case 12: {
      const head = await reader.bytes(6);
      const name = (await readBlock(reader, 1)).toString("utf8");
      return {
        type: "uhid_create",
        id: head.readUInt16BE(0),
        vendor_id: head.readUInt16BE(2),
        product_id: head.readUInt16BE(4),
        name,
        report_descriptor: await readBlock(reader, 2),
      };
    }
    case 13:
      return { type: "uhid_input", id: (await reader.bytes(2)).readUInt16BE(), data: await readBlock(reader, 2) };
    case 14:
      return { type: "uhid_destroy", id: (await reader.bytes(2)).readUInt16BE() };
    case 15:
      return { type: "open_hard_keyboard_settings" };
    case 16:
      return { type: "start_app", name: (await readBlock(reader, 1)).toString("utf8") };
    case 17:
      return { type: "reset_video" };
    default:
      // 18 to 21 are about cameras and virtual displays, of which a session here has none.
      if (type === SCAN_FILE && dialect.generation === 4)
        return { type: "scan_file", path: (await readBlock(reader, 4)).toString("utf8") };
      throw new ControlProtocolError(`Unknown event type: ${type}`);
  }
};
