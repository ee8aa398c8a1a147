import { CONTROL_PINGS, STREAMS, type ErrorName, type StreamName } from "@udt/contract";
import type { WebSocket } from "ws";
import type { Caller, CallerTest, CallerUser } from "../../platform/http/caller.ts";
import { closeFor, closeSocket } from "../../platform/http/closing.ts";

/** "Service restart": the page dials again by itself. */
const BEGIN_ANEW = 1012;

export interface Viewer {
  user: CallerUser;
  session_hash: string;
  test: CallerTest;
  only_reads: boolean;
}
export const viewerOf = ({ user, session_hash, test, only_reads }: Caller): Viewer => ({
  user,
  session_hash,
  test,
  only_reads,
});

export interface OpenStream {
  stream: StreamName;
  test_id: string;
  project_id: string;
  agent_id: string;
  /** Whose sign-in it ends with, and as whom; null for who came by a link. */
  viewer: Viewer | null;
  link_id: string | null;
  /** Whether what comes over it may change the device. */
  isDriving: boolean;
  /** Whether people drive such tests at all: nobody has control of a run's device. */
  isOfPeople: boolean;
  browser: WebSocket;
  /** As whom they may go on; nobody for who came by a link. @throws UdtError when they may not */
  recheck: () => Promise<Caller | undefined>;
  agent?: WebSocket;
}

export function close(stream: OpenStream, why: ErrorName): void {
  for (const socket of [stream.browser, stream.agent]) if (socket) closeFor(socket, why);
}

/** Who is at its other end has got control of the device, or lost it. Of what stays the agent is told whose wish counts. */
export function changeControl(stream: OpenStream): void {
  const { agent, browser } = stream;
  if (!STREAMS[stream.stream].stays) {
    for (const socket of [browser, agent]) if (socket) closeSocket(socket, BEGIN_ANEW, "control");
  } else if (agent) {
    stream.isDriving = !stream.isDriving;
    agent.ping(stream.isDriving ? CONTROL_PINGS.drives : CONTROL_PINGS.watches);
  }
}
