import type { ProfileSetting, ProfileValues } from "@udt/contract";

/** One setting of a profile. */
export type WantedSetting = {
  [Name in ProfileSetting]: { setting: Name; value: ProfileValues[Name] };
}[ProfileSetting];

/** Whether a device is as somebody wants it. */
export interface ProfileLook {
  holds: boolean;
  /** It keeps what was wanted, and takes it when it restarts. */
  awaits_restart: boolean;
  /** What it says of that, in its own words. */
  words: string;
}

/** What a device is like between sessions can be read and set. Nothing is undone by itself. */
export interface ProfileCapability {
  look(wanted: WantedSetting, signal: AbortSignal): Promise<ProfileLook>;
  /** Has the device take it. Rejects with a `DeviceRefusal` where it says that it does not; whether it did {@link look} tells. */
  put(wanted: WantedSetting, signal: AbortSignal): Promise<void>;
}
