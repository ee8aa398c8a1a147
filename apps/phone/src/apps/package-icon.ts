import { type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { cyclic, type NonEmpty } from "@udt/base";
import type { Rect } from "../screen/scene/node.ts";
import type { InstalledPackage } from "../types.ts";

const decoded = new WeakMap<Uint8Array, Image | "loading" | "broken">();

const LETTER_COLORS: NonEmpty<string> = ["#5566d6", "#0f8f7e", "#c2542d", "#8a4fc4", "#2d7dbd", "#b3406f"];

/** Decodes the package's icon in the background; until then, and without one, a letter stands in. */
const pictureOf = (icon: Uint8Array, onReady: () => void): Image | undefined => {
  const known = decoded.get(icon);
  if (known !== undefined) return typeof known === "string" ? undefined : known;
  decoded.set(icon, "loading");
  // An image holds on to what it was read from: were that the icon, neither would ever go.
  void loadImage(new Uint8Array(icon))
    .then((image) => decoded.set(icon, image))
    .catch(() => decoded.set(icon, "broken"))
    .finally(onReady);
  return undefined;
};

export const drawPackageIcon = (
  g: SKRSContext2D,
  rect: Rect,
  installed: InstalledPackage,
  onReady: () => void,
): void => {
  const image = installed.icon === undefined ? undefined : pictureOf(installed.icon, onReady);
  g.save();
  g.beginPath();
  g.roundRect(rect.x, rect.y, rect.width, rect.height, rect.width * 0.27);
  g.clip();
  if (image === undefined) {
    const hash = [...installed.package_name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
    g.fillStyle = cyclic(LETTER_COLORS, hash);
    g.fillRect(rect.x, rect.y, rect.width, rect.height);
    g.fillStyle = "#ffffff";
    g.font = `700 ${rect.width * 0.5}px 'Noto Sans CJK SC', sans-serif`;
    g.textAlign = "center";
    g.fillText([...installed.label][0]?.toUpperCase() ?? "?", rect.x + rect.width / 2, rect.y + rect.height * 0.68);
  } else g.drawImage(image, rect.x, rect.y, rect.width, rect.height);
  g.restore();
};
