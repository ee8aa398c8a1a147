import type { AppIcon } from "../app-file.ts";
import { decodePng, isPng } from "../png/decode.ts";
import { encodePng } from "../png/encode.ts";
import { mergeLayers, type Layer } from "../png/merge.ts";
import type { AndroidContent } from "./android-content.ts";
import { attribute, type XmlElement } from "./binary-xml.ts";
import { isColour, isReference, type ResourceValue } from "./chunks.ts";
import { ATTRIBUTE, type Manifest } from "./manifest.ts";
import { ANY_DENSITY } from "./resource-config.ts";
import type { Variant } from "./resource-table.ts";

/** A launcher icon has a dozen variants; a package that lists hundreds is not worth reading them all. */
const MAX_FILES_READ = 48;
/** Layers are a handful; what has more is a drawing. */
const MAX_DRAWABLE_ELEMENTS = 256;
/** adaptive-icon → inset or layer-list → raster */
const MAX_DRAWABLE_DEPTH = 2;
/**
 * Of an adaptive icon's 108 dp the middle 72 show.
 * https://developer.android.com/develop/ui/views/launch/icon_design_adaptive
 */
const VISIBLE = 72 / 108;

/**
 * The raster of the highest density among the application's icon, its round icon and its launcher's icon. An icon that
 * exists only as layers (adaptive icon) has them merged; where a layer is only drawn (vectors) the foreground's raster
 * stands alone, and without one there is no icon.
 */
export async function readIcon(
  content: AndroidContent,
  manifest: Manifest,
  maxIconBytes: number,
): Promise<AppIcon | undefined> {
  const { application, mainActivity } = manifest;
  const search = new IconSearch(content, maxIconBytes);
  const sources = [
    application ? manifest.variants(application, ATTRIBUTE.icon) : [],
    application ? manifest.variants(application, ATTRIBUTE.roundIcon) : [],
    mainActivity ? manifest.variants(mainActivity, ATTRIBUTE.icon) : [],
  ];
  for (const variants of sources) {
    const icon = await search.find(variants, 0);
    if (icon) return icon;
  }
  return undefined;
}

class IconSearch {
  readonly #content: AndroidContent;
  readonly #maxIconBytes: number;
  #filesRead = 0;

  constructor(content: AndroidContent, maxIconBytes: number) {
    this.#content = content;
    this.#maxIconBytes = maxIconBytes;
  }

  async find(variants: Variant[], depth: number): Promise<AppIcon | undefined> {
    const { raster, drawables } = await this.#read(variants);
    if (raster || depth >= MAX_DRAWABLE_DEPTH) return raster;
    for (const drawable of drawables) {
      const icon = (await this.#merged(drawable, depth)) ?? (await this.#first(drawable, depth));
      if (icon) return icon;
    }
    return undefined;
  }

  /** The best raster, and the drawables that are described. */
  async #read(variants: Variant[]): Promise<{ raster?: AppIcon; drawables: XmlElement[][] }> {
    const drawables: XmlElement[][] = [];
    // Vectors and layers come at "any" density; a raster, if there is one, is the better picture.
    const rank = ({ density }: Variant) => (density >= ANY_DENSITY ? -1 : density);
    for (const { value } of [...variants].sort((a, b) => rank(b) - rank(a))) {
      const file = value.text === undefined ? undefined : await this.#file(value.text);
      if (!file) continue;
      const content_type = rasterType(file);
      if (content_type) return { raster: { bytes: file, content_type }, drawables };
      const elements = this.#content.parseDrawable(file);
      if (elements && elements.length <= MAX_DRAWABLE_ELEMENTS) drawables.push(elements);
    }
    return { drawables };
  }

  /** Foreground over background, when both can be drawn. */
  async #merged(elements: XmlElement[], depth: number): Promise<AppIcon | undefined> {
    if (elements[0]?.name !== "adaptive-icon") return undefined;
    const layer = (name: string) =>
      this.#layer(
        elements.filter((one) => one.name === name || isBelow(one, name)),
        depth,
      );
    const background = await layer("background");
    const foreground = background && (await layer("foreground"));
    if (!background || !foreground) return undefined;
    return { bytes: encodePng(mergeLayers(background, foreground, VISIBLE)), content_type: "image/png" };
  }

  async #layer(elements: XmlElement[], depth: number): Promise<Layer | undefined> {
    for (const value of drawn(elements)) {
      if (isColour(value)) return colourOf(value);
      const variants = isReference(value) ? this.#variants(value) : [];
      const colour = variants.find((variant) => isColour(variant.value));
      if (colour) return colourOf(colour.value);
      const icon = await this.find(variants, depth + 1);
      const picture = icon?.content_type === "image/png" ? decodePng(Buffer.from(icon.bytes)) : undefined;
      if (picture) return picture;
    }
    return undefined;
  }

  /** The first raster of any part, the foreground's before the others'; a background alone is no icon. */
  async #first(elements: XmlElement[], depth: number): Promise<AppIcon | undefined> {
    const shown = elements.filter((one) => !["background", "monochrome"].some((name) => isBelow(one, name)));
    for (const value of drawn(shown)) {
      const icon = isReference(value) ? await this.find(this.#variants(value), depth + 1) : undefined;
      if (icon) return icon;
    }
    return undefined;
  }

  #variants(value: ResourceValue): Variant[] {
    return this.#content.table?.variants(value.data) ?? [];
  }

  async #file(path: string): Promise<Buffer | undefined> {
    const { archive, folder } = this.#content;
    const claimed = archive.claimedSize(folder + path);
    if (claimed === undefined || claimed > this.#maxIconBytes || this.#filesRead >= MAX_FILES_READ) return undefined;
    this.#filesRead += 1;
    return await archive.read(folder + path, this.#maxIconBytes);
  }
}

/** Whether an element, or one around it, has that name. */
function isBelow(element: XmlElement, name: string): boolean {
  for (let one: XmlElement | undefined = element; one; one = one.parent) if (one.name === name) return true;
  return false;
}

/** What elements draw, in their order. */
const drawn = (elements: XmlElement[]): ResourceValue[] =>
  elements
    .flatMap((element) => [attribute(element, ATTRIBUTE.drawable), attribute(element, ATTRIBUTE.src)])
    .filter((found) => found !== undefined);

const colourOf = ({ data }: ResourceValue): Layer => [
  (data >>> 16) & 0xff,
  (data >>> 8) & 0xff,
  data & 0xff,
  data >>> 24,
];

function rasterType(content: Buffer): AppIcon["content_type"] | undefined {
  if (isPng(content)) return "image/png";
  const isWebp = content.toString("latin1", 0, 4) === "RIFF" && content.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "image/webp" : undefined;
}
