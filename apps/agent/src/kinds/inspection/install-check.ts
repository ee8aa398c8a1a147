import { saidOf, say } from "@udt/base";
import type { AppsCapability, HealthCapability } from "@udt/driver";
import { CANNOT, type Found, type StepRoom } from "./step.ts";

type Sample = ReturnType<HealthCapability["sampleApp"]>;

/** A tiny app is installed, seen and removed. Where it is refused, what an earlier check may have left is removed, once. */
export async function checkInstall({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { apps, health } = device.capabilities;
  if (!apps || !health) return CANNOT;
  const sample = health.sampleApp();
  try {
    return await tryIt(apps, sample, signal);
  } catch (error) {
    signal.throwIfAborted();
    const message = saidOf(error, (raw) => say("check_app_refused", {}, raw));
    if (!(await isThere(apps, sample, signal))) return { state: "failed", message };
    await apps.uninstall(sample.package_name, signal);
    const again = await tryIt(apps, sample, signal);
    return {
      ...again,
      message: again.message ?? message,
      remedy: { name: "uninstall", helped: again.state === "passed" },
    };
  }
}

async function tryIt(apps: AppsCapability, sample: Sample, signal: AbortSignal): Promise<Found> {
  const { bytes, package_name } = sample;
  const app = { bytes: new Blob([bytes]).stream(), size_bytes: bytes.length };
  await apps.install(app, () => undefined, signal);
  if (!(await isThere(apps, sample, signal))) return { state: "failed", message: say("check_app_missing") };
  await apps.uninstall(package_name, signal);
  return { state: "passed", message: null };
}

const isThere = async (apps: AppsCapability, { package_name }: Sample, signal: AbortSignal): Promise<boolean> =>
  (await apps.list(signal)).some((app) => app.package_name === package_name);
