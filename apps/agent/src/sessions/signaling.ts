import { BAD_MESSAGE, DIRECT_PATH, signalingToAgent, signalingToBrowser, type DirectPathOffer } from "@udt/contract";
import type { z } from "zod";
import { isCandidate, withoutCandidates } from "../direct/candidates.ts";
import type { DirectPaths } from "../direct/direct-paths.ts";
import { offeredVideo } from "../direct/offered-video.ts";
import { Peer, peerLibrary } from "../direct/peer.ts";
import { messageOf, type Logger } from "../logger.ts";
import { closeSocket, readMessages, sendMessage, type StreamEnd } from "./stream-socket.ts";

/** The `signaling` stream: makes one direct path, which ends with it. */
export async function serveSignaling(
  socket: StreamEnd,
  paths: DirectPaths,
  offered: DirectPathOffer | undefined,
  log: Logger,
): Promise<void> {
  const tell = (message: z.input<typeof signalingToBrowser>) => sendMessage(socket, signalingToBrowser, message);
  const library = offered && (await peerLibrary(log));
  if (!library) {
    tell({ type: "off" });
    closeSocket(socket, 1000, "no direct path");
    return;
  }
  let peer: Peer | undefined;
  let candidates = 0;
  const refuse = (error?: unknown) => {
    log("debug", "direct path refused", { error: messageOf(error ?? "not of the contract") });
    closeSocket(socket, BAD_MESSAGE, "invalid_param");
  };
  const take = (path: string, sdp: string) => {
    const video = offeredVideo(sdp);
    if (peer || !video) return refuse();
    const made = new Peer(
      library,
      offered,
      { sdp, video },
      {
        onAnswer: (answer) => tell({ type: "answer", sdp: answer }),
        onCandidate: (candidate, mid) => tell({ type: "candidate", candidate, mid }),
        onBroken: refuse,
      },
    );
    peer = made;
    if (!paths.add(path, made)) {
      // The one whose name it is stays.
      made.close();
      return refuse();
    }
    socket.once("close", () => {
      made.close();
      paths.remove(path);
    });
  };
  tell({ type: "ready", ...offered });
  readMessages(socket, signalingToAgent, (message) => {
    try {
      if (message.type === "offer") take(message.path, withoutCandidates(message.sdp));
      else if (!peer || ++candidates > DIRECT_PATH.candidates_max) refuse();
      else if (isCandidate(message.candidate)) peer.hint(message.candidate, message.mid);
    } catch (error) {
      refuse(error);
    }
  });
}
