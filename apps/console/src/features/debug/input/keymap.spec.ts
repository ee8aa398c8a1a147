import { describe, expect, it } from "vitest";
import { actionOf, KEY, META, type KeyStroke } from "./keymap.ts";

const stroke = (code: string, key: string, held: Partial<KeyStroke> = {}): KeyStroke => ({
  code,
  key,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});
const key = (key_code: number, meta_state = 0) => ({ type: "key", key_code, meta_state });

describe("keys pressed on the device's screen", () => {
  it.each([
    ["Enter", "Enter", 66],
    ["NumpadEnter", "Enter", 160],
    ["Backspace", "Backspace", 67],
    ["Delete", "Delete", 112],
    ["Tab", "Tab", 61],
    ["Escape", "Escape", KEY.back],
    ["ArrowUp", "ArrowUp", 19],
    ["ArrowDown", "ArrowDown", 20],
    ["ArrowLeft", "ArrowLeft", 21],
    ["ArrowRight", "ArrowRight", 22],
    ["Home", "Home", 122],
    ["End", "End", 123],
    ["PageUp", "PageUp", 92],
    ["PageDown", "PageDown", 93],
    ["F1", "F1", 131],
    ["F12", "F12", 142],
  ])("%s is key code %s → %i", (code, name, key_code) => {
    expect(actionOf(stroke(code, name))).toEqual(key(key_code));
  });

  it.each([
    ["KeyA", "a"],
    ["KeyQ", "a"],
    ["Digit1", "!"],
    ["Space", " "],
    ["KeyN", "ん"],
    ["Semicolon", "ü"],
  ])("%s that types %s is left to the browser as text", (code, typed) => {
    expect(actionOf(stroke(code, typed))).toEqual({ type: "browser" });
  });

  it("leaves AltGr's characters to the browser", () => {
    expect(actionOf(stroke("KeyQ", "@", { ctrlKey: true, altKey: true }))).toEqual({ type: "browser" });
    expect(actionOf(stroke("KeyE", "€", { altKey: true }))).toEqual({ type: "browser" });
  });

  it("sends selections and jumps with their modifiers", () => {
    expect(actionOf(stroke("ArrowLeft", "ArrowLeft", { shiftKey: true }))).toEqual(key(21, META.shift));
    expect(actionOf(stroke("Home", "Home", { ctrlKey: true, shiftKey: true }))).toEqual(
      key(122, META.ctrl | META.shift),
    );
  });

  it("sends Ctrl+A, Ctrl+Z and digits as meta keys, by either Ctrl or Command", () => {
    expect(actionOf(stroke("KeyA", "a", { ctrlKey: true }))).toEqual(key(29, META.ctrl));
    expect(actionOf(stroke("KeyZ", "z", { metaKey: true }))).toEqual(key(54, META.ctrl));
    expect(actionOf(stroke("Digit0", "0", { ctrlKey: true }))).toEqual(key(7, META.ctrl));
  });

  it("shares the clipboard: copy and cut through the device, paste through the browser's own event", () => {
    expect(actionOf(stroke("KeyC", "c", { ctrlKey: true }))).toEqual({ type: "copy", cut: false });
    expect(actionOf(stroke("KeyX", "x", { metaKey: true }))).toEqual({ type: "copy", cut: true });
    expect(actionOf(stroke("KeyV", "v", { ctrlKey: true }))).toEqual({ type: "browser" });
  });

  it("has the phone's buttons on Alt", () => {
    expect(actionOf(stroke("KeyH", "h", { altKey: true }))).toEqual(key(KEY.home));
    expect(actionOf(stroke("KeyS", "ß", { altKey: true }))).toEqual(key(KEY.recents));
    expect(actionOf(stroke("ArrowUp", "ArrowUp", { altKey: true }))).toEqual(key(KEY.volumeUp));
    expect(actionOf(stroke("KeyR", "r", { altKey: true }))).toEqual({ type: "rotate" });
  });

  it("does nothing about modifiers alone", () => {
    expect(actionOf(stroke("ControlLeft", "Control", { ctrlKey: true }))).toEqual({ type: "browser" });
    expect(actionOf(stroke("ShiftLeft", "Shift", { shiftKey: true }))).toEqual({ type: "browser" });
  });
});
