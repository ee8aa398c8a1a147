import { saidInEnglish, say, type Said } from "@udt/base";
import type { ProfileResult } from "@udt/contract";
import { bringToProfile } from "../../profiles/device-profile.ts";
import type { Found, StepRoom } from "./step.ts";

/** The device is brought to the profile that its tags give it. What would not take is told, setting by setting, in a file. */
export async function checkProfile({ device, profile }: StepRoom, signal: AbortSignal): Promise<Found> {
  const results = await bringToProfile(device, profile, signal);
  const total = results.length;
  const count = results.filter(({ state }) => state === "refused").length;
  if (count === 0) return { state: "passed", message: say("check_profile", { count: total }) };
  const bytes = new Uint8Array(Buffer.from(results.map(lineOf).join("\n\n")));
  const message = say("check_profile_refused", { count, total });
  return { state: "failed", message, evidence: { name: "profile.txt", bytes } };
}

const lineOf = ({ setting, state, reason }: ProfileResult): string =>
  [`${setting}: ${state}`, ...(reason ? [toldOf(reason)] : [])].join("\n");

const toldOf = (reason: Said): string =>
  [saidInEnglish({ ...reason, evidence: "" }), reason.evidence].filter((line) => line !== "").join("\n");
