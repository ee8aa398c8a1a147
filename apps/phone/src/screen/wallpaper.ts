import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Rect } from "./scene/node.ts";

/** A dusk of soft hills; `shade` darkens it for light text. Drawn from a few shapes so that it costs little. */
export const paintWallpaper = (g: SKRSContext2D, rect: Rect, dark: boolean, shade = 0): void => {
  const { x, y, width, height } = rect;
  const sky = g.createLinearGradient(x, y, x + width * 0.25, y + height);
  const stops = dark ? ["#0b1026", "#1a2354", "#3b2c66", "#5a3868"] : ["#3f6fe0", "#6f8ff0", "#b59af0", "#f6b9c0"];
  stops.forEach((color, index) => sky.addColorStop(index / (stops.length - 1), color));
  g.fillStyle = sky;
  g.fillRect(x, y, width, height);
  const sun = Math.min(width, height) * 0.2;
  g.fillStyle = dark ? "rgba(255,240,214,0.85)" : "rgba(255,244,226,0.9)";
  g.beginPath();
  g.arc(x + width * 0.74, y + height * 0.66, sun, 0, Math.PI * 2);
  g.fill();
  const hills = dark ? (["#34305f", "#262650", "#171a3a"] as const) : (["#8f86e6", "#6a6fd6", "#454fb4"] as const);
  hills.forEach((color, index) => {
    const base = y + height * (0.6 + index * 0.12);
    const swing = height * 0.05;
    g.fillStyle = color;
    g.beginPath();
    g.moveTo(x, base + swing * (index % 2 === 0 ? 1 : -0.4));
    g.bezierCurveTo(
      x + width * 0.3,
      base - swing * 1.8,
      x + width * 0.55,
      base + swing * 1.6,
      x + width,
      base - swing * (index % 2 === 0 ? 0.6 : 1.4),
    );
    g.lineTo(x + width, y + height);
    g.lineTo(x, y + height);
    g.fill();
  });
  if (shade > 0) {
    g.fillStyle = `rgba(6,8,24,${shade})`;
    g.fillRect(x, y, width, height);
  }
};
