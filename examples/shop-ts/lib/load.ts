import { shell } from "./adb.ts";

const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN);

/** How much memory the app takes, in MB. */
export const memoryOf = async (app: string): Promise<number> =>
  number(await shell("dumpsys", "meminfo", app), /TOTAL(?: PSS)?: +(\d+)/) / 1024;

/** How many frames it has drawn since it was started. */
export const framesOf = async (app: string): Promise<number> =>
  number(await shell("dumpsys", "gfxinfo", app), /Total frames rendered: (\d+)/);
