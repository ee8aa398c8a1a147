import type { ScreenEvent } from "../index.ts";

/** Everything that a source tells, and a way to wait for what it has not told yet. */
export class Recorder {
  readonly events: ScreenEvent[] = [];
  readonly #waiters = new Set<() => void>();
  readonly take = (event: ScreenEvent): void => {
    this.events.push(event);
    for (const wake of this.#waiters) wake();
  };

  async until(fits: (event: ScreenEvent) => boolean, from = 0): Promise<ScreenEvent> {
    for (;;) {
      const found = this.events.slice(from).find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    }
  }
}

export const isPacket = (kind: string) => (event: ScreenEvent) => event.type === "packet" && event.kind === kind;

/** What shows the whole screen by itself. */
export const isPicture = (event: ScreenEvent): boolean => isPacket("key")(event) || isPacket("still")(event);
