import { backoffMs } from "@udt/base";

/** A phone that was just plugged in, or restarts, is `offline` for some seconds by itself. */
const OFFLINE_MS = 10_000;
/** How long after one try the next may follow: 1, 2, 4 … minutes. Somebody has to look at the cable of one that this does not mend. */
const COOL_DOWN_MS = 60_000;
const COOL_DOWN_CAP_MS = 3_600_000;

interface Phone {
  transportId: bigint;
  tries: number;
  /** Not before this moment, also where it was there for a while in between. */
  notBefore: number;
  timer?: NodeJS.Timeout;
}

export interface ReconnectsOptions {
  /** Has the adb server drop a phone's transport and open it anew. */
  reconnect: (transportId: bigint) => Promise<void>;
  log: (level: "info" | "warn", message: string, facts: Record<string, unknown>) => void;
}

/** Has phones reconnected that an adb server calls `offline` and goes on calling so, each by itself and less and less often. */
export class Reconnects {
  readonly #options: ReconnectsOptions;
  /** By serial: what is opened anew is another transport. */
  readonly #phones = new Map<string, Phone>();

  constructor(options: ReconnectsOptions) {
    this.#options = options;
  }

  /** Takes in which phones are offline by now. */
  look(offline: readonly { serial: string; transportId: bigint }[]): void {
    for (const [serial, phone] of this.#phones) {
      if (offline.some((each) => each.serial === serial)) continue;
      clearTimeout(phone.timer);
      delete phone.timer;
    }
    for (const { serial, transportId } of offline) {
      const phone = this.#phones.get(serial) ?? { transportId, tries: 0, notBefore: 0 };
      this.#phones.set(serial, phone);
      phone.transportId = transportId;
      // It was well for long enough to begin anew.
      if (performance.now() > phone.notBefore + COOL_DOWN_CAP_MS) phone.tries = 0;
      if (!phone.timer) this.#wait(serial, phone);
    }
  }

  dispose(): void {
    for (const { timer } of this.#phones.values()) clearTimeout(timer);
    this.#phones.clear();
  }

  #wait(serial: string, phone: Phone): void {
    const ms = Math.max(OFFLINE_MS, phone.notBefore - performance.now());
    phone.timer = setTimeout(() => {
      phone.notBefore = performance.now() + backoffMs(phone.tries++, COOL_DOWN_MS, COOL_DOWN_CAP_MS);
      this.#wait(serial, phone);
      const { log, reconnect } = this.#options;
      log("info", "reconnecting a phone that is offline", { serial, tries: phone.tries });
      reconnect(phone.transportId).catch((error: unknown) =>
        log("warn", "a phone that is offline could not be reconnected", { serial, error: String(error) }),
      );
    }, ms);
  }
}
