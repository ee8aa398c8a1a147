/** The colours of the product, light and dark. `theme.css` holds the same values as `--udt-…`; a test compares them. */
export const LIGHT = {
  page: "#f6f6f9",
  surface: "#ffffff",
  raised: "#fafafc",
  hairline: "#e7e7ee",
  border: "#d8d8e2",
  text: "#1b1b22",
  secondary: "#5f606c",
  faint: "#8d8e9a",
  accent: "#5b5bd6",
  "accent-tint": "#eeeefc",
  "on-accent": "#ffffff",
  good: "#218358",
  "good-tint": "#e4f5ec",
  busy: "#0d74ce",
  "busy-tint": "#e3f0fc",
  warning: "#ab6400",
  "warning-tint": "#fdf1da",
  bad: "#ce2c31",
  "bad-tint": "#fdeaea",
  offline: "#80828d",
  "offline-tint": "#eeeef2",
  // The state colours as words: a shade further from their tints, because AA wants 4.5 to 1.
  "good-text": "#1d7750",
  "busy-text": "#0b69bb",
  "warning-text": "#955700",
  "bad-text": "#c4282d",
  "offline-text": "#5f606c",
} as const;
export type TokenName = keyof typeof LIGHT;

export const DARK: Record<TokenName, string> = {
  page: "#101014",
  surface: "#18181d",
  raised: "#1d1d23",
  hairline: "#2a2a32",
  border: "#3a3a45",
  text: "#eeeef3",
  secondary: "#a3a4b0",
  faint: "#72737f",
  accent: "#8b8bf5",
  "accent-tint": "#26264a",
  "on-accent": "#15151a",
  good: "#3dd68c",
  "good-tint": "#132d21",
  busy: "#70b8ff",
  "busy-tint": "#0f2740",
  warning: "#ffca16",
  "warning-tint": "#302200",
  bad: "#ff9592",
  "bad-tint": "#3b1219",
  offline: "#8b8d98",
  "offline-tint": "#24252c",
  "good-text": "#3dd68c",
  "busy-text": "#70b8ff",
  "warning-text": "#ffca16",
  "bad-text": "#ff9592",
  "offline-text": "#a3a4b0",
};

export const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Yu Gothic UI", "Noto Sans CJK SC", "Noto Sans CJK JP", sans-serif';
export const MONO_FONT =
  'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace';
