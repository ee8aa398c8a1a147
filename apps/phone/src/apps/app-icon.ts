import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Rect } from "../screen/scene/node.ts";

/** A rounded-square icon: a two-colour ground and a glyph on a 24 × 24 grid above it. */
export const tileIcon =
  (from: string, to: string, glyph: (g: SKRSContext2D) => void) =>
  (g: SKRSContext2D, rect: Rect): void => {
    g.save();
    const ground = g.createLinearGradient(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height);
    ground.addColorStop(0, from);
    ground.addColorStop(1, to);
    g.fillStyle = ground;
    g.beginPath();
    g.roundRect(rect.x, rect.y, rect.width, rect.height, rect.width * 0.27);
    g.fill();
    g.translate(rect.x, rect.y);
    g.scale(rect.width / 24, rect.height / 24);
    g.lineCap = "round";
    g.lineJoin = "round";
    glyph(g);
    g.restore();
  };
