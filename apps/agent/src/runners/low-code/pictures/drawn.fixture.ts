/** Screens for specs, drawn as apps draw them: at any density, each thing at its own place. */
import { createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";

type Draw = (context: SKRSContext2D) => void;

/** A drawing of a size in units, each of so many pixels. */
export function drawn(width: number, height: number, density: number, draw: Draw): Buffer {
  const canvas = createCanvas(Math.round(width * density), Math.round(height * density));
  const context = canvas.getContext("2d");
  context.scale(density, density);
  context.fillStyle = "#f5f5f7";
  context.fillRect(0, 0, width, height);
  draw(context);
  return canvas.toBuffer("image/png");
}

const BASKET = new Path2D("M10 18h4l6 20h20l5-14H18M22 46a2 2 0 1 0 .1 0M38 46a2 2 0 1 0 .1 0");

/** A basket in a frame, 60 by 60. */
export function basket(context: SKRSContext2D, x: number, y: number, colour = "#0a63d8"): void {
  context.save();
  context.translate(x, y);
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(4, 4, 52, 52, 10);
  context.fill();
  context.strokeStyle = "#ffffff";
  context.lineWidth = 3;
  context.stroke(BASKET);
  context.restore();
}

/** A list as shops have them: names, prices and coloured boxes, none like the other. */
export function shelf(context: SKRSContext2D): void {
  for (let row = 0; row < 8; row++) {
    context.fillStyle = `hsl(${row * 47}, 55%, 60%)`;
    context.fillRect(16, 90 + row * 84, 64, 64);
    context.fillStyle = "#1d1d1f";
    context.font = "16px sans-serif";
    context.fillText(`Product number ${row * 137}`, 96, 116 + row * 84);
    context.fillStyle = "#6e6e73";
    context.fillText(`€${row * 31 + 9}.00`, 96, 140 + row * 84);
  }
}

/** A button over the whole width, 328 by 50. */
export function button(context: SKRSContext2D, x: number, y: number, words: string): void {
  context.save();
  context.translate(x, y);
  context.fillStyle = "#0a63d8";
  context.beginPath();
  context.roundRect(0, 0, 328, 50, 14);
  context.fill();
  context.fillStyle = "#ffffff";
  context.font = "600 17px sans-serif";
  context.textAlign = "center";
  context.fillText(words, 164, 31);
  context.restore();
}
