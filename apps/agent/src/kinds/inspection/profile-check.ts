import { say } from "@udt/base";
import { bringToProfile } from "../../profiles/device-profile.ts";
import { inWords, type Found, type StepRoom } from "./step.ts";

/** The device is brought to the profile that its tags give it. What became of each setting is told where any would not take, with the device's words in a file. */
export async function checkProfile({ device, profile }: StepRoom, signal: AbortSignal): Promise<Found> {
  const settings = await bringToProfile(device, profile, signal);
  const total = settings.length;
  const refused = settings.filter(({ state }) => state === "refused");
  const count = refused.length;
  if (count === 0) return { state: "passed", message: say("check_profile", { count: total }) };
  const words = refused.map(({ setting, reason }) => [setting, reason?.evidence].filter(Boolean).join("\n"));
  const message = say("check_profile_refused", { count, total });
  return { state: "failed", message, settings, evidence: inWords("profile.txt", words.join("\n\n")) };
}
