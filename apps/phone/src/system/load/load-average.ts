const SETTLING_S = [60, 300, 900] as const;

export type LoadAverages = readonly [one: number, five: number, fifteen: number];

/** How many processors were busy over the last one, five and fifteen minutes, as the kernel averages it. */
export class LoadAverage {
  #values: LoadAverages = [0, 0, 0];

  get values(): LoadAverages {
    return this.#values;
  }

  pass(seconds: number, busyCores: number): void {
    const near = (value: number, settling: number) => busyCores + (value - busyCores) * Math.exp(-seconds / settling);
    const [one, five, fifteen] = this.#values;
    this.#values = [near(one, SETTLING_S[0]), near(five, SETTLING_S[1]), near(fifteen, SETTLING_S[2])];
  }

  reset(): void {
    this.#values = [0, 0, 0];
  }
}
