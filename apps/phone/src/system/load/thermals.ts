import { HEAT, POWER_W } from "./costs.ts";

/** Part of what charges the battery warms it. */
const CHARGING_LOSS = 0.08;
const IDLE_WATTS = POWER_W.base + POWER_W.screen;

type Part = "processor" | "battery";

/** How warm the phone is, in degrees Celsius. It comes up as warm as it would be after doing nothing for long. */
export class Thermals {
  #processor = warmthAt("processor", IDLE_WATTS);
  #battery = warmthAt("battery", IDLE_WATTS);
  readonly #faulty: () => number | undefined;

  /** @param faulty what a battery with a fault tells instead; beneath, the real one goes on */
  constructor(faulty: () => number | undefined = () => undefined) {
    this.#faulty = faulty;
  }

  get processor(): number {
    return this.#processor;
  }

  get battery(): number {
    return this.#faulty() ?? this.#battery;
  }

  /** Android's thermal status: how many of its thresholds are passed. */
  get status(): number {
    return HEAT.thresholds.filter((degrees) => this.#processor >= degrees).length;
  }

  pass(seconds: number, watts: number, chargeWatts: number): void {
    this.#processor = after("processor", this.#processor, seconds, watts);
    this.#battery = after("battery", this.#battery, seconds, watts + CHARGING_LOSS * chargeWatts);
  }
}

function warmthAt(part: Part, watts: number): number {
  return HEAT.ambient + HEAT[part].kelvin_watt * watts;
}

function after(part: Part, from: number, seconds: number, watts: number): number {
  const to = warmthAt(part, watts);
  return to + (from - to) * Math.exp(-seconds / HEAT[part].settling_s);
}
