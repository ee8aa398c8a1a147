import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Rect } from "../screen/scene/node.ts";

type Drawing = (g: SKRSContext2D) => void;

const fill = (g: SKRSContext2D, color: string, draw: () => void): void => {
  g.fillStyle = color;
  g.beginPath();
  draw();
  g.fill();
};

const line = (g: SKRSContext2D, color: string, width: number, draw: () => void): void => {
  g.strokeStyle = color;
  g.lineWidth = width;
  g.beginPath();
  draw();
  g.stroke();
};

/** Each picture stands on a grid of 100 × 100. */
const DRAWINGS = {
  headphones: (g) => {
    line(g, "#2b2f3f", 7, () => g.arc(50, 54, 27, Math.PI, 0));
    line(g, "#454b63", 3, () => g.arc(50, 54, 27, Math.PI * 1.1, Math.PI * 1.9));
    for (const x of [16, 70]) {
      fill(g, "#2b2f3f", () => g.roundRect(x, 50, 14, 28, 7));
      fill(g, "#f2604a", () => g.roundRect(x === 16 ? 25 : 65, 52, 10, 24, 5));
    }
  },
  watch: (g) => {
    fill(g, "#3b4a86", () => g.roundRect(37, 10, 26, 80, 8));
    fill(g, "#1b2038", () => g.arc(50, 50, 27, 0, Math.PI * 2));
    fill(g, "#eef2ff", () => g.arc(50, 50, 22, 0, Math.PI * 2));
    line(g, "#1b2038", 3, () => {
      g.moveTo(50, 36);
      g.lineTo(50, 50);
      g.lineTo(60, 56);
    });
    fill(g, "#ff6a4d", () => g.arc(50, 50, 2.6, 0, Math.PI * 2));
    fill(g, "#1b2038", () => g.roundRect(76, 46, 5, 9, 2));
  },
  lamp: (g) => {
    fill(g, "rgba(255,255,255,0.55)", () => {
      g.moveTo(36, 44);
      g.lineTo(14, 84);
      g.lineTo(86, 84);
      g.lineTo(64, 44);
    });
    fill(g, "#3a3f52", () => g.roundRect(48, 42, 4, 42, 2));
    fill(g, "#3a3f52", () => g.roundRect(34, 82, 32, 5, 2.5));
    fill(g, "#e4572e", () => {
      g.moveTo(40, 16);
      g.lineTo(60, 16);
      g.lineTo(72, 46);
      g.lineTo(28, 46);
    });
    fill(g, "#fff7dc", () => g.ellipse(50, 46, 22, 4, 0, 0, Math.PI * 2));
  },
  sneaker: (g) => {
    fill(g, "#ffffff", () => g.roundRect(12, 66, 78, 12, 6));
    fill(g, "#1f6f57", () => {
      g.moveTo(14, 66);
      g.lineTo(16, 40);
      g.bezierCurveTo(24, 46, 32, 44, 38, 34);
      g.bezierCurveTo(50, 50, 62, 54, 80, 56);
      g.bezierCurveTo(88, 58, 90, 62, 90, 66);
    });
    fill(g, "#f4b942", () => {
      g.moveTo(26, 62);
      g.bezierCurveTo(40, 62, 50, 56, 56, 50);
      g.bezierCurveTo(52, 60, 44, 66, 30, 66);
    });
    line(g, "#eafaf3", 2.6, () => {
      for (const x of [44, 51, 58]) {
        g.moveTo(x, 41 + (x - 44) * 0.5);
        g.lineTo(x - 5, 48 + (x - 44) * 0.5);
      }
    });
  },
  camera: (g) => {
    fill(g, "#2a2740", () => g.roundRect(12, 32, 76, 46, 9));
    fill(g, "#46416b", () => g.roundRect(12, 42, 76, 22, 0));
    fill(g, "#2a2740", () => g.roundRect(34, 22, 26, 14, 5));
    fill(g, "#e8e4ff", () => g.arc(50, 55, 20, 0, Math.PI * 2));
    fill(g, "#1a1830", () => g.arc(50, 55, 16, 0, Math.PI * 2));
    fill(g, "#6c5ce7", () => g.arc(50, 55, 9, 0, Math.PI * 2));
    fill(g, "rgba(255,255,255,0.75)", () => g.arc(46, 50, 3, 0, Math.PI * 2));
    fill(g, "#ff6a4d", () => g.arc(79, 39, 3, 0, Math.PI * 2));
  },
  plant: (g) => {
    for (const [x, y, angle] of [
      [34, 34, -0.7],
      [50, 26, 0],
      [66, 34, 0.7],
      [40, 42, -0.35],
      [60, 42, 0.35],
    ] as const) {
      fill(g, angle === 0 ? "#2f8f4e" : "#3fa55f", () => g.ellipse(x, y, 8, 22, angle, 0, Math.PI * 2));
      line(g, "#277a42", 1.6, () => {
        g.moveTo(x, y);
        g.lineTo(50, 64);
      });
    }
    fill(g, "#c8663f", () => {
      g.moveTo(32, 60);
      g.lineTo(68, 60);
      g.lineTo(63, 88);
      g.lineTo(37, 88);
    });
    fill(g, "#b2552f", () => g.roundRect(29, 58, 42, 8, 3));
  },
  speaker: (g) => {
    fill(g, "#8c2f54", () => g.roundRect(24, 20, 52, 64, 24));
    fill(g, "#b84673", () => g.arc(50, 58, 17, 0, Math.PI * 2));
    fill(g, "#5f1d38", () => g.arc(50, 58, 10, 0, Math.PI * 2));
    fill(g, "#ffc6da", () => g.arc(50, 58, 4, 0, Math.PI * 2));
    fill(g, "#5f1d38", () => g.arc(50, 33, 6, 0, Math.PI * 2));
    line(g, "#ffc6da", 3, () => g.arc(50, 30, 22, Math.PI * 1.25, Math.PI * 1.75));
  },
  mug: (g) => {
    line(g, "#2f6f8f", 7, () => g.arc(70, 52, 12, -1.3, 1.3));
    fill(g, "#2f6f8f", () => g.roundRect(26, 30, 44, 52, 9));
    fill(g, "#3f88ab", () => g.roundRect(26, 30, 44, 24, 9));
    fill(g, "#5b3a22", () => g.ellipse(48, 32, 20, 5, 0, 0, Math.PI * 2));
    line(g, "rgba(255,255,255,0.9)", 2.6, () => {
      for (const x of [40, 50]) {
        g.moveTo(x, 24);
        g.bezierCurveTo(x - 5, 18, x + 5, 14, x, 8);
      }
    });
  },
  backpack: (g) => {
    line(g, "#174a73", 5, () => g.arc(50, 24, 10, Math.PI, 0));
    fill(g, "#1f639b", () => g.roundRect(24, 22, 52, 62, 18));
    fill(g, "#2d7dbd", () => g.roundRect(31, 52, 38, 26, 8));
    fill(g, "#f4b942", () => g.roundRect(44, 58, 12, 4, 2));
    line(g, "#174a73", 2.4, () => {
      g.moveTo(32, 40);
      g.lineTo(68, 40);
    });
  },
  keyboard: (g) => {
    fill(g, "#3c465c", () => g.roundRect(8, 32, 84, 40, 7));
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 10; column += 1) {
        const accent = (row === 0 && column === 0) || (row === 2 && column === 9);
        fill(g, accent ? "#ff7a59" : "#f3f6fb", () => g.roundRect(12.5 + column * 7.6, 37 + row * 10, 6.2, 8, 1.8));
      }
    }
    fill(g, "#f3f6fb", () => g.roundRect(34, 66.5, 32, 2.6, 1.3));
  },
} satisfies Record<string, Drawing>;

export type DrawingName = keyof typeof DRAWINGS;

/** A product picture: soft ground, floor shadow, the thing itself. */
export const drawProduct = (
  g: SKRSContext2D,
  rect: Rect,
  name: DrawingName,
  tint: readonly [string, string],
  radius: number,
): void => {
  g.save();
  g.beginPath();
  g.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
  g.clip();
  const ground = g.createLinearGradient(rect.x, rect.y, rect.x + rect.width * 0.4, rect.y + rect.height);
  ground.addColorStop(0, tint[0]);
  ground.addColorStop(1, tint[1]);
  g.fillStyle = ground;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
  const side = Math.min(rect.width, rect.height) * 0.84;
  g.translate(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2);
  g.scale(side / 100, side / 100);
  g.fillStyle = "rgba(20,20,40,0.13)";
  g.beginPath();
  g.ellipse(50, 88, 34, 5, 0, 0, Math.PI * 2);
  g.fill();
  g.lineCap = "round";
  g.lineJoin = "round";
  DRAWINGS[name](g);
  g.restore();
};
