import { screenToAgent, screenToBrowser } from "@udt/contract";
import type { WebSocket } from "ws";
import type { ViewerSocket } from "../screen/screen-channel.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { readMessages, refuse, sendMessage } from "./stream-socket.ts";

/** The `screen` stream: one viewer of the session's screen. */
export function serveScreen(socket: WebSocket, keeper: ScreenKeeper, profile: "any" | "baseline" | "stills"): void {
  const channel = profile === "stills" ? keeper.stills : keeper.video;
  const viewer: ViewerSocket = {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (data, done) => {
      if (socket.readyState === socket.OPEN) socket.send(data, done);
    },
  };
  const tellFrozen = () =>
    sendMessage(socket, screenToBrowser, { type: "frozen", for_ms: keeper.watch.frozenMs ?? null });
  // Pictures taken one by one do not come from the encoder.
  const offWatch = profile === "stills" ? () => undefined : keeper.watch.changed.on(tellFrozen);
  const offFailed = keeper.failed.on(() => refuse(socket, "device_command_failed"));
  socket.on("close", () => {
    offFailed();
    offWatch();
    channel.detach(viewer);
    keeper.releaseStills();
  });
  if (profile === "baseline") keeper.needBaseline();
  channel.attach(viewer);
  if (profile !== "stills" && keeper.watch.frozenMs !== undefined) tellFrozen();
  if (profile === "stills") keeper.needStills().catch(() => refuse(socket, "screenshot_failed"));
  readMessages(socket, screenToAgent, (message) => {
    if (message.type === "ping") sendMessage(socket, screenToBrowser, { type: "pong", seq: message.seq });
    else keeper.requestKeyFrame();
  });
}
