/** Which colour a call has: that of its image or, without one, of its name; or how it changed. */
import type { ThemeMode } from "../../../lib/theme/theme-mode.ts";
import type { FlameNames } from "./tree.ts";

/** Hues that are told apart; images share them where there are more. Red and blue are left to what grew and shrank. */
const HUES = [255, 40, 165, 320, 95, 195, 285, 65, 135, 20] as const;

/** Text on it is readable: by the contrast of WCAG AA in both modes. */
const inMode = (hue: number, saturation: number, mode: ThemeMode): string =>
  mode === "light" ? `hsl(${hue} ${saturation}% 82%)` : `hsl(${hue} ${saturation * 0.6}% 26%)`;

function hueOf(name: string): number {
  let hash = 7;
  for (let at = 0; at < name.length; at += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) >>> 0;
  return HUES[hash % HUES.length] ?? 0;
}

/** Of each frame: by its image, where one is told, and else paler by its symbol; the same in each sample. */
export function frameColors({ symbols, images, image }: FlameNames, mode: ThemeMode): string[] {
  const ofImage = images.map((name) => inMode(hueOf(name), 62, mode));
  const pale = new Map(HUES.map((hue) => [hue as number, inMode(hue, 30, mode)]));
  return symbols.map((symbol, frame) => {
    const number = image[frame] ?? -1;
    const color = (images[number] ?? "") === "" ? pale.get(hueOf(symbol)) : ofImage[number];
    return color ?? "";
  });
}

/** Of modules by their number; those beyond the hues share them, and what belongs to none is grey. */
export const moduleColors = (modules: readonly string[], mode: ThemeMode): string[] =>
  modules.map((_module, number) => inMode(HUES[number % HUES.length] ?? 0, 62, mode));

export const CHANGE_STEPS = 6;

/** How much of a call came or went: from -{@link CHANGE_STEPS} for what is gone to as many for what is new; 0 for the same. */
export function changeStep(before: number, now: number): number {
  const share = (now - before) / Math.max(1, now, before);
  return Math.sign(share) * Math.ceil(Math.max(0, Math.abs(share) * CHANGE_STEPS - 1e-9));
}

/** Red for what grew and blue for what shrank, stronger step by step; grey for what did neither. From the least step up. */
export const changeColors = (mode: ThemeMode): string[] =>
  Array.from({ length: 2 * CHANGE_STEPS + 1 }, (_, index) => {
    const step = Math.abs(index - CHANGE_STEPS);
    const [hue, saturation] = [index < CHANGE_STEPS ? 214 : 2, step === 0 ? 0 : 40 + (step / CHANGE_STEPS) * 50];
    return mode === "light"
      ? `hsl(${hue} ${saturation}% ${88 - step * 3}%)`
      : `hsl(${hue} ${saturation * 0.7}% ${22 + step * 2}%)`;
  });
