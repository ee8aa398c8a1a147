import { branded, type ModelLook } from "@udt/contract";
import { activeLanguage } from "../i18n/index.ts";

export interface NamedDevice {
  model: string;
  serial: string;
  /** Absent of what is told as it was. */
  catalogue?: ModelLook | null;
}

/**
 * What a device is called: as the catalogue calls its model in the reader's language, or in English where that says nothing;
 * else as it calls its model itself; and by its serial number where it does not.
 */
export const deviceName = ({ model, serial, catalogue }: NamedDevice): string =>
  catalogue?.names[activeLanguage()] || catalogue?.names.en || model || serial;

/** A device in one line among many, of which some may be called the same. */
export const deviceLabel = (device: NamedDevice & { brand: string }): string =>
  `${branded(device.brand, deviceName(device))} · ${device.serial}`;

/** Where a device stands and where exactly it is there, in one line; empty where nobody said so. */
export const placeOf = ({ site, location }: { site: string; location: string }): string =>
  [site, location].filter(Boolean).join(" · ");
