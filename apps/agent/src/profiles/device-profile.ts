import { saidOf, say } from "@udt/base";
import {
  profileEntries,
  SETTING_LIMIT_MS,
  type DeviceProfile,
  type ProfileOutcome,
  type ProfileResult,
  type ProfileSetting,
  type Said,
  type SessionProfile,
} from "@udt/contract";
import type { Device, ProfileCapability, WantedSetting } from "@udt/driver";
import { isAway } from "../away.ts";
import { withSignal } from "../with-signal.ts";

/**
 * Brings a device to what is wanted of it: sets what differs, reads it back, and tells of each setting what became of it. What
 * would not take ends nothing; the signal does, and a device that is away.
 */
export async function bringToProfile(
  device: Device,
  wanted: DeviceProfile,
  signal: AbortSignal,
  limitMs = SETTING_LIMIT_MS,
): Promise<ProfileResult[]> {
  const { profile } = device.capabilities;
  const results: ProfileResult[] = [];
  for (const setting of profileEntries(wanted)) {
    // What is asked for has a value of its name.
    const one = { setting, value: wanted[setting] } as WantedSetting;
    results.push(profile ? await bring(profile, one, signal, limitMs) : refused(setting, say("profile_cannot")));
  }
  return results;
}

/** The same at the end of a lease, as the server is told. */
export async function profileOutcome(
  device: Device,
  { profile, lease_token }: { profile: SessionProfile; lease_token: number },
  signal: AbortSignal,
): Promise<ProfileOutcome> {
  const { project_id, settings } = profile;
  return { project_id, lease_token, results: await bringToProfile(device, settings, signal) };
}

const refused = (setting: ProfileSetting, reason: Said): ProfileResult => ({ setting, state: "refused", reason });

async function bring(
  profile: ProfileCapability,
  wanted: WantedSetting,
  ending: AbortSignal,
  limitMs: number,
): Promise<ProfileResult> {
  const { setting } = wanted;
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([ending, limit]);
  const steps = async (): Promise<ProfileResult> => {
    if ((await profile.look(wanted, signal)).holds) return { setting, state: "kept", reason: null };
    await profile.put(wanted, signal);
    const { holds, awaits_restart, words } = await profile.look(wanted, signal);
    if (holds) return { setting, state: "set", reason: null };
    return refused(setting, say(awaits_restart ? "profile_after_restart" : "profile_not_kept", {}, words));
  };
  try {
    return await withSignal(steps(), signal);
  } catch (error) {
    ending.throwIfAborted();
    // Whoever asked does so again when the device is back.
    if (isAway(error)) throw error;
    if (limit.aborted) return refused(setting, say("check_time_over", { seconds: limitMs / 1000 }));
    return refused(
      setting,
      saidOf(error, (raw) => say("device_refused", {}, raw)),
    );
  }
}
