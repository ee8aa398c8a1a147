import type { SKRSContext2D } from "@napi-rs/canvas";
import { cyclic, type NonEmpty } from "@udt/base";
import type { AppContext, AppDefinition } from "../screen/app.ts";
import type { NodeTouch, Rect, ViewSpec } from "../screen/scene/node.ts";
import { tileIcon } from "./app-icon.ts";
import { SEQUENCE_MODULUS, STRIP_CELLS, STRIP_HEIGHT, STRIP_MARGIN, STRIP_TOP } from "./test-pattern-layout.ts";

const PACKAGE = "dev.udt.testpattern";
const MAIN = `${PACKAGE}.PatternActivity`;

const LABELS = { en: "Test pattern", zh: "测试图", ja: "テストパターン" };
const BARS = ["#ffffff", "#ffee00", "#00e5ff", "#00e04a", "#ff00d4", "#ff2a2a", "#1d39ff", "#000000"];
const FINGERS: NonEmpty<string> = [
  "#ff6a4d",
  "#4dc3ff",
  "#ffd24d",
  "#7dff8a",
  "#d28cff",
  "#ff8cc6",
  "#8cffe6",
  "#ffb38c",
  "#b3b3ff",
  "#ffffff",
];

interface Finger {
  x: number;
  y: number;
}

class TestPattern {
  readonly #context: AppContext;
  readonly #fingers = new Map<number, Finger>();
  #sequence = 0;
  #last = "";
  #zoom = 1;
  #pinch: { distance: number; zoom: number } | undefined;

  constructor(context: AppContext) {
    this.#context = context;
  }

