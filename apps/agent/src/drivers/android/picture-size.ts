import type { ScreenEvent } from "@udt/driver";
import { readSps } from "@udt/video/sps";

/**
 * Tells of the picture's size with the first parameter sets, and whenever later ones give another. Answers whether these
 * sets, in Annex B, say a size at all.
 */
export function sizeTeller(onEvent: (event: ScreenEvent) => void): (config: Uint8Array) => boolean {
  let told = "";
  return (config) => {
    const sps = readSps(config);
    if (!sps) return false;
    const { width, height } = sps;
    if (told !== `${width}x${height}`) onEvent({ type: "size", width, height });
    told = `${width}x${height}`;
    return true;
  };
}
