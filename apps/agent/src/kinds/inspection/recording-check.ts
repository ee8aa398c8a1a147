import { delay, say } from "@udt/base";
import { CANNOT, inWords, type Found, type StepRoom } from "./step.ts";

const FRAMES_LEAST = 8;
const PRESS_EVERY_MS = 250;
const SECONDS = 5;
const EVIDENCE = "recording.txt";
const noVideo = ({ whyStills }: StepRoom["screen"]): Found => ({
  state: "failed",
  message: say("check_no_video"),
  ...(whyStills !== "" && { evidence: inWords(EVIDENCE, whyStills) }),
});

/** The video that every session has is looked at while the picture is made to change. */
export async function checkRecording({ device, screen }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { capabilities } = device;
  if (!capabilities.video || !capabilities.keyboard) return CANNOT;
  const way = await screen.inputSoon();
  if (screen.isStills) return noVideo(screen);
  if (!way) return { state: "failed", message: say("device_not_reachable") };
  let count = 0;
  /** What happened when, in milliseconds from the first key on. */
  const lines: string[] = [];
  const note = (what: string) => lines.push(`${Math.round(performance.now() - began)} ${what}`);
  const isSeen = () => count >= FRAMES_LEAST;
  const began = performance.now();
  const off = screen.watch.came.on(() => {
    count += 1;
    note("frame");
  });
  const passed = () => (performance.now() - began) / 1000;
  try {
    // What runs and where everything begins are two pictures on every device.
    for (let press = 0; !screen.isStills && !isSeen() && passed() < SECONDS; press++) {
      const key = press % 2 === 0 ? "AppSwitch" : "GoHome";
      note(key);
      await screen.input?.sink.key("down", key, []);
      await screen.input?.sink.key("up", key, []);
      await delay(PRESS_EVERY_MS, signal);
    }
  } finally {
    off();
  }
  // The video may break meanwhile, and nothing better come back.
  if (screen.isStills) return noVideo(screen);
  const seen = { count, seconds: Number(passed().toFixed(1)) };
  if (isSeen()) return { state: "passed", message: say("check_frames", seen) };
  const message = say("check_frames_few", { ...seen, least: FRAMES_LEAST });
  return { state: "failed", message, evidence: inWords(EVIDENCE, lines.join("\n")) };
}
