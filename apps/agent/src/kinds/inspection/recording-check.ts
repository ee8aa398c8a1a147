import { delay, say } from "@udt/base";
import { CANNOT, type Found, type StepRoom } from "./step.ts";

const FRAMES_LEAST = 8;
const PRESS_EVERY_MS = 250;
const SECONDS = 5;

/** The video that every session has is looked at while the picture is made to change. */
export async function checkRecording({ device, screen }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { capabilities } = device;
  if (!capabilities.video || !capabilities.keyboard || !screen.input) return CANNOT;
  const frames: true[] = [];
  const off = screen.watch.came.on(() => void frames.push(true));
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  try {
    // What runs and where everything begins are two pictures on every device.
    for (let press = 0; frames.length < FRAMES_LEAST && passed() < SECONDS; press++) {
      const key = press % 2 === 0 ? "AppSwitch" : "GoHome";
      await screen.input?.sink.key("down", key, []);
      await screen.input?.sink.key("up", key, []);
      await delay(PRESS_EVERY_MS, signal);
    }
  } finally {
    off();
  }
  const count = frames.length;
  const seen = { count, seconds: Number(passed().toFixed(1)) };
  if (count >= FRAMES_LEAST) return { state: "passed", message: say("check_frames", seen) };
  return { state: "failed", message: say("check_frames_few", { ...seen, least: FRAMES_LEAST }) };
}
