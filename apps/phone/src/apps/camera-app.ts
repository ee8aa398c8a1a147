import { pictureFacts } from "@udt/base";
import { type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import type { App, AppContext, AppDefinition } from "../screen/app.ts";
import { icon } from "../screen/icons.ts";
import type { Rect, ViewSpec } from "../screen/scene/node.ts";
import type { Lens } from "../types.ts";
import { tileIcon } from "./app-icon.ts";
import { imageButton } from "./widgets.ts";

const PACKAGE = "dev.udt.camera";
const MAIN = `${PACKAGE}.CameraActivity`;
/** A small file can be a picture of any size: what would not fit into this process is not decoded. */
const MAX_PIXELS = 40_000_000;
const BYTES_PER_PIXEL = 4;

const TEXTS = {
  en: {
    title: "Camera",
    shutter: "Take a photo",
    flip: "Switch camera",
    nothing: "This camera sees nothing",
    hint: "It has no picture to look at",
    unreadable: "What it is given is no picture",
    saved: "Photo saved",
    full: "No space left for the photo",
  },
  zh: {
    title: "相机",
    shutter: "拍照",
    flip: "切换摄像头",
    nothing: "镜头前什么都没有",
    hint: "还没有给它看的图片",
    unreadable: "给它的不是图片",
    saved: "照片已保存",
    full: "空间不足，照片未保存",
  },
  ja: {
    title: "カメラ",
    shutter: "撮影",
    flip: "カメラを切り替え",
    nothing: "カメラには何も写っていません",
    hint: "写す画像がありません",
    unreadable: "渡されたものは画像ではありません",
    saved: "写真を保存しました",
    full: "空き容量がなく、写真を保存できません",
  },
};

/** All of the place, nothing stretched: what does not fit is cut off at both sides alike. */
function cover(g: SKRSContext2D, image: Image, { x, y, width, height }: Rect, isMirrored: boolean): void {
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  g.save();
  g.translate(x + width / 2, y + height / 2);
  // A camera that looks at its user shows a mirror, as every phone's does; the photo is not mirrored.
  if (isMirrored) g.scale(-1, 1);
  g.drawImage(image, -w / 2, -h / 2, w, h);
  g.restore();
}

class CameraApp implements App {
  readonly #context: AppContext;
  readonly #unsubscribe: () => void;
  #lens: Lens = "back";
  #pictures: Uint8Array[] = [];
  /** Which of them is seen: each photo moves on by one. */
  #turn = 0;
  #shown: { bytes: Uint8Array; image: Image | undefined } | undefined;

  constructor(context: AppContext) {
    this.#context = context;
    this.#unsubscribe = context.system.camera.changed.on(() => this.#look());
    this.#look();
  }

  activity(): string {
    return MAIN;
  }

  dispose(): void {
    this.#unsubscribe();
  }

  view(): ViewSpec {
    const { environment } = this.#context;
    const isReady = this.#shown?.image !== undefined;
    return {
      bg: "#0b0b0d",
      width: "fill",
      height: "fill",
      dir: "stack",
      children: [this.#finder(), this.#controls(environment.insetBottom, isReady)],
    };
  }

  #finder(): ViewSpec {
    const texts = TEXTS[this.#context.environment.language];
    const image = this.#shown?.image;
    const words = (text: string, color: string, size: number): ViewSpec => ({ text, color, size, textAlign: "center" });
    if (image === undefined)
      return {
        id: "viewfinder",
        width: "fill",
        height: "fill",
        align: "center",
        justify: "center",
        gap: 8,
        children: [
          icon("camera", "#6c6c76", 44, 64),
          words(texts.nothing, "#e9e9ee", 18),
          words(this.#shown ? texts.unreadable : texts.hint, "#9a9aa5", 14.5),
        ],
      };
    return {
      id: "viewfinder",
      desc: `${(this.#turn % this.#pictures.length) + 1}/${this.#pictures.length}`,
      cls: "android.view.SurfaceView",
      width: "fill",
      height: "fill",
      paint: (g, rect) => cover(g, image, rect, this.#lens === "front"),
    };
  }

  #controls(insetBottom: number, isReady: boolean): ViewSpec {
    const texts = TEXTS[this.#context.environment.language];
    return {
      width: "fill",
      height: "fill",
      justify: "end",
      children: [
        {
          dir: "row",
          width: "fill",
          bg: "#0b0b0dcc",
          pad: [18, 34, insetBottom + 22, 34],
          justify: "between",
          children: [
            { id: "lens", text: this.#lens === "back" ? "1×" : "0.8×", color: "#e9e9ee", size: 15, width: 52 },
            {
              id: "shutter",
              desc: texts.shutter,
              cls: "android.widget.ImageButton",
              width: 72,
              height: 72,
              radius: 36,
              border: "#ffffff",
              bg: isReady ? "#ffffff" : "#55555e",
              enabled: isReady,
              onTap: () => this.#shoot(),
            },
            imageButton("flip", texts.flip, icon("flip", "#ffffff", 26), {
              width: 52,
              height: 52,
              radius: 26,
              bg: "#ffffff22",
              onTap: () => this.#flip(),
            }),
          ],
        },
      ],
    };
  }

  #flip(): void {
    this.#lens = this.#lens === "back" ? "front" : "back";
    this.#turn = 0;
    this.#look();
  }

  #shoot(): void {
    const texts = TEXTS[this.#context.environment.language];
    if (this.#shown?.image === undefined) return;
    const path = this.#context.system.camera.keep(this.#shown.bytes);
    this.#context.work(60);
    this.#context.sound({ hz: 1800, ms: 40 }, { hz: 900, ms: 110 });
    if (path !== undefined) this.#context.log("I", "Camera", `photo ${path}`);
    this.#context.toast(path === undefined ? texts.full : texts.saved);
    this.#turn += 1;
    this.#look();
  }

  /** Sees what is before the lens now. */
  #look(): void {
    this.#pictures = this.#context.system.camera.images(this.#lens);
    const bytes = this.#pictures[this.#turn % Math.max(1, this.#pictures.length)];
    const shown = bytes && { bytes, image: undefined };
    if (shown && this.#shown && Buffer.from(shown.bytes).equals(this.#shown.bytes)) return;
    this.#shown = shown;
    this.#context.hold("viewfinder", undefined);
    this.#context.invalidate();
    if (!shown) return;
    void this.#decode(shown);
  }

  async #decode(shown: { bytes: Uint8Array; image: Image | undefined }): Promise<void> {
    const facts = pictureFacts(shown.bytes);
    if (!facts || facts.width * facts.height > MAX_PIXELS) return;
    const image = await loadImage(Buffer.from(shown.bytes)).catch(() => undefined);
    if (this.#shown !== shown || !image) return;
    shown.image = image;
    this.#context.hold("viewfinder", { native: facts.width * facts.height * BYTES_PER_PIXEL });
    this.#context.invalidate();
  }
}

export const cameraApp: AppDefinition = {
  packageName: PACKAGE,
  mainActivity: MAIN,
  activities: [MAIN],
  versionName: "1.0",
  versionCode: 1,
  launchable: true,
  lightBars: true,
  icon: tileIcon("#4a4a58", "#1d1d26", (g) => {
    g.fillStyle = "#f4f4f8";
    g.beginPath();
    g.roundRect(5, 7.6, 14, 9.8, 2);
    g.roundRect(9, 5.8, 6, 3, 1);
    g.fill();
    g.fillStyle = "#5b5bd6";
    g.beginPath();
    g.arc(12, 12.5, 3.1, 0, Math.PI * 2);
    g.fill();
  }),
  label: (language) => TEXTS[language].title,
  create: (context) => new CameraApp(context),
};
