/** Processor time as the kernel counts it. */
export interface Ticks {
  user: number;
  system: number;
}

/** Who keeps the count. */
export interface TickCounts {
  /** Of one process. */
  ticksOf(pid: number): Ticks;
  /** All processors' since boot. */
  totalTicks(): Ticks & { idle: number };
}
