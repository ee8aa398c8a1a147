import type { ScreenSource } from "@udt/driver";
import type { Page } from "playwright-core";
import { openDriver } from "../lib/driver.ts";
import { BareDecoder } from "./bare-decoder.ts";
import { PATTERN } from "./taps.ts";

/**
 * Taps through the Android driver's own input, seen again in pixels decoded from the driver's own packets: no session,
 * server, stream or console in between.
 */
export class DriverTaps {
  readonly #decoder = new BareDecoder();
  #source: ScreenSource | undefined;
  #disposeDriver: (() => Promise<void>) | undefined;
  #size = { width: 0, height: 0 };
  #sequence = 0;
  serial = "";

  async open(address: string, page: Page): Promise<void> {
    const { device, dispose } = await openDriver(address);
    this.#disposeDriver = dispose;
    this.serial = device.identity.serial;
    const signal = AbortSignal.timeout(300_000);
    await this.#decoder.open(page);
    this.#source = await device.capabilities.screen!.open(
      { baseline: false },
      (event) => {
        if (event.type === "size") this.#size = event;
        this.#decoder.take(event);
      },
      signal,
    );
    await this.#source.input?.wake();
    await device.capabilities.apps!.stop(PATTERN, signal);
    await device.capabilities.apps!.start(PATTERN, signal);
    await this.#decoder.shows(0);
  }

  /** Milliseconds from the touch to the word that its picture is decoded. */
  async tap(): Promise<number> {
    const input = this.#source?.input;
    if (!input) throw new Error("the source takes no input");
    const { width, height } = this.#size;
    const touch = { pointer_id: 0, x: width / 2, y: height / 2, width, height, pressure: 1 };
    const started = performance.now();
    await input.touch({ ...touch, action: "down" });
    const sample = (await this.#decoder.shows(++this.#sequence)) - started;
    await input.touch({ ...touch, action: "up" });
    await this.#decoder.shows(++this.#sequence);
    return sample;
  }

  async close(): Promise<void> {
    this.#decoder.close();
    await this.#source?.dispose();
    await this.#disposeDriver?.();
  }
}
