import type { SKRSContext2D } from "@napi-rs/canvas";
import { contentRect, fieldLines } from "./field-geometry.ts";
import { type LayoutEnvironment, lineHeightOf, styleOf } from "./layout.ts";
import type { Rect, SceneNode } from "./node.ts";
import type { TextField } from "./text-field.ts";
import { fontOf, measureText } from "./text.ts";

export interface PaintState {
  environment: LayoutEnvironment;
  /** Key of the node under a pressing finger, drawn a shade darker. */
  pressedKeys: ReadonlySet<string>;
  focusedField: TextField | undefined;
  focusedKey: string | undefined;
  textColor: string;
  hintColor: string;
  accent: string;
  dark: boolean;
}

const roundRect = (g: SKRSContext2D, rect: Rect, radius: number): void => {
  g.beginPath();
  g.roundRect(rect.x, rect.y, rect.width, rect.height, Math.min(radius, rect.width / 2, rect.height / 2));
};

const paintBox = (g: SKRSContext2D, node: SceneNode, state: PaintState): void => {
  const { spec, bounds } = node;
  const { dp } = state.environment;
  const radius = (spec.radius ?? 0) * dp;
  if (spec.bg !== undefined) {
    g.fillStyle = spec.bg;
    if (spec.elevation !== undefined) {
      // Two offset shapes stand in for a blurred shadow, which costs a CPU rasteriser several milliseconds.
      g.save();
      for (const [spread, alpha] of [
        [2.5, 0.05],
        [1, 0.09],
      ] as const) {
        g.fillStyle = `rgba(0,0,0,${alpha * (state.dark ? 2 : 1)})`;
        const grow = spread * dp * 0.5;
        const y = bounds.y - grow + spec.elevation * dp * 0.5;
        roundRect(
          g,
          { x: bounds.x - grow, y, width: bounds.width + 2 * grow, height: bounds.height + 2 * grow },
          radius + grow,
        );
        g.fill();
      }
      g.restore();
    }
    if (radius > 0) {
      roundRect(g, bounds, radius);
      g.fill();
    } else g.fillRect(bounds.x, bounds.y, bounds.width, bounds.height);
  }
  if (spec.border !== undefined) {
    const width = Math.max(1, Math.round(dp));
    g.strokeStyle = spec.border;
    g.lineWidth = width;
    const inset = width / 2;
    roundRect(
      g,
      { x: bounds.x + inset, y: bounds.y + inset, width: bounds.width - width, height: bounds.height - width },
      radius,
    );
    g.stroke();
  }
  if (spec.paint !== undefined) {
    g.save();
    spec.paint(g, bounds, dp);
    g.restore();
  }
  if (state.pressedKeys.has(node.key)) {
    g.fillStyle = state.dark ? "rgba(255,255,255,0.12)" : "rgba(0,0,0,0.08)";
    roundRect(g, bounds, radius);
    g.fill();
  }
  if (state.focusedKey === node.key) {
    g.strokeStyle = state.accent;
    g.lineWidth = 2 * dp;
    roundRect(
      g,
      { x: bounds.x + dp, y: bounds.y + dp, width: bounds.width - 2 * dp, height: bounds.height - 2 * dp },
      radius,
    );
    g.stroke();
  }
};

/** Width in dp and opacity of the outlines around text with a rim. */
const RIM = [
  [2.6, 0.2],
  [1.2, 0.35],
] as const;

const paintText = (g: SKRSContext2D, node: SceneNode, state: PaintState): void => {
  const { spec } = node;
  const style = styleOf(spec, state.environment);
  const lineHeight = lineHeightOf(spec, style);
  const inner = contentRect(node, state.environment.dp);
  const top = inner.y + Math.max(0, (inner.height - node.lines.length * lineHeight) / 2);
  g.font = fontOf(style);
  g.fillStyle = spec.color ?? state.textColor;
  node.lines.forEach((line, index) => {
    const free =
      spec.textAlign === undefined || spec.textAlign === "start" ? 0 : inner.width - measureText(line, style);
    const x = inner.x + (spec.textAlign === "center" ? free / 2 : free);
    const baseline = top + index * lineHeight + lineHeight / 2 + style.size * 0.36;
    if (spec.rim) {
      // Two outlines stand in for a blurred shadow, which costs a CPU rasteriser several milliseconds.
      g.lineJoin = "round";
      for (const [width, alpha] of RIM) {
        g.lineWidth = width * state.environment.dp;
        g.strokeStyle = `rgba(12,16,44,${alpha})`;
        g.strokeText(line, x, baseline);
      }
    }
    g.fillText(line, x, baseline);
  });
};

const paintField = (g: SKRSContext2D, node: SceneNode, field: TextField, state: PaintState): void => {
  const { spec } = node;
  const style = styleOf(spec, state.environment);
  const focused = state.focusedField === field;
  const inner = contentRect(node, state.environment.dp);
  g.save();
  g.beginPath();
  g.rect(inner.x - 2, node.bounds.y, inner.width + 4, node.bounds.height);
  g.clip();
  g.font = fontOf(style);
  for (const line of fieldLines(node, state.environment)) {
    const baseline = line.y + line.height / 2 + style.size * 0.36;
    if (focused && line.selected !== undefined) {
      g.globalAlpha = 0.3;
      g.fillStyle = state.accent;
      g.fillRect(line.selected.x, line.y, line.selected.width, line.height);
      g.globalAlpha = 1;
    }
    const hint = field.text === "";
    g.fillStyle = hint ? state.hintColor : (spec.color ?? state.textColor);
    g.fillText(hint ? field.hint : line.text, line.x, baseline);
    if (focused && line.cursorX !== undefined) {
      g.fillStyle = state.accent;
      g.fillRect(line.cursorX, line.y + line.height * 0.1, Math.max(2, 1.6 * state.environment.dp), line.height * 0.8);
    }
  }
  g.restore();
};

/** Draws a laid-out tree. What is outside its visible part is skipped, so long lists cost what is on screen. */
export const paintScene = (g: SKRSContext2D, node: SceneNode, state: PaintState): void => {
  const { spec, clip } = node;
  if (clip.width === 0 || clip.height === 0 || spec.opacity === 0) return;
  const clips = spec.scroll !== undefined || spec.paint !== undefined;
  const saved = clips || spec.opacity !== undefined;
  if (saved) g.save();
  if (spec.opacity !== undefined) g.globalAlpha *= spec.opacity;
  if (clips) {
    g.beginPath();
    g.rect(clip.x, clip.y, clip.width, clip.height);
    g.clip();
  }
  paintBox(g, node, state);
  if (spec.field !== undefined) paintField(g, node, spec.field, state);
  else if (node.lines.length > 0) paintText(g, node, state);
  for (const child of node.children) paintScene(g, child, state);
  if (saved) g.restore();
};
