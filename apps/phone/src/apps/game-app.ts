import type { SKRSContext2D } from "@napi-rs/canvas";
import type { App, AppContext, AppDefinition } from "../screen/app.ts";
import { KEY } from "../screen/char-map.ts";
import type { Rect, ViewSpec } from "../screen/scene/node.ts";
import { tileIcon } from "./app-icon.ts";
import { GameTextures } from "./game-textures.ts";
import { GameWorld, type Gem, LIVES, seededRandom, SHIP_HALF, stepMs } from "./game-world.ts";

const PACKAGE = "dev.udt.game";
const MAIN = `${PACKAGE}.GameActivity`;

const TEXTS = {
  en: {
    name: "Gem Drift",
    score: "Score",
    best: "Best",
    over: "Game over",
    again: "Play again",
    hint: "Drag to steer",
  },
  zh: { name: "宝石漂流", score: "得分", best: "最高", over: "游戏结束", again: "再玩一次", hint: "拖动来操控" },
  ja: {
    name: "ジェムドリフト",
    score: "スコア",
    best: "ベスト",
    over: "ゲームオーバー",
    again: "もう一度",
    hint: "ドラッグで操作",
  },
};
const GEM_COLORS = [
  ["#7af0d0", "#17a688"],
  ["#ffb3c7", "#f0467c"],
  ["#ffe08a", "#f0a20c"],
  ["#b9c6ff", "#5468f0"],
] as const;
const STARS = Array.from({ length: 56 }, (_, index) => ({
  x: Math.abs(Math.sin(index * 12.9898) * 43758.5453) % 1,
  y: Math.abs(Math.sin(index * 78.233) * 12543.8921) % 1,
  size: 0.6 + (index % 4) * 0.4,
  speed: 0.015 + (index % 5) * 0.012,
}));

/** While it is in front it tells its server each second how it goes, and hears how others do. */
const SYNC_MS = 1000;
const SYNC_BYTES = { received: 2_400, sent: 1_200 };
const START_BYTES = { received: 48_000, sent: 900 };
const SEED = 20_240_501;

class Game implements App {
  readonly #context: AppContext;
  readonly #world = new GameWorld(seededRandom(SEED));
  readonly #textures: GameTextures;
  #disposed = false;
  #unsynced_ms = 0;
  readonly #tick = (elapsedMs: number): boolean => this.#step(elapsedMs);

  constructor(context: AppContext) {
    this.#context = context;
    this.#world.best = Number(context.storage.get("best") ?? 0);
    this.#textures = new GameTextures(context);
    context.fetch(START_BYTES);
  }

  activity(): string {
    return MAIN;
  }

  dispose(): void {
    this.#disposed = true;
  }

  onResume(): void {
    this.#context.log("I", "GemDrift", "resume");
    this.#context.animate(this.#tick);
  }

  onKey(action: "down" | "up", keyCode: number): boolean {
    if (keyCode !== KEY.DPAD_LEFT && keyCode !== KEY.DPAD_RIGHT) return false;
    if (action === "down") this.#world.nudge(keyCode === KEY.DPAD_LEFT ? -0.12 : 0.12);
    return true;
  }

