import type { RestCapability, ShellCapability } from "@udt/driver";
import { z } from "zod";
import { refusal } from "./apps.ts";

/** What Android keeps: 0 to 255, and whether the light around it decides. Null: nobody ever said so. */
const brightness = z.object({ level: z.string().nullable(), mode: z.string().nullable() });

/** Not nothing: some systems take that for "as it likes". */
const DIM = { level: "1", mode: "0" };
const SETTING = { level: "screen_brightness", mode: "screen_brightness_mode" } as const;

export function restCapability(given: ShellCapability["run"]): RestCapability {
  const run = async (words: readonly string[], signal: AbortSignal): Promise<string> => {
    const { exit_code, stdout, stderr } = await given(words, signal);
    if (exit_code !== 0) throw refusal((stderr || stdout).trim(), exit_code);
    return stdout.trim();
  };
  const get = async (of: keyof typeof SETTING, signal: AbortSignal) => {
    const said = await run(["settings", "get", "system", SETTING[of]], signal);
    return said === "null" || said === "" ? null : said;
  };
  const put = async (of: keyof typeof SETTING, value: string | null, signal: AbortSignal) => {
    const words = value === null ? ["delete", "system", SETTING[of]] : ["put", "system", SETTING[of], value];
    await run(["settings", ...words], signal);
  };
  const look = async (signal: AbortSignal) => ({ level: await get("level", signal), mode: await get("mode", signal) });
  return {
    look,
    async dim(signal) {
      await put("mode", DIM.mode, signal);
      await put("level", DIM.level, signal);
    },
    async off(signal) {
      // A screen that is off locks itself, and behind a code nobody could use the phone again: nor do all systems tell of codes.
      if (!/\bsecure=false\b/.test(await run(["dumpsys", "window", "policy"], signal))) return false;
      await run(["input", "keyevent", "KEYCODE_SLEEP"], signal);
      return true;
    },
    async wake(before, signal) {
      await run(["input", "keyevent", "KEYCODE_WAKEUP"], signal);
      await given(["wm", "dismiss-keyguard"], signal);
      const { level, mode } = brightness.parse(before);
      const now = await look(signal);
      if (now.level === DIM.level && now.level !== level) await put("level", level, signal);
      if (now.mode === DIM.mode && now.mode !== mode) await put("mode", mode, signal);
    },
  };
}
