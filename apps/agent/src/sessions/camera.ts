import { saidOf, say } from "@udt/base";
import { cameraToAgent, cameraToServer, type ErrorArgs } from "@udt/contract";
import type { CameraImageCapability } from "@udt/driver";
import type { z } from "zod";
import { messageOf, type Logger } from "../logger.ts";
import { withSignal } from "../with-signal.ts";
import { closeSocket, readMessages, sendMessage, type StreamEnd } from "./stream-socket.ts";

const SET_TIMEOUT_MS = 30_000;

/** The `camera` stream: one picture for one place. What breaks off before it is whole changes nothing. */
export async function serveCamera(
  socket: StreamEnd,
  images: CameraImageCapability,
  log: Logger,
  ending: AbortSignal,
): Promise<void> {
  const closing = new AbortController();
  socket.once("close", () => closing.abort(new Error("called off")));
  const signal = AbortSignal.any([ending, closing.signal, AbortSignal.timeout(SET_TIMEOUT_MS)]);
  const asked = Promise.withResolvers<z.output<typeof cameraToAgent>>();
  const picture = Promise.withResolvers<Uint8Array>();
  readMessages(socket, cameraToAgent, asked.resolve, picture.resolve);
  try {
    const [{ camera, image_index }, bytes] = await withSignal(Promise.all([asked.promise, picture.promise]), signal);
    await images.set({ type: camera, image_index }, bytes, signal);
    sendMessage(socket, cameraToServer, { type: "done" });
  } catch (error) {
    if (closing.signal.aborted || ending.aborted) return;
    log("info", "picture for the camera refused", { error: messageOf(error) });
    const args: ErrorArgs = { reason: saidOf(error, (raw) => say("device_refused", {}, raw)) };
    sendMessage(socket, cameraToServer, { type: "refused", code: "device_command_failed", args });
  } finally {
    closeSocket(socket, 1000, "");
  }
}
