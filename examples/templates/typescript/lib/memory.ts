import { appendFileSync } from "node:fs";

/** Has UDT take a memory sample of the app under test now, where the job records its memory: the name of the scene says what of. */
export function memorySample(scene: string): void {
  const { UDT_STEPS_FILE: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify({ memory: scene })}\n`);
}
