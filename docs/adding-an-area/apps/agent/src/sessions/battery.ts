import { delay } from "@udt/base";
import { batteryToAgent, batteryToBrowser } from "@udt/contract";
import type { Device } from "@udt/driver";
import { readMessages, sendMessage, type StreamEnd } from "./stream-socket.ts";

const EVERY_MS = 1_000;

/** The `battery` stream, until the browser or the session ends it. */
export async function serveBattery(socket: StreamEnd, device: Device, session: AbortSignal): Promise<void> {
  const left = new AbortController();
  socket.once("close", () => left.abort());
  readMessages(socket, batteryToAgent, () => undefined);
  const signal = AbortSignal.any([session, left.signal]);
  try {
    for (;;) {
      const { battery_level } = await device.facts(signal);
      sendMessage(socket, batteryToBrowser, { type: "level", percent: battery_level });
      await delay(EVERY_MS, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
