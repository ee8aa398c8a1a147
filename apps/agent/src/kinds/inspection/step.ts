import { say, type Said } from "@udt/base";
import type { Client } from "@udt/client";
import type {
  DeviceEnvironment,
  DeviceProfile,
  InspectionConfig,
  InspectionLevel,
  SelfCheckResult,
} from "@udt/contract";
import type { Device } from "@udt/driver";
import type { ScreenKeeper } from "../../screen/screen-keeper.ts";

/** A file that is kept with a check. */
export interface Evidence {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file of what a device said. */
export const inWords = (name: string, words: string): Evidence => ({
  name,
  bytes: new Uint8Array(Buffer.from(words.endsWith("\n") ? words : `${words}\n`)),
});

/** What a step found. */
export type Found = Pick<SelfCheckResult, "state" | "message"> &
  Partial<Pick<SelfCheckResult, "remedy" | "settings">> & {
    evidence?: Evidence;
    /** How grave this fault is, where that is not up to its step. */
    level?: InspectionLevel;
  };

/** What a step has. */
export interface StepRoom {
  device: Device;
  screen: ScreenKeeper;
  /** Whom the device is to reach where the config names nobody; null for the gateway of its own network. */
  address: string | null;
  /** How grave each fault is, and from where on it is one. */
  config: InspectionConfig;
  /** What the device is to be brought to. */
  profile: DeviceProfile;
  /** Whether that was done as the session began. */
  isAtProfile: boolean;
  /** What is to stay on the device, and what is to be there. */
  environment: DeviceEnvironment;
  client: Client;
  device_id: string;
  /** Where files lie on their way to the device. */
  folder: string;
  /** Whether it may be restarted where that may mend it. */
  may_restart: boolean;
  /** Why it may not, as far as that is told. */
  not_restarted?: Said | undefined;
  /** Whether nothing on it is changed, and no picture of a sound screen kept. */
  looks_only: boolean;
  /** Cleaning after the check leaves these. */
  keepPackages(packages: readonly string[]): Promise<void>;
}

/** Of a platform that cannot be asked. */
export const CANNOT: Found = { state: "skipped", message: say("check_cannot") };

/** Of a device that no tag asks anything of. */
export const NO_PROFILE: Found = { state: "skipped", message: say("check_no_profile") };

/** Of a device that was brought to its profile as the session began. */
export const PROFILE_DONE: Found = { state: "skipped", message: say("check_profile_done") };

/** Of a step that is not to be done. */
export const OFF: Found = { state: "skipped", message: say("check_off") };

/** Of a step that is not part of a first look. */
export const NO_LOOK: Found = { state: "skipped", message: say("check_no_look") };
