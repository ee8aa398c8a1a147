import { Emitter } from "@udt/base";
import type { PhoneProfile, PhoneSettings } from "../types.ts";

export type SettingsNamespace = "system" | "secure" | "global";
export const SETTINGS_NAMESPACES: readonly SettingsNamespace[] = ["system", "secure", "global"];

/** The settings provider: three tables of strings. */
export class SettingsTable implements PhoneSettings {
  readonly changed = new Emitter<{ namespace: string; key: string; value: string | undefined }>();
  readonly #tables: Record<SettingsNamespace, Map<string, string>>;

  constructor(profile: PhoneProfile) {
    this.#tables = {
      system: new Map([
        ["system_locales", "en-US"],
        ["accelerometer_rotation", "1"],
        ["user_rotation", "0"],
        ["screen_brightness", "102"],
        ["screen_brightness_mode", "0"],
        ["screen_off_timeout", "600000"],
        ["font_scale", "1.0"],
        ["volume_music", "5"],
        ["show_touches", "0"],
        ["time_12_24", "24"],
      ]),
      secure: new Map([
        ["android_id", androidId(profile.serial)],
        ["default_input_method", "dev.udt.ime/.KeyboardService"],
        ["enabled_input_methods", "dev.udt.ime/.KeyboardService"],
        ["location_mode", "3"],
        ["accessibility_enabled", "0"],
        ["user_setup_complete", "1"],
      ]),
      global: new Map([
        ["adb_enabled", "1"],
        ["airplane_mode_on", "0"],
        ["animator_duration_scale", "1.0"],
        ["bluetooth_on", "0"],
        ["device_name", profile.model],
        ["device_provisioned", "1"],
        ["mobile_data", "1"],
        ["stay_on_while_plugged_in", "0"],
        ["transition_animation_scale", "1.0"],
        ["wifi_on", "1"],
        ["window_animation_scale", "1.0"],
      ]),
    };
  }

  get(namespace: SettingsNamespace, key: string): string | undefined {
    return this.#tables[namespace].get(key);
  }

  put(namespace: SettingsNamespace, key: string, value: string): void {
    if (this.#tables[namespace].get(key) === value) return;
    this.#tables[namespace].set(key, value);
    this.changed.emit({ namespace, key, value });
  }

  /** Whether there was one to delete. */
  delete(namespace: SettingsNamespace, key: string): boolean {
    const existed = this.#tables[namespace].delete(key);
    if (existed) this.changed.emit({ namespace, key, value: undefined });
    return existed;
  }

  /** All entries of a table, by key. */
  list(namespace: SettingsNamespace): [key: string, value: string][] {
    return [...this.#tables[namespace]].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** A 64-bit hexadecimal id that stays the same for a serial, as a real phone's does until it is reset. */
function androidId(serial: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(serial))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}
