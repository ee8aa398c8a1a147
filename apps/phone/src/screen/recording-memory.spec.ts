import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const child = fileURLToPath(new URL("testing/record-often.ts", import.meta.url));
/** Some recordings' worth: what one leaves behind, five rounds of five would show many times over. */
const SPREAD_BYTES = 120 * 1024 ** 2;

/**
 * glibc keeps what an encoder's threads freed: without the setting below the process rests at its highest use so far,
 * which looks like a leak until it no longer grows. With it, resident memory is what is really held.
 */
test.runIf(process.platform === "linux")("recordings leave no memory behind", { timeout: 90_000 }, async () => {
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: String(1024 ** 2) };
  const { stdout } = await promisify(execFile)(process.execPath, [child], { env });
  const resident = JSON.parse(stdout.trim().split("\n").at(-1)!) as number[];
  expect(resident).toHaveLength(7);
  expect(resident.at(-1)! - resident[1]!, `resident bytes: ${resident.join(", ")}`).toBeLessThan(SPREAD_BYTES);
});