  view(): ViewSpec {
    const { insetTop } = this.#context.environment;
    return {
      id: "touch_area",
      cls: "android.view.View",
      desc: LABELS[this.#context.environment.language],
      width: "fill",
      height: "fill",
      dir: "stack",
      onTouch: (touch) => this.#touch(touch),
      paint: (g, rect, dp) => this.#paint(g, rect, dp),
      children: [
        {
          pad: [insetTop + 2, 20],
          dir: "row",
          align: "start",
          children: [
            { id: "sequence", text: `seq=${this.#sequence}`, size: 18, weight: 700, color: "#ffffff", grow: 1 },
            { id: "last_touch", text: this.#last, size: 14, color: "#c8cdd8" },
          ],
        },
      ],
    };
  }

  #touch({ action, pointerId, x, y }: NodeTouch): void {
    this.#sequence = (this.#sequence + 1) % SEQUENCE_MODULUS;
    if (action === "up" || action === "cancel") this.#fingers.delete(pointerId);
    else this.#fingers.set(pointerId, { x, y });
    this.#followPinch();
    this.#last = `${action} ${Math.round(x)}, ${Math.round(y)}`;
    const place = `x=${Math.round(x)} y=${Math.round(y)}`;
    this.#context.log("I", "TestPattern", `seq=${this.#sequence} action=${action} ${place} pointer=${pointerId}`);
    this.#context.invalidate();
  }

  #followPinch(): void {
    const [first, second] = [...this.#fingers.values()];
    if (first === undefined || second === undefined) {
      this.#pinch = undefined;
      return;
    }
    const distance = Math.max(1, Math.hypot(first.x - second.x, first.y - second.y));
    this.#pinch ??= { distance, zoom: this.#zoom };
    this.#zoom = Math.max(0.3, Math.min(3, (this.#pinch.zoom * distance) / this.#pinch.distance));
  }

  #paint(g: SKRSContext2D, { x, y, width, height }: Rect, dp: number): void {
    g.fillStyle = "#14171d";
    g.fillRect(x, y, width, height);
    this.#paintStrip(g, width, height);
    this.#paintField(g, width, height, dp);
    const barHeight = height * 0.12;
    BARS.forEach((color, index) => {
      g.fillStyle = color;
      const left = Math.round((width * index) / BARS.length);
      g.fillRect(left, height * 0.84, Math.round((width * (index + 1)) / BARS.length) - left, barHeight);
    });
    for (const [id, finger] of this.#fingers) this.#paintFinger(g, id, finger, width, height, dp);
  }

  #paintStrip(g: SKRSContext2D, width: number, height: number): void {
    g.fillStyle = "#000000";
    g.fillRect(0, height * (STRIP_TOP - STRIP_MARGIN), width, height * (STRIP_HEIGHT + 2 * STRIP_MARGIN));
    g.fillStyle = "#ffffff";
    for (let cell = 0; cell < STRIP_CELLS; cell += 1) {
      if (((this.#sequence >> (STRIP_CELLS - 1 - cell)) & 1) === 0) continue;
      const left = Math.round((width * cell) / STRIP_CELLS);
      const right = Math.round((width * (cell + 1)) / STRIP_CELLS);
      g.fillRect(left, height * STRIP_TOP, right - left, height * STRIP_HEIGHT);
    }
  }

  /** A grid and rings in the middle, which two fingers zoom. */
  #paintField(g: SKRSContext2D, width: number, height: number, dp: number): void {
    const top = height * (STRIP_TOP + STRIP_HEIGHT + STRIP_MARGIN);
    const bottom = height * 0.84;
    g.save();
    g.beginPath();
    g.rect(0, top, width, bottom - top);
    g.clip();
    const middleX = width / 2;
    const middleY = (top + bottom) / 2;
    const step = 40 * dp * this.#zoom;
    g.strokeStyle = "#2b313c";
    g.lineWidth = Math.max(1, dp);
    g.beginPath();
    for (let x = middleX % step; x < width; x += step) {
      g.moveTo(x, top);
      g.lineTo(x, bottom);
    }
    for (let y = top + ((middleY - top) % step); y < bottom; y += step) {
      g.moveTo(0, y);
      g.lineTo(width, y);
    }
    g.stroke();
    const radius = Math.min(width, bottom - top) * 0.3 * this.#zoom;
    g.lineWidth = 2 * dp;
    for (let ring = 1; ring <= 4; ring += 1) {
      g.strokeStyle = ring === 4 ? "#e8ebf2" : "#5a6375";
      g.beginPath();
      g.arc(middleX, middleY, (radius * ring) / 4, 0, Math.PI * 2);
      g.stroke();
    }
    g.restore();
  }

  #paintFinger(g: SKRSContext2D, id: number, { x, y }: Finger, width: number, height: number, dp: number): void {
    const color = cyclic(FINGERS, id);
    g.strokeStyle = color;
    g.globalAlpha = 0.6;
    g.lineWidth = 1.5 * dp;
    g.beginPath();
    g.moveTo(x, 0);
    g.lineTo(x, height);
    g.moveTo(0, y);
    g.lineTo(width, y);
    g.stroke();
    g.globalAlpha = 0.35;
    g.fillStyle = color;
    g.beginPath();
    g.arc(x, y, 44 * dp, 0, Math.PI * 2);
    g.fill();
    g.globalAlpha = 1;
    g.lineWidth = 4 * dp;
    g.stroke();
    g.fillStyle = "#ffffff";
    g.font = `700 ${22 * dp}px 'Noto Sans CJK SC', sans-serif`;
    g.textAlign = "center";
    g.fillText(String(id), x, y - 54 * dp);
  }
}

export const testPatternApp: AppDefinition = {
  packageName: PACKAGE,
  versionName: "1.0",
  versionCode: 1,
  mainActivity: MAIN,
  activities: [MAIN],
  launchable: true,
  lightBars: true,
  label: (language) => LABELS[language],
  icon: tileIcon("#2b313c", "#11141a", (g) => {
    BARS.slice(0, 7).forEach((color, index) => {
      g.fillStyle = color;
      g.fillRect(5 + index * 2, 6, 2, 8);
    });
    g.fillStyle = "#ffffff";
    for (const cell of [0, 2, 3, 6]) g.fillRect(5 + cell * 2, 15.5, 2, 2.6);
  }),
  create: (context) => {
    const app = new TestPattern(context);
    return { activity: () => MAIN, view: () => app.view() };
  },
};
