import { say } from "@udt/base";
import { CANNOT, type Found, type StepRoom } from "./step.ts";

const EVIDENCE = "cleanup.txt";

/** What did not come with the device goes, but for what is spared; what went and what would not is kept. */
export async function checkCleanup({ device, environment }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const spared = { apps: environment.free_apps, paths: environment.free_paths };
  const { apps, files, stays } = await health.sweep(spared, signal);
  const lines = [
    ...apps.map((name) => `- ${name}`),
    ...files.map((file) => `- ${file}`),
    ...stays.map(({ package_name, words }) => `! ${package_name}: ${words}`),
  ];
  if (lines.length === 0) return { state: "passed", message: say("check_clean") };
  const evidence = { name: EVIDENCE, bytes: new Uint8Array(Buffer.from(`${lines.join("\n")}\n`)) };
  if (stays.length > 0) {
    const packages = stays.map(({ package_name }) => package_name).join(", ");
    const words = stays.map((one) => one.words).join("\n");
    return { state: "failed", message: say("check_app_stays", { packages }, words), evidence };
  }
  return { state: "passed", message: say("check_cleaned", { apps: apps.length, files: files.length }), evidence };
}
