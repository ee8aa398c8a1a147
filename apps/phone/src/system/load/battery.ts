import { BATTERY, POWER_W } from "./costs.ts";

export type PowerSource = keyof typeof POWER_W.charger;
export const POWER_SOURCES = Object.keys(POWER_W.charger) as PowerSource[];

/** The battery: charged by what is plugged in, emptied by what the phone does. */
export class Battery {
  readonly plugged = new Set<PowerSource>(["ac"]);
  #charge_mah: number = BATTERY.capacity_mah;
  /** What `dumpsys battery set level` says instead; the real level goes on beneath. */
  #shown: number | undefined;
  /** All that ever went in. */
  #charged_mah = 0;

  get level(): number {
    return this.#shown ?? Math.round((this.#charge_mah / BATTERY.capacity_mah) * 100);
  }

  get charging(): boolean {
    return this.plugged.size > 0;
  }

  /** Whether a level that was set stands still. */
  get isFrozen(): boolean {
    return this.#shown !== undefined;
  }

  /** µAh, as `Charge counter`. */
  get charge_uah(): number {
    return Math.round(this.#charge_mah * 1000);
  }

  /** How often it was charged in full, all parts together. */
  get cycles(): number {
    return Math.floor(this.#charged_mah / BATTERY.capacity_mah);
  }

  get isFull(): boolean {
    return this.level === 100;
  }

  get millivolts(): number {
    return 3500 + this.level * 8;
  }

  show(level: number): void {
    this.#shown = Math.min(100, Math.max(0, Math.round(level)));
  }

  reset(): void {
    this.#shown = undefined;
    this.plugged.clear();
    this.plugged.add("ac");
  }

  /** Watts that flow in. */
  get charge_watts(): number {
    if (this.#charge_mah >= BATTERY.capacity_mah) return 0;
    return Math.max(0, ...[...this.plugged].map((source) => POWER_W.charger[source]));
  }

  /** Lets time pass in which the phone took so many watts. What is plugged in carries a full phone. */
  pass(seconds: number, watts: number): void {
    const net = this.charging
      ? Math.max(...[...this.plugged].map((source) => POWER_W.charger[source])) - watts
      : -watts;
    const change_mah = (net * seconds) / BATTERY.volts / 3.6;
    const before_mah = this.#charge_mah;
    this.#charge_mah = Math.min(BATTERY.capacity_mah, Math.max(0, before_mah + change_mah));
    this.#charged_mah += Math.max(0, this.#charge_mah - before_mah);
  }
}
