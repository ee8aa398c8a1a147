import { type PhoneParts, VirtualPhone } from "./phone.ts";
import { defaultProfile } from "./profiles.ts";
import type { PhoneProfile } from "./types.ts";

export interface StartPhonesOptions {
  /** How many of the default phones; ignored when `profiles` is given. Default 2. */
  count?: number;
  profiles?: readonly PhoneProfile[];
  /** Default 127.0.0.1. */
  host?: string;
  /** The first phone's port, each further one's is the next; 0 takes free ones. Default 7555. */
  basePort?: number;
  /** Size of each phone's data partition. */
  storageBytes?: number;
}

export interface PhoneHost {
  phones: { serial: string; port: number; phone: VirtualPhone }[];
  /** Ends every phone. Resolves when all ports are free. */
  stop(): Promise<void>;
}

export const DEFAULT_BASE_PORT = 7555;

/** Starts phones in this process. Rejects, with none left running, when a port is taken. */
export async function startPhonesWith(parts: PhoneParts, options: StartPhonesOptions): Promise<PhoneHost> {
  const { host = "127.0.0.1", basePort = DEFAULT_BASE_PORT, count = 2 } = options;
  const profiles = options.profiles ?? Array.from({ length: count }, (_, index) => defaultProfile(index + 1));
  const phones: PhoneHost["phones"] = [];
  const stop = async () => {
    await Promise.all(phones.map(({ phone }) => phone.stop()));
  };
  try {
    for (const [index, profile] of profiles.entries()) {
      const port = basePort === 0 ? 0 : basePort + index;
      const storage = options.storageBytes === undefined ? {} : { storageBytes: options.storageBytes };
      const phone = await VirtualPhone.start({ profile, host, port, ...storage }, parts);
      phones.push({ serial: profile.serial, port: phone.port, phone });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { phones, stop };
}
