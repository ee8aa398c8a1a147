import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execOut } from "./adb.ts";

let number = 0;

/** Does something and tells UDT about it: what, how it went, and how the screen looked afterwards. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started_at = Date.now();
  try {
    const result = await work();
    await tell(name, true, started_at);
    return result;
  } catch (error) {
    await tell(name, false, started_at);
    throw error;
  }
}

async function tell(name: string, ok: boolean, started_at: number): Promise<void> {
  const { UDT_STEPS_FILE: file, UDT_RESULTS_DIR: results } = process.env;
  if (!file || !results) return;
  const ended_at = Date.now();
  const screenshot = `step-${process.pid}-${String(++number).padStart(3, "0")}.png`;
  writeFileSync(join(results, screenshot), await execOut("screencap", "-p"));
  appendFileSync(file, `${JSON.stringify({ name, ok, screenshot, started_at, ended_at })}\n`);
}
