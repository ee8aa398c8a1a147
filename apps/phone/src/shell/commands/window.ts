import { type Program, type ProgramContext, failWith, print } from "../program.ts";

/** The size the panel shows without an override, which a fold changes. */
export function physicalSize(context: ProgramContext): { width: number; height: number } {
  const { profile } = context.phone.system;
  return context.phone.screen.isFolded() && profile.folded ? profile.folded : profile;
}

async function size(context: ProgramContext, args: string[]): Promise<number> {
  const { display } = context.phone.system;
  const [wanted] = args;
  if (wanted === undefined) {
    const physical = physicalSize(context);
    const override = display.size ? `Override size: ${display.size.width}x${display.size.height}\n` : "";
    return print(context, `Physical size: ${physical.width}x${physical.height}\n${override}`);
  }
  const match = /^(\d+)x(\d+)$/.exec(wanted);
  if (!match && wanted !== "reset") return failWith(context, `Error: bad size ${wanted}`, 255);
  if (match) display.size = { width: Number(match[1]), height: Number(match[2]) };
  else delete display.size;
  context.phone.screen.override(display.size, display.densityDpi);
  return 0;
}

async function density(context: ProgramContext, args: string[]): Promise<number> {
  const { display, profile } = context.phone.system;
  const [wanted] = args;
  if (wanted === undefined) {
    const override = display.densityDpi === undefined ? "" : `Override density: ${display.densityDpi}\n`;
    return print(context, `Physical density: ${profile.density_dpi}\n${override}`);
  }
  const dpi = Number(wanted);
  if (wanted !== "reset" && !(dpi >= 72)) return failWith(context, "Error: density must be >= 72", 255);
  if (context.phone.system.faults.profile_refused === "density" && wanted !== "reset")
    return failWith(
      context,
      "java.lang.SecurityException: Must hold permission android.permission.WRITE_SECURE_SETTINGS",
      255,
    );
  if (wanted === "reset") delete display.densityDpi;
  else display.densityDpi = dpi;
  context.phone.screen.override(display.size, display.densityDpi);
  return 0;
}

/** `user-rotation [free|lock [0-3]]`. */
async function userRotation(context: ProgramContext, args: string[]): Promise<number> {
  const { settings } = context.phone.system;
  const [mode, wanted = settings.get("system", "user_rotation") ?? "0"] = args.filter((arg) => arg !== "-d");
  if (mode === undefined) {
    const isFree = settings.get("system", "accelerometer_rotation") === "1";
    return print(context, isFree ? "free\n" : `lock ${settings.get("system", "user_rotation")}\n`);
  }
  if (mode === "free") {
    settings.put("system", "accelerometer_rotation", "1");
    context.phone.screen.rotate("auto");
    return 0;
  }
  const rotation = [0, 1, 2, 3].find((each) => String(each) === wanted);
  if (mode !== "lock" || rotation === undefined) return failWith(context, `Error: expecting lock/free and 0-3`, 255);
  settings.put("system", "accelerometer_rotation", "0");
  settings.put("system", "user_rotation", String(rotation));
  context.phone.screen.rotate(rotation as 0 | 1 | 2 | 3);
  return 0;
}

async function dismissKeyguard(context: ProgramContext): Promise<number> {
  context.phone.screen.wake();
  context.phone.screen.unlock();
  return 0;
}

const HANDLERS: Record<string, (context: ProgramContext, args: string[]) => Promise<number>> = {
  size,
  density,
  "user-rotation": userRotation,
  "dismiss-keyguard": dismissKeyguard,
};

/** `wm`, which `cmd window` is too. */
export const wm: Program = async (context) => {
  const [verb = "", ...args] = context.args;
  const handler = HANDLERS[verb];
  if (handler) return handler(context, args);
  return failWith(context, verb ? `Unknown command: ${verb}` : "usage: wm COMMAND …", 255);
};

export const windowCommands = { wm };
