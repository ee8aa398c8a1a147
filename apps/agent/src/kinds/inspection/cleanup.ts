import { say } from "@udt/base";
import type { HealthCapability, Swept } from "@udt/driver";
import { CANNOT, inWords, type Evidence, type Found, type StepRoom } from "./step.ts";

const EVIDENCE = "cleanup.txt";

/** What did not come with the device goes, but for what is spared; what went and what would not is kept. */
export async function checkCleanup({ device, environment }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const { apps, files, stays, evidence } = await sweep(health, environment, signal);
  if (!evidence) {
    const isSparing = environment.free_apps.length + environment.free_paths.length > 0;
    return { state: "passed", message: say(isSparing ? "check_clean_but" : "check_clean") };
  }
  if (stays.length > 0) {
    const packages = stays.map(({ package_name }) => package_name).join(", ");
    const words = stays.map((one) => one.words).join("\n");
    return { state: "failed", message: say("check_app_stays", { packages }, words), evidence };
  }
  return { state: "passed", message: say("check_cleaned", { apps: apps.length, files: files.length }), evidence };
}

/** Takes away what is not spared. Without evidence there was nothing. */
export async function sweep(
  health: HealthCapability,
  { free_apps, free_paths }: StepRoom["environment"],
  signal: AbortSignal,
): Promise<Swept & { evidence?: Evidence }> {
  const swept = await health.sweep({ apps: free_apps, paths: free_paths }, signal);
  const { apps, files, stays } = swept;
  const lines = [
    ...apps.map((name) => `- ${name}`),
    ...files.map((file) => `- ${file}`),
    ...stays.map(({ package_name, words }) => `! ${package_name}: ${words}`),
  ];
  if (lines.length === 0) return swept;
  return { ...swept, evidence: inWords(EVIDENCE, lines.join("\n")) };
}
