import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { ViewSpec } from "./scene/node.ts";

/** Line icons on a 24 × 24 grid, drawn with a round pen of width 2. */
const PATHS = {
  back: "M20 12H5 M11 5.5L4.5 12L11 18.5",
  search: "M10.5 4.5a6 6 0 1 0 0 12a6 6 0 1 0 0-12 M15 15L20 20",
  cart: "M3 4.5h2.2l2.3 10.5h10l2.2-7.5H6.2 M9 19.2h.02 M16.5 19.2h.02",
  plus: "M12 5V19 M5 12H19",
  minus: "M5 12H19",
  check: "M5 12.5L10 17.5L19.5 7",
  close: "M6 6L18 18 M18 6L6 18",
  chevron: "M9.5 6L15.5 12L9.5 18",
  wifi: "M3 9.5a13 13 0 0 1 18 0 M6.2 13a8.4 8.4 0 0 1 11.6 0 M9.4 16.4a3.8 3.8 0 0 1 5.2 0 M12 19.3h.02",
  globe: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17 M3.5 12h17 M12 3.5c5 5 5 12 0 17 M12 3.5c-5 5-5 12 0 17",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8 M12 2.5v2 M12 19.5v2 M2.5 12h2 M19.5 12h2 M5.3 5.3l1.4 1.4 M17.3 17.3l1.4 1.4 M5.3 18.7l1.4-1.4 M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  rotate: "M4.5 12a7.5 7.5 0 0 1 13-5l2 2 M19.5 4.5V9H15 M19.5 12a7.5 7.5 0 0 1-13 5l-2-2 M4.5 19.5V15H9",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17 M12 11v5.5 M12 7.6h.02",
  phone: "M7.5 3.5h9v17h-9z M11 17.8h2",
  volume: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z M15.5 9a4.2 4.2 0 0 1 0 6 M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z M16 9.5l5 5 M21 9.5l-5 5",
  trash: "M5 7h14 M9.5 7V4.5h5V7 M7 7l.8 12.5h8.4L17 7",
  user: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8 M4.5 20a7.5 7.5 0 0 1 15 0",
  star: "M12 4l2.4 5 5.5.7-4 3.8 1 5.5-4.9-2.7L7.1 19l1-5.5-4-3.8 5.5-.7z",
  battery: "M3.5 8h15v8h-15z M20.8 10.800v2.4",
  lock: "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  edit: "M4.5 19.500l1-4.500L16 4.500l3.5 3.500L9 18.500z",
  bell: "M6.5 16.500V11a5.5 5.5 0 0 1 11 0v5.500l1.5 1.500H5z M10.5 20.500h3",
  grid: "M4.5 4.500h6v6h-6z M13.5 4.500h6v6h-6z M4.5 13.500h6v6h-6z M13.5 13.500h6v6h-6z",
  truck: "M3 6.500h10.500v10H3z M13.5 10h4l3 3v3.500h-7z M7 18.500h.02 M17 18.500h.02",
  flip: "M5 9.500a7.500 7.500 0 0 1 13-2.500l1.500 1.500 M19.500 4.500v4h-4 M19 14.500a7.500 7.500 0 0 1-13 2.500l-1.500-1.500 M4.500 19.500v-4h4",
  camera:
    "M3.500 7.500h4l1.500-2.500h6l1.500 2.500h4v11.500h-17z M12 9.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7",
  play: "M8 5.500v13l10.5-6.500z",
} as const;

export type IconName = keyof typeof PATHS;

const cache = new Map<IconName, Path2D>();

export const drawIcon = (
  g: SKRSContext2D,
  name: IconName,
  x: number,
  y: number,
  size: number,
  color: string,
  pen = 2,
): void => {
  let path = cache.get(name);
  if (path === undefined) cache.set(name, (path = new Path2D(PATHS[name])));
  g.save();
  g.translate(x, y);
  g.scale(size / 24, size / 24);
  g.strokeStyle = color;
  g.lineWidth = pen;
  g.lineCap = "round";
  g.lineJoin = "round";
  g.stroke(path);
  g.restore();
};

/** An icon as a view, centred in a box of `box` dp. */
export const icon = (name: IconName, color: string, size = 24, box = size): ViewSpec => ({
  width: box,
  height: box,
  ghost: true,
  paint: (g, rect, dp) =>
    drawIcon(g, name, rect.x + (rect.width - size * dp) / 2, rect.y + (rect.height - size * dp) / 2, size * dp, color),
});
