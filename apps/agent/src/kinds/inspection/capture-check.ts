import { say } from "@udt/base";
import { CANNOT, type Found, type StepRoom } from "./step.ts";

/** A colour is as good as black below this. */
const DARK_BELOW = 16;
/** A dark wallpaper has icons and a clock on it. */
const DARK_MOST_PERCENT = 99;
/** So many columns and rows of the picture are looked at. */
const LOOKED_AT = 128;
const EVIDENCE = "screen.png";

/** A picture of the screen is taken: it is as large as the screen, and not black. */
export async function checkCapture({ device, looks_only }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { screen } = device.capabilities;
  if (!screen) return CANNOT;
  const png = new Uint8Array(await screen.capture(signal));
  const [facts, picture] = await Promise.all([device.facts(signal), lookAt(png)]);
  const { width, height, darkPercent } = picture;
  const evidence = { name: EVIDENCE, bytes: png };
  if (darkPercent >= DARK_MOST_PERCENT)
    return { state: "failed", message: say("check_picture_dark", { percent: darkPercent }), evidence };
  // Turned, it is as large all the same.
  const isWhole =
    Math.max(width, height) === Math.max(facts.width, facts.height) && width * height === facts.width * facts.height;
  if (isWhole) {
    const message = say("check_picture", { width, height });
    return { state: "passed", message, ...(!looks_only && { evidence }) };
  }
  const sizes = { width, height, screen_width: facts.width, screen_height: facts.height };
  return { state: "warning", message: say("check_picture_size", sizes), evidence };
}

/** How large a picture is, and how much of it is black, rounded down. */
export async function lookAt(png: Uint8Array): Promise<{ width: number; height: number; darkPercent: number }> {
  // Most of an agent's life passes without it.
  const { createCanvas, Image } = await import("@napi-rs/canvas");
  const image = new Image();
  image.src = png;
  await image.decode();
  const canvas = createCanvas(LOOKED_AT, LOOKED_AT);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, LOOKED_AT, LOOKED_AT);
  const rgba = context.getImageData(0, 0, LOOKED_AT, LOOKED_AT).data;
  let dark = 0;
  for (let at = 0; at < rgba.length; at += 4)
    if (rgba.subarray(at, at + 3).every((value) => value < DARK_BELOW)) dark += 1;
  const darkPercent = Math.floor((dark * 100) / LOOKED_AT ** 2);
  return { width: image.width, height: image.height, darkPercent };
}
