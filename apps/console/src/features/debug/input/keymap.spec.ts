import type { DeviceKey, KeyModifier } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { actionOf, type KeyStroke } from "./keymap.ts";

const stroke = (code: string, key: string, held: Partial<KeyStroke> = {}): KeyStroke => ({
  code,
  key,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});
const key = (name: DeviceKey, ...modifiers: KeyModifier[]) => ({ type: "key", key: name, modifiers });

describe("keys pressed on the device's screen", () => {
  it.each([
    ["Enter", "Enter", "Enter"],
    ["NumpadEnter", "Enter", "NumpadEnter"],
    ["Backspace", "Backspace", "Backspace"],
    ["Delete", "Delete", "Delete"],
    ["Insert", "Insert", "Insert"],
    ["Tab", "Tab", "Tab"],
    ["Escape", "Escape", "GoBack"],
    ["ArrowUp", "ArrowUp", "ArrowUp"],
    ["ArrowDown", "ArrowDown", "ArrowDown"],
    ["ArrowLeft", "ArrowLeft", "ArrowLeft"],
    ["ArrowRight", "ArrowRight", "ArrowRight"],
    ["Home", "Home", "Home"],
    ["End", "End", "End"],
    ["PageUp", "PageUp", "PageUp"],
    ["PageDown", "PageDown", "PageDown"],
    ["F1", "F1", "F1"],
    ["F12", "F12", "F12"],
  ] as const)("%s that says %s is the device's %s", (code, typed, name) => {
    expect(actionOf(stroke(code, typed))).toEqual(key(name));
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
    expect(actionOf(stroke("ArrowLeft", "ArrowLeft", { shiftKey: true }))).toEqual(key("ArrowLeft", "shift"));
    expect(actionOf(stroke("Home", "Home", { ctrlKey: true, shiftKey: true }))).toEqual(key("Home", "shift", "ctrl"));
  });

  it("sends Ctrl+A, Ctrl+Z and digits as meta keys, by either Ctrl or Command", () => {
    expect(actionOf(stroke("KeyA", "a", { ctrlKey: true }))).toEqual(key("KeyA", "ctrl"));
    expect(actionOf(stroke("KeyZ", "z", { metaKey: true }))).toEqual(key("KeyZ", "ctrl"));
    expect(actionOf(stroke("Digit0", "0", { ctrlKey: true }))).toEqual(key("Digit0", "ctrl"));
  });

  it("shares the clipboard: copy and cut through the device, paste through the browser's own event", () => {
    expect(actionOf(stroke("KeyC", "c", { ctrlKey: true }))).toEqual({ type: "copy", cut: false });
    expect(actionOf(stroke("KeyX", "x", { metaKey: true }))).toEqual({ type: "copy", cut: true });
    expect(actionOf(stroke("KeyV", "v", { ctrlKey: true }))).toEqual({ type: "browser" });
  });

  it("has the phone's buttons on Alt", () => {
    expect(actionOf(stroke("KeyH", "h", { altKey: true }))).toEqual(key("GoHome"));
    expect(actionOf(stroke("KeyS", "ß", { altKey: true }))).toEqual(key("AppSwitch"));
    expect(actionOf(stroke("ArrowUp", "ArrowUp", { altKey: true }))).toEqual(key("AudioVolumeUp"));
    expect(actionOf(stroke("KeyR", "r", { altKey: true }))).toEqual({ type: "rotate" });
  });

  it("does nothing about modifiers alone", () => {
    expect(actionOf(stroke("ControlLeft", "Control", { ctrlKey: true }))).toEqual({ type: "browser" });
    expect(actionOf(stroke("ShiftLeft", "Shift", { shiftKey: true }))).toEqual({ type: "browser" });
  });
});
