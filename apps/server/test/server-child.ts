/** A whole server as a process of its own, by a clock that its parent turns, until it is killed. */
import type { ServerSettings } from "../src/platform/settings.ts";
import { startServer } from "../src/server.ts";
import { TurnableClock } from "./turnable-clock.ts";

const { settings, now } = JSON.parse(process.env["SERVER"]!) as { settings: ServerSettings; now: number };
const clock = new TurnableClock(now);
const server = await startServer(settings, { clock, logLevel: "silent" });
process.on("message", (ms: number) => {
  clock.turn(ms);
  process.send!("turned");
});
process.send!(server.url);
