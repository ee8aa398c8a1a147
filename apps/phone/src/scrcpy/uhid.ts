import type { PhoneScreen } from "../types.ts";

const META_SHIFT = 0x1;
const META_CTRL = 0x1000;

/** Android key code of a USB HID keyboard usage (HID Usage Tables, page 7), where the phone has one. */
const keyCodeOf = (usage: number): number | undefined => {
  if (usage >= 0x04 && usage <= 0x1d) return 29 + usage - 0x04; // A to Z
  if (usage >= 0x1e && usage <= 0x26) return 8 + usage - 0x1e; // 1 to 9
  return OTHER[usage];
};

const OTHER: Record<number, number> = {
  0x27: 7, // 0
  0x28: 66, // Enter
  0x29: 111, // Escape
  0x2a: 67, // Backspace
  0x2b: 61, // Tab
  0x2c: 62, // Space
  0x2d: 69, // -
  0x2e: 70, // =
  0x2f: 71, // [
  0x30: 72, // ]
  0x31: 73, // backslash
  0x33: 74, // ;
  0x34: 75, // '
  0x35: 68, // `
  0x36: 55, // ,
  0x37: 56, // .
  0x38: 76, // /
  0x4a: 122, // Home
  0x4c: 112, // Delete
  0x4d: 123, // End
  0x4f: 22, // Right
  0x50: 21, // Left
  0x51: 20, // Down
  0x52: 19, // Up
};

const KEYBOARD_REPORT_LENGTH = 8;

/** Virtual USB devices of one session. Keyboards type; mice and gamepads are accepted and stay silent. */
export class UhidDevices {
  readonly #screen: PhoneScreen;
  readonly #pressed = new Map<number, Set<number>>();

  constructor(screen: PhoneScreen) {
    this.#screen = screen;
  }

  create(id: number): void {
    this.#pressed.set(id, new Set());
  }

  /** An input report; only the boot keyboard's eight bytes (modifiers, reserved, six keys) mean something here. */
  input(id: number, report: Uint8Array): void {
    const before = this.#pressed.get(id);
    const [modifiers, , ...keys] = report;
    if (before === undefined || modifiers === undefined || report.length !== KEYBOARD_REPORT_LENGTH) return;
    const meta = ((modifiers & 0x22) === 0 ? 0 : META_SHIFT) | ((modifiers & 0x11) === 0 ? 0 : META_CTRL);
    const now = new Set(keys.filter((usage) => usage > 3));
    this.#pressed.set(id, now);
    for (const usage of now) if (!before.has(usage)) this.#send("down", usage, meta);
    for (const usage of before) if (!now.has(usage)) this.#send("up", usage, meta);
  }

  destroy(id: number): void {
    for (const usage of this.#pressed.get(id) ?? []) this.#send("up", usage, 0);
    this.#pressed.delete(id);
  }

  destroyAll(): void {
    for (const id of this.#pressed.keys()) this.destroy(id);
  }

  #send(action: "down" | "up", usage: number, meta: number): void {
    const keyCode = keyCodeOf(usage);
    if (keyCode !== undefined) this.#screen.key(action, keyCode, meta);
  }
}
