/** A process that sends recorded frames: as a scripted agent through a server, or straight into the bare pipe. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { screenToBrowser } from "@udt/contract";
import { WebSocket } from "ws";
import { deviceReport } from "../lib/device-report.ts";
import { connectScriptedAgent } from "../lib/scripted-agent.ts";
import { FRAMES_PER_SECOND, stamp, unpackFrames } from "./frames.ts";
import type { FromSource, ToSource } from "./messages.ts";

const sockets = new Set<WebSocket>();
let frames: Buffer[] = [];
const tell = (message: FromSource) => process.send?.(message);

function keep(socket: WebSocket): void {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
}

/** One timer for all streams; a late tick is made up for, so that the number of frames is exact. */
function play(seconds: number): void {
  const wanted = seconds * FRAMES_PER_SECOND;
  const started = performance.now();
  let sent = 0;
  let bytes = 0;
  const tick = () => {
    const due = Math.min(wanted, Math.floor(((performance.now() - started) / 1000) * FRAMES_PER_SECOND) + 1);
    for (; sent < due; sent++) {
      const frame = frames[sent % frames.length]!;
      stamp(frame);
      for (const socket of sockets) socket.send(frame);
      bytes += frame.length;
    }
    if (sent === wanted) tell({ type: "played", frames: sent, bytes, seconds: (performance.now() - started) / 1000 });
    else setTimeout(tick, Math.max(0, started + (sent * 1000) / FRAMES_PER_SECOND - performance.now()));
  };
  tick();
}

process.on("message", (message: ToSource) => void receive(message));
process.on("disconnect", () => process.exit(0));

async function receive(message: ToSource): Promise<void> {
  if (message.type === "play") return play(message.seconds);
  if (message.type === "hang_up") {
    for (const socket of sockets) socket.close();
    return;
  }
  frames = unpackFrames(readFileSync(message.frames_file));
  if (message.type === "agent") {
    await connectScriptedAgent({
      server_url: message.server_url,
      token: message.token,
      devices: Array.from({ length: message.device_count }, (_, index) => deviceReport(index)).map((device) => ({
        ...device,
        readiness: "ready" as const,
        reason: null,
      })),
      onStream(_request, socket) {
        socket.send(JSON.stringify(screenToBrowser.parse({ type: "meta", source: "live", codec: "h264" })));
        keep(socket);
      },
    });
  } else {
    for (let index = 0; index < message.count; index++) {
      const socket = new WebSocket(`${message.url}/agent/${index}`, { perMessageDeflate: false });
      await once(socket, "open");
      keep(socket);
    }
  }
  tell({ type: "ready" });
}
