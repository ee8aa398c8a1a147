import { type LayoutEnvironment, lineHeightOf, styleOf } from "./layout.ts";
import type { Rect, SceneNode } from "./node.ts";
import { measureText } from "./text.ts";

interface FieldLine {
  text: string;
  /** Index into the shown text of the line's first character. */
  start: number;
}

const linesOf = (node: SceneNode): FieldLine[] => {
  const shown = node.spec.field?.shown ?? "";
  if (shown === "") return [{ text: "", start: 0 }];
  let at = 0;
  return node.lines.map((text) => {
    const line = { text, start: at };
    at += text.length;
    if (shown[at] === "\n") at += 1;
    return line;
  });
};

const paddingOf = (node: SceneNode, dp: number): { left: number; top: number; right: number; bottom: number } => {
  const pad = node.spec.pad ?? 0;
  const [top, right, bottom, left] =
    typeof pad === "number" ? [pad, pad, pad, pad] : pad.length === 2 ? [pad[0], pad[1], pad[0], pad[1]] : pad;
  return { left: left * dp, top: top * dp, right: right * dp, bottom: bottom * dp };
};

/** Where text stands inside a node, after its padding. Pixels. */
export const contentRect = (node: SceneNode, dp: number): Rect => {
  const { left, top, right, bottom } = paddingOf(node, dp);
  const { x, y, width, height } = node.bounds;
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
};

/** One line of a field as it is drawn, with the selected part and the cursor when they fall on it. */
export interface DrawnLine extends FieldLine {
  x: number;
  y: number;
  height: number;
  selected: { x: number; width: number } | undefined;
  cursorX: number | undefined;
}

/** Places a field's lines; a single-line field slides so that its cursor can be seen. */
export const fieldLines = (node: SceneNode, environment: LayoutEnvironment): DrawnLine[] => {
  const field = node.spec.field;
  if (field === undefined) return [];
  const style = styleOf(node.spec, environment);
  const height = lineHeightOf(node.spec, style);
  const inner = contentRect(node, environment.dp);
  const lines = linesOf(node);
  const { start, end } = field.selection;
  const top = field.multiline ? inner.y : inner.y + (inner.height - height) / 2;
  const slide = field.multiline
    ? 0
    : Math.max(0, measureText(field.shown.slice(0, field.cursor), style) - inner.width + 2 * environment.dp);
  return lines.map((line, index) => {
    const x = inner.x - slide;
    const next = lines[index + 1]?.start ?? Infinity;
    const offsetOf = (at: number): number => measureText(line.text.slice(0, Math.max(0, at - line.start)), style);
    const from = Math.max(start, line.start);
    const to = Math.min(end, line.start + line.text.length);
    const holdsCursor = field.cursor >= line.start && (field.cursor < next || index === lines.length - 1);
    return {
      ...line,
      x,
      y: top + index * height,
      height,
      selected: from < to ? { x: x + offsetOf(from), width: offsetOf(to) - offsetOf(from) } : undefined,
      cursorX: holdsCursor ? x + offsetOf(field.cursor) : undefined,
    };
  });
};

/** The text index nearest to a point, for placing the cursor by touch. */
export const fieldIndexAt = (node: SceneNode, environment: LayoutEnvironment, x: number, y: number): number => {
  const lines = fieldLines(node, environment);
  const line = lines.find((each) => y < each.y + each.height) ?? lines.at(-1);
  if (line === undefined) return 0;
  const style = styleOf(node.spec, environment);
  const target = x - line.x;
  let before = 0;
  let at = 0;
  for (const character of line.text) {
    const after = measureText(line.text.slice(0, at + character.length), style);
    if (target < (before + after) / 2) break;
    before = after;
    at += character.length;
  }
  return line.start + at;
};
