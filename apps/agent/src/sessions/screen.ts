import { type ErrorName, screenToAgent, screenToBrowser, type StreamProfile } from "@udt/contract";
import type { z } from "zod";
import type { DirectPaths } from "../direct/direct-paths.ts";
import { PictureWay } from "../screen/picture-way.ts";
import type { ViewerSocket } from "../screen/screen-channel.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { readMessages, refuse, sendMessage, type StreamEnd } from "./stream-socket.ts";

/**
 * The `screen` stream: one viewer of the session's screen. Its pictures go by the direct path that it names while that stands.
 * @param watched why who looks drives nothing at this moment; the wish of such a viewer, and how the picture gets there, change nothing for others
 */
export function serveScreen(
  socket: StreamEnd,
  { keeper, paths }: { keeper: ScreenKeeper; paths: DirectPaths },
  profile: StreamProfile,
  watched: () => ErrorName | undefined,
): void {
  const isVideo = profile !== "stills";
  const channel = isVideo ? keeper.video : keeper.stills;
  const bySocket: ViewerSocket = {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (data, done) => {
      if (socket.readyState === socket.OPEN) socket.send(data, done);
    },
  };
  const tell = (message: z.input<typeof screenToBrowser>) => sendMessage(socket, screenToBrowser, message);
  const tellFrozen = () => tell({ type: "frozen", for_ms: keeper.watch.frozenMs ?? null });
  const tellPanel = () => tell({ type: "panel", is_dark: keeper.isDark });
  const tellQuality = () => tell({ type: "quality", quality: keeper.quality.quality, level: keeper.quality.level });
  const viewer: PictureWay = new PictureWay({
    socket: bySocket,
    tell,
    askForKeyFrame: () => keeper.requestKeyFrame(),
    again: () => channel.again(viewer),
  });
  let wanted: string | null = null;
  const useWanted = () => viewer.use(isVideo ? paths.open(wanted) : undefined);
  const offs = [
    paths.changed.on(useWanted),
    keeper.failed.on(() => refuse(socket, "device_command_failed")),
    keeper.panelChanged.on(tellPanel),
  ];
  // Pictures taken one by one do not come from the encoder.
  if (isVideo) offs.push(keeper.watch.changed.on(tellFrozen), keeper.quality.changed.on(tellQuality));
  socket.on("close", () => {
    for (const off of offs) off();
    viewer.dispose();
    channel.detach(viewer);
    keeper.releaseStills();
  });
  if (profile === "baseline") keeper.needBaseline();
  const attached = channel.attach(viewer);
  tellPanel();
  if (isVideo) tellQuality();
  if (isVideo && keeper.watch.frozenMs !== undefined) tellFrozen();
  if (!isVideo) keeper.needStills().catch(() => refuse(socket, "screenshot_failed"));
  readMessages(socket, screenToAgent, (message) => {
    if (message.type === "ping") tell({ type: "pong", seq: message.seq });
    else if (message.type === "key_frame") keeper.requestKeyFrame();
    else if (message.type === "path") {
      wanted = message.path;
      useWanted();
    } else if (message.type === "received") {
      const way = attached.received(message.bytes);
      if (isVideo && !watched()) keeper.quality.report({ ...way, undecoded: message.undecoded });
    } else if (!watched()) keeper.quality.wish(message.quality);
  });
}
