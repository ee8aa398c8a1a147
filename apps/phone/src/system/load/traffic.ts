import type { PhoneSettings } from "../../types.ts";

export interface Bytes {
  received: number;
  sent: number;
}

/** adbd runs as the shell's user, and so its bytes are counted. */
export const ADB_UID = 2000;

/**
 * Bytes by user id, as the kernel of a phone counts them. The adb connections' bytes are real. What apps load is simulated:
 * they say what they would have moved, and nothing leaves the phone.
 */
export class Traffic {
  /** Of all adb connections since the phone was made; the daemon knows. */
  adb: () => Bytes = () => ({ received: 0, sent: 0 });
  readonly #settings: Pick<PhoneSettings, "get">;
  readonly #apps = new Map<number, Bytes>();

  constructor(settings: Pick<PhoneSettings, "get">) {
    this.#settings = settings;
  }

  /** False without Wi-Fi, when nothing moves. */
  move(uid: number, { received, sent }: Bytes): boolean {
    if (this.#settings.get("global", "wifi_on") === "0") return false;
    const before = this.#apps.get(uid) ?? { received: 0, sent: 0 };
    this.#apps.set(uid, { received: before.received + received, sent: before.sent + sent });
    return true;
  }

  byUid(): [uid: number, bytes: Bytes][] {
    return [...this.#apps, [ADB_UID, this.adb()] as [number, Bytes]].sort(([a], [b]) => a - b);
  }

  get apps(): Bytes {
    return sumOf([...this.#apps.values()]);
  }

  get all(): Bytes {
    return sumOf([this.apps, this.adb()]);
  }
}

const sumOf = (list: readonly Bytes[]): Bytes => ({
  received: list.reduce((sum, { received }) => sum + received, 0),
  sent: list.reduce((sum, { sent }) => sum + sent, 0),
});

/** Packets are not counted: as many as full frames would have been. */
export const packetsOf = (bytes: number): number => Math.ceil(bytes / 1448);
