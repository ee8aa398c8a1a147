import { REST_LIMIT_MS } from "@udt/contract";
import type { CleanMark, Device } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import type { DeviceMarks } from "../sessions/dirty-marks.ts";

/** How bright a screen was that was dimmed, until it is so again. */
export interface RestMark {
  serial: string;
  before: CleanMark;
}

export interface RestTiming {
  /** A device that nobody has for so long is dimmed. */
  dimMs: number;
  /** One that is dim for so long is turned off. */
  offMs: number;
}

const TIMING: RestTiming = { dimMs: 60_000, offMs: 120_000 };

interface Free {
  device: Device;
  timer: NodeJS.Timeout | undefined;
  /** Somebody has it now. */
  readonly taken: AbortController;
  /** What is done to its screen just now. */
  doing: Promise<void>;
}

/**
 * The screens of devices that nobody has are dimmed, and some time later turned off; whoever gets a device finds it as it was.
 * Nothing runs meanwhile: one timer a device, and none for one that is off.
 */
export class RestingScreens {
  readonly #marks: DeviceMarks<RestMark>;
  readonly #log: Logger;
  readonly #timing: RestTiming;
  readonly #free = new Map<string, Free>();
  #isStopped = false;

  constructor(options: { marks: DeviceMarks<RestMark>; log: Logger; timing: RestTiming | undefined }) {
    this.#marks = options.marks;
    this.#log = options.log;
    this.#timing = options.timing ?? TIMING;
  }

  /** Nobody has a device. Said again it changes nothing. */
  free(device: Device): void {
    const { serial } = device.identity;
    if (this.#isStopped || !device.capabilities.rest || this.#free.get(serial)?.device === device) return;
    this.gone(serial);
    const free: Free = { device, timer: undefined, taken: new AbortController(), doing: Promise.resolve() };
    this.#free.set(serial, free);
    this.#after(this.#timing.dimMs, free, async (signal) => {
      await this.#dim(device, signal);
      this.#after(this.#timing.offMs, free, async (within) => void (await device.capabilities.rest?.off(within)));
    });
  }

  /** A device is not there any more; how bright it was stays written down. */
  gone(serial: string): void {
    const free = this.#free.get(serial);
    this.#free.delete(serial);
    clearTimeout(free?.timer);
    free?.taken.abort(new Error("somebody has the device"));
  }

  /** Somebody has the device: from here on its screen is left alone. Resolves when it is as it was; what fails is in the log. */
  async wake(device: Device): Promise<void> {
    const { serial } = device.identity;
    const doing = this.#free.get(serial)?.doing;
    this.gone(serial);
    await doing;
    const { rest } = device.capabilities;
    const mark = this.#marks.get(serial);
    if (!rest || !mark) return;
    try {
      await rest.wake(mark.before, AbortSignal.timeout(REST_LIMIT_MS));
      await this.#marks.remove(serial);
    } catch (error) {
      this.#log("warn", "a resting screen could not be woken", { serial, error: messageOf(error) });
    }
  }

  /** Wakes those that it darkened: nobody else would. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#free.values()].map(({ device }) => this.wake(device)));
  }

  async #dim(device: Device, signal: AbortSignal): Promise<void> {
    const { rest } = device.capabilities;
    const { serial } = device.identity;
    if (!rest) return;
    // One that was left dim is not to be taken for a dark one, nor what somebody made of it since for what was before.
    const left = this.#marks.get(serial);
    if (left) await rest.wake(left.before, signal);
    await this.#marks.put({ serial, before: await rest.look(signal) });
    await rest.dim(signal);
  }

  #after(ms: number, free: Free, work: (signal: AbortSignal) => Promise<void>): void {
    const { taken, device } = free;
    if (taken.signal.aborted) return;
    free.timer = setTimeout(() => {
      free.doing = work(AbortSignal.any([taken.signal, AbortSignal.timeout(REST_LIMIT_MS)])).catch((error: unknown) => {
        if (!taken.signal.aborted)
          this.#log("warn", "a screen could not be rested", {
            serial: device.identity.serial,
            error: messageOf(error),
          });
      });
    }, ms);
  }
}
