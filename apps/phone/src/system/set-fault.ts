import type { PhoneFaults, PhoneSystem } from "../types.ts";
import { NO_FAULTS } from "./no-faults.ts";

/** The faults that are there or not. */
export const SWITCHED = [
  "freeze_video",
  "refuse_input",
  "disk_full",
  "stuck_installer",
  "app_stays",
  "wrong_language",
  "black_screen",
  "leak",
  "shop_layout",
  "restart_mends",
] as const satisfies readonly (keyof PhoneFaults)[];

/** Those of several sorts; the first is none. */
export const CHOSEN = {
  keyguard: ["none", "insecure", "secure"],
  network: ["fine", "none", "silent", "slow"],
  hot_battery: ["none", "warm", "hot"],
  profile_refused: ["none", "font_scale", "density", "time_zone", "permissions"],
} as const satisfies {
  readonly [Name in "keyguard" | "network" | "hot_battery" | "profile_refused"]: readonly PhoneFaults[Name][];
};

/** Degrees Celsius that a battery with that fault tells, one to warn of, and one to take the phone out of use for. */
const HOT_BATTERY: Readonly<Record<PhoneFaults["hot_battery"], number | undefined>> = {
  none: undefined,
  warm: 47,
  hot: 52,
};
export const faultyCelsius = ({ hot_battery }: PhoneFaults): number | undefined => HOT_BATTERY[hot_battery];

type Faulty = Pick<PhoneSystem, "faults" | "faultsChanged" | "settings">;

const WRONG = "fr-FR";
const RIGHT = "en-US";

/** Sets faults, over the shell or on the hidden page of the settings. */
export function setFaults({ faults, faultsChanged, settings }: Faulty, change: Partial<PhoneFaults>): void {
  const before = faults.wrong_language;
  Object.assign(faults, change);
  if (faults.wrong_language !== before) settings.put("system", "system_locales", faults.wrong_language ? WRONG : RIGHT);
  faultsChanged.emit();
}

export const endFaults = (system: Faulty): void => setFaults(system, NO_FAULTS);