  #step(elapsedMs: number): boolean {
    if (this.#disposed) return false;
    const world = this.#world;
    const { caught, lost } = world.step(elapsedMs);
    this.#textures.show(world.level);
    this.#context.work(stepMs(world));
    this.#unsynced_ms += elapsedMs;
    for (; this.#unsynced_ms >= SYNC_MS; this.#unsynced_ms -= SYNC_MS) this.#context.fetch(SYNC_BYTES);
    if (caught > 0) this.#context.sound({ hz: 880, ms: 60 }, { hz: 1320, ms: 90 });
    if (caught > 0) this.#context.log("D", "GemDrift", `score=${this.#world.score}`);
    if (lost > 0 && this.#world.over) {
      this.#context.storage.set("best", String(this.#world.best));
      this.#context.log("I", "GemDrift", `game over score=${this.#world.score}`);
    }
    return true;
  }

  view(): ViewSpec {
    const { environment } = this.#context;
    const texts = TEXTS[environment.language];
    const world = this.#world;
    world.height = environment.height / environment.width;
    const number = (id: string, label: string, value: number): ViewSpec => ({
      gap: 0,
      children: [
        { text: label, size: 12.5, color: "rgba(255,255,255,0.7)" },
        { id, text: String(value), size: 27, weight: 700, color: "#ffffff", lineHeight: 1.1 },
      ],
    });
    return {
      id: "game_field",
      cls: "android.view.SurfaceView",
      desc: texts.hint,
      width: "fill",
      height: "fill",
      dir: "stack",
      onTouch: ({ action, x, bounds }) => {
        if (action === "down" || action === "move") world.steer((x - bounds.x) / bounds.width);
      },
      paint: (g, rect, dp) => this.#paint(g, rect, dp),
      shapes: STARS.length + 3 * world.gems.length + world.sparks.length + 4,
      children: [
        {
          pad: [environment.insetTop + 10, 22],
          dir: "row",
          gap: 30,
          align: "start",
          children: [
            number("score", texts.score, world.score),
            number("best", texts.best, world.best),
            { grow: 1 },
            {
              id: "lives",
              text: "♥".repeat(world.lives) + "♡".repeat(LIVES - world.lives),
              size: 24,
              color: "#ff7a98",
            },
          ],
        },
        world.over ? this.#overPanel() : undefined,
      ],
    };
  }

  #overPanel(): ViewSpec {
    const texts = TEXTS[this.#context.environment.language];
    return {
      dir: "stack",
      align: "center",
      justify: "center",
      children: [
        {
          id: "game_over",
          bg: "rgba(18,20,44,0.92)",
          radius: 28,
          pad: 30,
          gap: 14,
          align: "center",
          width: 270,
          height: "wrap",
          children: [
            { text: texts.over, size: 24, weight: 700, color: "#ffffff" },
            {
              id: "final_score",
              text: String(this.#world.score),
              size: 52,
              weight: 700,
              color: "#ffe08a",
              lineHeight: 1.1,
            },
            {
              id: "play_again",
              cls: "android.widget.Button",
              text: texts.again,
              bg: "#6e7dff",
              color: "#ffffff",
              weight: 700,
              size: 16,
              radius: 24,
              pad: [13, 28],
              textAlign: "center",
              onTap: () => this.#world.restart(),
            },
          ],
        },
      ],
    };
  }

  #paint(g: SKRSContext2D, { width, height }: Rect, dp: number): void {
    const world = this.#world;
    const sky = g.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, "#141336");
    sky.addColorStop(0.6, "#34246b");
    sky.addColorStop(1, "#7a3b86");
    g.fillStyle = sky;
    g.fillRect(0, 0, width, height);
    g.fillStyle = "rgba(255,255,255,0.75)";
    for (const { x, y, size, speed } of STARS) {
      g.fillRect(x * width, ((y + world.seconds * speed) % 1) * height, size * dp, size * dp * 1.6);
    }
    for (const { x, y, age, kind } of world.sparks) {
      g.globalAlpha = Math.max(0, 1 - age / 0.6);
      g.fillStyle = GEM_COLORS[kind][0];
      g.fillRect(x * width - 2 * dp, y * width - 2 * dp, 4 * dp, 4 * dp);
    }
    g.globalAlpha = 1;
    for (const gem of world.gems) this.#paintGem(g, gem, width);
    this.#paintShip(g, width, dp);
  }

  #paintGem(g: SKRSContext2D, { x, y, spin, kind }: Gem, width: number): void {
    const radius = width * 0.045;
    const squeeze = 0.55 + 0.45 * Math.abs(Math.cos(spin));
    const [light, deep] = GEM_COLORS[kind];
    const corner = (dx: number, dy: number): [number, number] => [
      x * width + dx * radius * squeeze,
      y * width + dy * radius,
    ];
    const shape = (color: string, points: readonly (readonly [number, number])[]): void => {
      g.fillStyle = color;
      g.beginPath();
      points.forEach(([dx, dy], index) => (index === 0 ? g.moveTo(...corner(dx, dy)) : g.lineTo(...corner(dx, dy))));
      g.fill();
    };
    shape(deep, [
      [0, -1],
      [0.85, -0.2],
      [0, 1],
      [-0.85, -0.2],
    ]);
    shape(light, [
      [0, -1],
      [0.85, -0.2],
      [0, 0.05],
      [-0.85, -0.2],
    ]);
    shape("rgba(255,255,255,0.55)", [
      [0, -1],
      [0, 0.05],
      [-0.85, -0.2],
    ]);
  }

  #paintShip(g: SKRSContext2D, width: number, dp: number): void {
    const world = this.#world;
    const x = world.shipX * width;
    const y = world.shipY * width;
    const half = SHIP_HALF * width;
    const flame = 14 * dp + 4 * dp * Math.sin(world.seconds * 30);
    g.fillStyle = "rgba(255,190,90,0.9)";
    g.beginPath();
    g.moveTo(x - half * 0.25, y + 8 * dp);
    g.lineTo(x, y + 8 * dp + flame);
    g.lineTo(x + half * 0.25, y + 8 * dp);
    g.fill();
    g.fillStyle = "#eef0ff";
    g.beginPath();
    g.roundRect(x - half, y - 7 * dp, half * 2, 15 * dp, 8 * dp);
    g.fill();
    g.fillStyle = "#6e7dff";
    g.beginPath();
    g.arc(x, y - 4 * dp, half * 0.42, Math.PI, 0);
    g.fill();
  }
}

export const gameApp: AppDefinition = {
  packageName: PACKAGE,
  versionName: "1.4",
  versionCode: 14,
  mainActivity: MAIN,
  activities: [MAIN],
  launchable: true,
  debuggable: true,
  lightBars: true,
  label: (language) => TEXTS[language].name,
  icon: tileIcon("#5a3fc0", "#271a63", (g) => {
    g.fillStyle = "#17a688";
    g.beginPath();
    g.moveTo(12, 5);
    g.lineTo(17.5, 10.5);
    g.lineTo(12, 19);
    g.lineTo(6.5, 10.5);
    g.fill();
    g.fillStyle = "#7af0d0";
    g.beginPath();
    g.moveTo(12, 5);
    g.lineTo(17.5, 10.5);
    g.lineTo(12, 12);
    g.lineTo(6.5, 10.5);
    g.fill();
  }),
  create: (context) => new Game(context),
};
