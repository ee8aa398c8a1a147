import { say } from "@udt/base";
import type { WantedApp } from "@udt/contract";
import { installWanted } from "../../wanted-apps.ts";
import { CANNOT, inWords, type Found, type StepRoom } from "./step.ts";

const EVIDENCE = "preinstall.txt";
const named = ({ package_name, version_name }: WantedApp): string => `${package_name} ${version_name}`.trim();

/** What tags want on the device is there afterwards, as that very build. */
export async function checkPreinstall(room: StepRoom, signal: AbortSignal): Promise<Found> {
  const { device, environment, client, device_id, folder } = room;
  const { apps } = device.capabilities;
  const { wanted } = environment;
  if (wanted.length === 0) return { state: "skipped", message: say("check_none_wanted") };
  if (!apps) return CANNOT;
  // What is there when the device is cleaned of this check is to stay.
  await room.keepPackages(wanted.map(({ package_name }) => package_name));
  const { installed, failed } = await installWanted({ apps, client, device_id, folder }, wanted, signal);
  const packages = installed.map(named).join(", ");
  if (failed.length > 0) {
    const lines = [
      ...installed.map((app) => `+ ${named(app)}`),
      ...failed.map(({ app, said }) => `! ${named(app)}: ${said.evidence}`),
    ];
    const evidence = inWords(EVIDENCE, lines.join("\n"));
    const missing = failed.map(({ app }) => named(app)).join(", ");
    const words = failed.map(({ said }) => said.evidence).join("\n");
    return { state: "failed", message: say("check_app_wanted", { packages: missing }, words), evidence };
  }
  if (installed.length === 0) return { state: "passed", message: say("check_apps_there", { count: wanted.length }) };
  return { state: "passed", message: say("check_apps_installed", { packages }) };
}
