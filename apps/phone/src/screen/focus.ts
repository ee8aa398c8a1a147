import { fieldIndexAt } from "./scene/field-geometry.ts";
import type { LayoutEnvironment } from "./scene/layout.ts";
import { findNode, isFocusable, type SceneNode, walk } from "./scene/node.ts";
import type { TextField } from "./scene/text-field.ts";
import { characterOf, isControl, isShift, KEY } from "./char-map.ts";

export interface Clipboard {
  get(): string;
  set(text: string): void;
}

/** Which field takes typed text, and which view the D-pad or Tab has reached. */
export class Focus {
  field: TextField | undefined;
  key: string | undefined;
  readonly #clipboard: Clipboard;

  constructor(clipboard: Clipboard) {
    this.#clipboard = clipboard;
  }

  clear(): void {
    this.field = undefined;
    this.key = undefined;
  }

  /** Forgets a field that is no longer drawn. */
  settle(scene: SceneNode): void {
    const { field } = this;
    if (field !== undefined && findNode(scene, ({ spec }) => spec.field === field) === undefined)
      this.field = undefined;
  }

  touchField(node: SceneNode, environment: LayoutEnvironment, x: number, y: number): void {
    const { field } = node.spec;
    if (field === undefined) return;
    this.field = field;
    this.key = undefined;
    if (field.text !== "" && !field.password) field.moveTo(fieldIndexAt(node, environment, x, y), false);
  }

  selectWord(node: SceneNode, environment: LayoutEnvironment, x: number, y: number): void {
    this.touchField(node, environment, x, y);
    node.spec.field?.selectWord(fieldIndexAt(node, environment, x, y));
  }

  dragSelection(node: SceneNode, environment: LayoutEnvironment, x: number, y: number): void {
    node.spec.field?.moveTo(fieldIndexAt(node, environment, x, y), true);
  }

  /** Moves the focus through the focusable views in drawing order. */
  advance(scene: SceneNode, step: 1 | -1): void {
    const nodes = [...walk(scene)].filter(
      ({ spec, clip }) => isFocusable(spec) && spec.enabled !== false && clip.width > 0 && clip.height > 0,
    );
    const at = nodes.findIndex((node) =>
      this.field === undefined ? node.key === this.key : node.spec.field === this.field,
    );
    const next = nodes.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % nodes.length);
    if (next === undefined) return;
    this.field = next.spec.field;
    this.key = next.spec.field === undefined ? next.key : undefined;
  }

  type(text: string): boolean {
    if (this.field === undefined) return false;
    this.field.insert(text);
    return true;
  }

  /** A key pressed while a field has the focus; true when the field used it. */
  fieldKey(keyCode: number, metaState: number): boolean {
    const { field } = this;
    if (field === undefined) return false;
    const select = isShift(metaState);
    if (isControl(metaState) || keyCode >= KEY.CUT) return this.#edit(field, keyCode, isControl(metaState));
    switch (keyCode) {
      case KEY.DEL:
        field.erase(-1);
        return true;
      case KEY.FORWARD_DEL:
        field.erase(1);
        return true;
      case KEY.ENTER:
      case KEY.NUMPAD_ENTER:
        field.submit();
        return true;
      case KEY.DPAD_LEFT:
        field.move(-1, select);
        return true;
      case KEY.DPAD_RIGHT:
        field.move(1, select);
        return true;
      case KEY.DPAD_UP:
      case KEY.DPAD_DOWN:
        if (!field.multiline) return false;
        field.moveLine(keyCode === KEY.DPAD_UP ? -1 : 1, select);
        return true;
      case KEY.MOVE_HOME:
        field.moveTo(field.text.lastIndexOf("\n", field.cursor - 1) + 1, select);
        return true;
      case KEY.MOVE_END: {
        const end = field.text.indexOf("\n", field.cursor);
        field.moveTo(end < 0 ? field.text.length : end, select);
        return true;
      }
      default: {
        const character = characterOf(keyCode, metaState);
        if (character === undefined) return false;
        field.insert(character);
        return true;
      }
    }
  }

  #edit(field: TextField, keyCode: number, control: boolean): boolean {
    const is = (key: number, letter: number): boolean => keyCode === key || (control && keyCode === letter);
    if (is(KEY.PASTE, KEY.V)) field.insert(this.#clipboard.get());
    else if (is(KEY.COPY, KEY.C) || is(KEY.CUT, KEY.X)) {
      if (field.selectedText === "" || field.password) return true;
      this.#clipboard.set(field.selectedText);
      if (is(KEY.CUT, KEY.X)) field.erase(-1);
    } else if (control && keyCode === KEY.A) field.selectAll();
    else return false;
    return true;
  }
}
